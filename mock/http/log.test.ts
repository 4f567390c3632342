/** C9: One line an event in the log, whatever its fields hold. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonLog } from './log.ts'

const logged = (fields: object, message = 'x'): string => {
  let out = ''
  jsonLog((l) => {
    out += l
  }).info(fields, message)
  return out
}

describe('the log', () => {
  it('writes one line of JSON per event whatever a field holds', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '\r',
        '\n',
        '\u2028',
        '\u2029',
        '\u0085',
        '\u001b[31m',
        '\u202e',
        '\u0000',
        '"',
        '\\',
        'a',
        '\ud800',
      ),
    })
    fc.assert(
      fc.property(nasty, nasty, (a, b) => {
        const out = logged({ agent: a, list: [b] }, b)
        expect(out.endsWith('\n')).toBe(true)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that they are absent is the point
        expect(out.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
        const back = JSON.parse(out) as { agent: string }
        expect(back.agent).toBe(a)
      }),
    )
  })

  it('withholds secrets by the name of their field at any depth', () => {
    const out = logged({
      body: { user: { password: 'p4ss', jwt_token: 'j.w.t' } },
      authorization: 'Bearer x',
      code: '123',
      list: [{ token: 't0k' }],
    })
    for (const s of ['p4ss', 'j.w.t', 'Bearer', '123', 't0k']) expect(out).not.toContain(s)
  })

  it('survives what JSON cannot hold', () => {
    const ring: Record<string, unknown> = {}
    ring.self = ring
    expect(() => JSON.parse(logged({ ring, big: 1n, fail: new Error('broken') }))).not.toThrow()
  })

  it('survives a sink that is gone', () => {
    const log = jsonLog(() => {
      throw new Error('EPIPE')
    })
    expect(() => log.error({}, 'x')).not.toThrow()
  })
})
