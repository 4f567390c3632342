/** Flags: how they are kept, made and compared (checks F3, F4). */
import crypto, { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { makeThreads } from '#mock/thread/threads.ts'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { entropyOf, flagAlphabet, templateBreaks } from '#src/contract/bank/flag.ts'
import { FlagRule } from '#src/contract/bank/question.schema.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import { judgeFlag } from './judge.ts'
import { madeFlag, ownerOf } from './make.ts'
import { wellFormed } from './pattern.ts'
import { flagKeys, openRule, sealRule } from './seal.ts'
import { some } from '../../../../tests/support/some.ts'

const secret = Buffer.alloc(32, 7)
const threads = makeThreads()
afterAll(() => threads.close())
const keys = await flagKeys({ secret: async () => secret, threads })
const right = async (rule: object, text: string, owner = 'ann'): Promise<boolean> =>
  (await judgeFlag(FlagRule.parse(rule), { question: 'q', owner, text }, keys)).right

describe('a flag', () => {
  const list = [{ value: 'alpha' }, { value: 'Beta', ignore_case: true }]
  it.each([
    [{ kind: 'static', value: 'flag{One}' }, 'flag{One}', true],
    [{ kind: 'static', value: 'flag{One}' }, '  flag{One}\n', true],
    [{ kind: 'static', value: 'flag{One}' }, 'flag{one}', false],
    [{ kind: 'static', value: 'flag{One}', ignore_case: true }, 'FLAG{ONE}', true],
    [{ kind: 'static', value: 'flag{One}' }, 'flag{One}x', false],
    [{ kind: 'static', value: 'flag{é}' }, 'flag{e\u0301}', true],
    [{ kind: 'static', value: 'flag{One}' }, '', false],
    [{ kind: 'regex', pattern: 'flag\\{[0-9]{4}\\}' }, 'flag{1234}', true],
    [{ kind: 'regex', pattern: 'flag\\{[0-9]{4}\\}' }, 'xflag{1234}', false],
    [{ kind: 'regex', pattern: 'a|b' }, 'ab', false],
    [{ kind: 'regex', pattern: 'abc', ignore_case: true }, 'ABC', true],
    [{ kind: 'list', values: list, need: 'any' }, 'BETA', true],
    [{ kind: 'list', values: list, need: 'any' }, 'gamma', false],
    [{ kind: 'list', values: list, need: 'all' }, 'beta, alpha', true],
    [{ kind: 'list', values: list, need: 'all' }, 'alpha\nbeta', true],
    [{ kind: 'list', values: list, need: 'all' }, 'alpha', false],
    [{ kind: 'list', values: list, need: 'all' }, 'alpha beta gamma', false],
  ])('%j takes %j: %s', async (rule, text, wanted) => expect(await right(rule, text)).toBe(wanted))

  /** As each kind of flag is written, with a space and both cases in it; some kinds may take the other case. */
  const spaced = 'flag{One two}'
  const made = { kind: 'dynamic', template: 'flag{One two {random}}', length: 34, per: 'user' } as const
  const kinds: [string, string, (ignoreCase: boolean) => object][] = [
    ['static', spaced, (ignore_case) => ({ kind: 'static', value: spaced, ignore_case })],
    ['regex', spaced, (ignore_case) => ({ kind: 'regex', pattern: 'flag\\{One two\\}', ignore_case })],
    ...(['any', 'all'] as const).map((need): [string, string, (ignoreCase: boolean) => object] => [
      `list, ${need}`,
      `${spaced}\nOther one`,
      (ignore_case) => ({ kind: 'list', need, values: [spaced, 'Other one'].map((value) => ({ value, ignore_case })) }),
    ]),
    ['dynamic', madeFlag(made, 'q', 'ann', keys), () => made],
  ]
  it.each(kinds)('of the kind %s: spaces around it do not count, those in it do', async (kind, written, rule) => {
    const text = kind === 'list, any' ? spaced : written
    for (const same of [text, `  ${text}`, `${text}\t `, `\n${text}\r\n`])
      expect(await right(rule(false), same), JSON.stringify(same)).toBe(true)
    for (const other of [text.replaceAll(' ', ''), text.replaceAll(' ', '  '), text.replace('{', '{ ')])
      expect(await right(rule(false), other), JSON.stringify(other)).toBe(false)
  })
  it.each(kinds)(
    'of the kind %s: upper and lower case count unless its rule says otherwise',
    async (kind, written, rule) => {
      const text = kind === 'list, any' ? spaced : written
      for (const other of [text.toLowerCase(), text.toUpperCase()]) {
        expect(await right(rule(false), other), other).toBe(false)
        if (kind !== 'dynamic') expect(await right(rule(true), other), other).toBe(true)
      }
      expect(await right(rule(kind !== 'dynamic'), text)).toBe(true)
    },
  )

  it.each([
    [{ kind: 'static', value: 'flag{One}' }, 1],
    [{ kind: 'list', values: list, need: 'any' }, 2],
    [{ kind: 'list', values: list, need: 'all' }, 2],
    [{ kind: 'dynamic', template: 'flag{{random}}', length: 24, per: 'user' }, 1],
  ] as const)(
    '%j is compared by digests of one length, all values of it, however much of the text is right, and by nothing else',
    async (rule, times) => {
      const lengths: number[] = []
      const answers = [false]
      const equal = vi.spyOn(crypto, 'timingSafeEqual').mockImplementation((a, b) => {
        lengths.push(a.byteLength, b.byteLength)
        return answers[0] ?? false
      })
      try {
        for (const text of ['f', 'flag{On', 'flag{One}', 'alpha', 'x'.repeat(5000)])
          for (const answer of [false, true]) {
            lengths.length = 0
            answers[0] = answer
            expect(await right(rule, text), text.slice(0, 10)).toBe(answer)
            expect(lengths).toEqual(Array.from({ length: 2 * times }, () => 32))
          }
      } finally {
        equal.mockRestore()
      }
    },
  )

  it('whose pattern runs away is given up, and holds nobody up', async () => {
    const rule = FlagRule.parse({ kind: 'regex', pattern: '(a+)+' })
    const asked = { question: 'q', owner: 'ann', text: `${'a'.repeat(60)}!` }
    expect(await judgeFlag(rule, asked, keys)).toEqual({ right: false, slow: true })
  })

  it('with a pattern that is none is not taken', () => {
    expect([wellFormed('(a'), wellFormed('a)(b'), wellFormed('[0-9]+')]).toEqual([false, false, true])
  })

  it('is sealed differently each time, opens as it was, and not when a byte was changed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 80 }), fc.nat(), (value, at) => {
        const rule = FlagRule.parse({ kind: 'static', value })
        const sealed = sealRule(rule, keys, randomBytes)
        expect(openRule(sealed, keys)).toEqual(rule)
        expect(sealRule(rule, keys, randomBytes).sealed).not.toBe(sealed.sealed)
        const bytes = Buffer.from(sealed.sealed, 'base64')
        bytes.writeUInt8(bytes.readUInt8(at % bytes.length) ^ 1, at % bytes.length)
        expect(() => openRule({ sealed: bytes.toString('base64') }, keys)).toThrow()
      }),
      { numRuns: some(200) },
    )
  })
})

describe('a made flag', () => {
  const rule = { kind: 'dynamic', template: 'flag{{random}}', length: 24, per: 'user' } as const

  it('is of the length that was asked for, of its alphabet, and the same each time', () => {
    const one = madeFlag(rule, 'q', 'ann', keys)
    expect(one).toMatch(/^flag\{[A-Za-z0-9]{18}\}$/)
    expect(madeFlag(rule, 'q', 'ann', keys)).toBe(one)
    const others = [
      madeFlag(rule, 'q', 'ben', keys),
      madeFlag(rule, 'r', 'ann', keys),
      madeFlag({ ...rule, per: 'team' }, 'q', 'ann', keys),
    ]
    expect(others).not.toContain(one)
  })

  it('is no other owner’s among 100,000 pairs, and evenly made', () => {
    const seen = new Set<string>()
    const counts = new Map<string, number>()
    for (let n = 0; n < 100_000; n++) {
      const flag = madeFlag(rule, `question-${n % 100}`, `owner-${Math.floor(n / 100)}`, keys)
      seen.add(flag)
      const c = flag.charAt(5)
      counts.set(c, (counts.get(c) ?? 0) + 1)
    }
    expect(seen.size).toBe(100_000)
    // each of 62 characters is expected 1613 times; six deviations are 240
    expect(counts.size).toBe(flagAlphabet.length)
    for (const n of counts.values()) expect(Math.abs(n - 100_000 / 62)).toBeLessThan(240)
  })

  it('that was passed on is wrong, and its owner is known', async () => {
    const owners = Array.from({ length: 50 }, (_, n) => `owner-${n}`)
    for (const owner of owners) {
      const text = madeFlag(rule, 'q', owner, keys)
      expect(await right(rule, text, owner)).toBe(true)
      expect(await right(rule, text, 'thief')).toBe(false)
      expect(ownerOf(rule, 'q', text, owners, keys)).toBe(owner)
    }
    expect(ownerOf(rule, 'q', 'flag{AAAAAAAAAAAAAAAAAA}', owners, keys)).toBeUndefined()
  })

  it.each([
    ['flag{{random}}', 24, []],
    ['flag{{random}}', 17, []],
    ['flag{{random}}', 16, ['entropy']],
    ['{random}', 8, ['entropy']],
    ['{random}', 11, []],
    ['flag{}', 40, ['random_once']],
    ['{random}{random}', 40, ['random_once']],
    [`${'x'.repeat(119)}{random}`, 128, ['template_long']],
  ])('of %s and %i characters breaks %j', (template, length, wanted) =>
    expect(templateBreaks({ template, length }).map((b) => b.rule)).toEqual(wanted),
  )

  it('that keeps the rules has the entropy that is asked for', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), fc.integer({ min: 8, max: 128 }), (around, length) => {
        const one = { template: `${around.replaceAll('{random}', '')}{random}`, length }
        if (!templateBreaks(one).length) expect(entropyOf(one)).toBeGreaterThanOrEqual(flagLimits.entropy)
      }),
    )
  })
})
