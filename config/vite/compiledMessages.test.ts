import { parse as read } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { mark, parse } from '../../src/i18n/compiled.ts'
import { compileMessage } from './compiledMessages.ts'

const packs = import.meta.glob<{ default: Record<string, string> }>('../../src/i18n/{en-US,zh-CN}/*.ts', {
  eager: true,
})
const messages = Object.entries(packs).flatMap(([file, { default: words }]) =>
  Object.entries(words).map(([key, text]) => ({ locale: file.split('/').at(-2) ?? '', key, text })),
)
const placed = messages.filter(({ text }) => text.includes('{'))
/** Any value for whatever a message asks for; counts that each language tells apart. */
const values = (n: number) => new Proxy({}, { get: () => n, has: () => true, ownKeys: () => [] })

describe('compiled messages', () => {
  it('say what the messages say, for every message of the product and every count that is told apart', () => {
    expect(placed.length).toBeGreaterThan(1000)
    for (const { locale, key, text } of placed)
      for (const n of [0, 1, 2, 1234.5]) {
        const said = (elements: ReturnType<typeof read>) => new IntlMessageFormat(elements, locale).format(values(n))
        expect(said(parse(compileMessage(text))), `${locale} ${key}`).toBe(said(read(text, { ignoreTag: true })))
      }
  })
  it('stay texts where they have at most plain places', () => {
    expect(compileMessage('Attempt {n} of {all}')).toBe('Attempt {n} of {all}')
    expect(compileMessage('{n, plural, one {# row} other {# rows}}')).toMatch(new RegExp(`^${mark}`))
    expect(compileMessage("It's '{'here'}' {n}")).toMatch(new RegExp(`^${mark}`))
  })
  it.each(['{at, date, long}', '{n, plural, one {# row}', '{n, number, ::percent}'])(
    'refuse %s while the app is built',
    (text) => {
      expect(() => compileMessage(text)).toThrow()
    },
  )
})
