/** C8, D5: Names of files in headers: one value, whatever the name holds. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fitReply } from './answer.ts'
import { attachment } from './headers.ts'
import { compiledRouteOf } from '../line.ts'
import { Unfit } from './problem.ts'

const line = compiledRouteOf('GET /session', {
  summary: '',
  screens: 'public',
  reply: z.object({ id: z.string(), list: z.array(z.object({ n: z.number() })) }),
})

describe('a reply', () => {
  it('leaves without anything its schema does not list, at any depth', () => {
    const out = { id: 'a', hash: 'x', list: [{ n: 1, secret: 'y' }] }
    expect(fitReply(line, out)).toBe('{"id":"a","list":[{"n":1}]}')
  })

  it('that is not of its shape does not leave at all, and the complaint names places, not values', () => {
    const wrong = () => fitReply(line, { id: 7, list: [{ n: 'private' }] })
    expect(wrong).toThrow(Unfit)
    expect(wrong).toThrow(/id invalid_type, list.0.n invalid_type/)
    expect(wrong).not.toThrow(/private/)
  })
})

describe('the name of a download', () => {
  const nameIn = (header: string) => decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? '')

  it.each(['tools.csv', '工具 库.csv', 'a"b.csv', "it's (1)*.csv", 'a;b=c.csv', '100%.csv'])(
    'is read as one value: %s',
    (name) => {
      const header = attachment(name)
      expect(nameIn(header)).toBe(name)
      expect(header).toMatch(/^attachment; filename="[^"%;\\]*"; filename\*=UTF-8''[\w%.~!$&+^`|-]+$/)
    },
  )

  it.each(['a\r\nSet-Cookie: x=1', '../../etc/passwd', 'a\u0000b', '\u202egpj.exe', '\ud800', ''])(
    'loses what could be taken for something else: %j',
    (name) => {
      const header = attachment(name)
      expect(header).not.toMatch(/[\r\n\0]|\.\.\//)
      expect(nameIn(header)).not.toMatch(/[\u0000-\u001f/\\\u202e]/)
      expect(nameIn(header)).not.toBe('')
    },
  )
})
