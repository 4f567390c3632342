import { parse as read } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { compiledPrefix, parse } from '../../src/i18n/compiled.ts'
import { enterAs, type MessageKey, t, type Tongue } from '../../src/i18n/index.ts'
import { dictionaryMessage, compileMessage } from './compiledMessages.ts'

const packs = import.meta.glob<{ default: Record<string, string> }>('../../src/i18n/{en-US,zh-CN}/*.ts', {
  eager: true,
})
const messages = Object.entries(packs).flatMap(([file, { default: words }]) =>
  Object.entries(words).map(([key, text]) => ({ locale: file.split('/').at(-2) ?? '', key, text })),
)
const placed = messages.filter(({ text }) => text.includes('{'))
/** Any value for whatever a message asks for; counts that each language tells apart. */
const values = (n: number) => new Proxy({}, { get: () => n, has: () => true, ownKeys: () => [] })

/** The same for `t`, which is given no more than a message asks for. */
const counts = (elements: ReturnType<typeof read>): Record<string, number> =>
  Object.assign(
    {},
    ...elements.map((e) =>
      'options' in e
        ? { [e.value]: 2, ...Object.assign({}, ...Object.values(e.options).map((o) => counts(o.value))) }
        : e.type === 0 || e.type === 7
          ? {}
          : { [(e as { value: string }).value]: 2 },
    ),
  )

describe('compiled messages', () => {
  it('say what the messages say, for every message of the product and every count that is told apart', () => {
    expect(placed.length).toBeGreaterThan(1000)
    for (const { locale, key, text } of placed)
      for (const n of [0, 1, 2, 1234.5]) {
        const said = (elements: ReturnType<typeof read>) => new IntlMessageFormat(elements, locale).format(values(n))
        expect(said(parse(compileMessage(text))), `${locale} ${key}`).toBe(said(read(text, { ignoreTag: true })))
      }
  })
  it('are read by `t` as the parser reads them, with values and without: no page shows what the build wrote', () => {
    for (const locale of ['en-US', 'zh-CN'] as const) {
      const words = Object.fromEntries(messages.filter((m) => m.locale === locale).map((m) => [m.key, m.text]))
      const built = Object.fromEntries(Object.entries(words).map(([key, text]) => [key, dictionaryMessage(text)]))
      const tongues = [
        [built, parse],
        [words, (text: string) => read(text, { ignoreTag: true })],
      ] as const
      for (const [dictionary, parser] of tongues) {
        const leave = enterAs(
          {
            locale,
            names: {},
            get: (key: string, at?: object) => {
              const text = dictionary[key] ?? ''
              return at === undefined
                ? text
                : (new IntlMessageFormat(parser(text), locale).format(at as never) as string)
            },
          } as Tongue,
          [],
        )
        for (const [key, text] of Object.entries(words)) {
          const elements = read(text, { ignoreTag: true })
          const plain = elements.map((e) => (e.type === 0 ? e.value : undefined))
          const whole = plain.includes(undefined) ? undefined : plain.join('')
          if (whole !== undefined) expect(t(key as MessageKey), `${locale} ${key}`).toBe(whole)
          expect(t(key as MessageKey, { ...counts(elements) }), `${locale} ${key}`).toBe(
            new IntlMessageFormat(elements, locale).format(counts(elements)),
          )
        }
        leave()
      }
    }
  })
  it('stay texts where they have at most plain places', () => {
    expect(compileMessage('Attempt {n} of {all}')).toBe('Attempt {n} of {all}')
    expect(compileMessage('{n, plural, one {# row} other {# rows}}')).toMatch(new RegExp(`^${compiledPrefix}`))
    expect(compileMessage("It's '{'here'}' {n}")).toMatch(new RegExp(`^${compiledPrefix}`))
  })
  it.each(['{at, date, long}', '{n, plural, one {# row}', '{n, number, ::percent}'])(
    'refuse %s while the app is built',
    (text) => {
      expect(() => compileMessage(text)).toThrow()
    },
  )
})
