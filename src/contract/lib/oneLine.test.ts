import { expect, test } from 'vitest'
import { FreeText } from './oneLine.schema.ts'
import { field } from './resource.ts'
import { hiddenIn, hides, looksEmpty, reorders, withoutHidden } from './oneLine.ts'

const turns = [
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
]
const unseen = [
  '\u00ad',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u180e',
  '\u115f',
  '\u3164',
  '\u034f',
  '\u{e0001}',
  '\u{e0061}',
  '\u{e007f}',
  '\u2028',
  '\u200c',
  '\u200d',
  '\ufe0f',
]

test.each([...turns, ...unseen])('%j poses in a name', (c) => {
  for (const name of [`Grace${c}Holloway`, `王${c}伟`, `${c}a`, `a${c}`]) {
    // after a Chinese character a selector chooses its form
    expect([hides(name), withoutHidden(name)], JSON.stringify(name)).toEqual([true, name.replace(c, '')])
  }
})

test.each([
  'Grace Holloway',
  '王小明 ２０２６',
  'می‌خواهم',
  'क्‍ष',
  'ශ්‍රී',
  '👩‍💻 team',
  '👩🏽‍🚀',
  '❤️‍🔥',
  '1️⃣ first',
  '葛\u{e0100}城',
  'Zoë — “quoted” …',
  'שלום عليكم',
  'é',
])('%j is as it is written', (name) => {
  expect([hides(name), withoutHidden(name)]).toEqual([false, name])
})

test('a flag of tags and a joiner between letters that do not join are refused', () => {
  expect(hides('🏴\u{e0067}\u{e0062}\u{e007f}')).toBe(true)
  expect(hides('ad\u200dmin')).toBe(true)
  expect(hides('1\ufe0f')).toBe(true)
})

test('of a row one-line texts are looked at, and only those that changed', () => {
  const fields = { name: field.text, text: field.longText, code: field.code, tags: field.words }
  const bad = 'a\u202eb'
  const row = { name: bad, text: bad, code: bad, tags: ['fine', bad] }
  expect(hiddenIn(fields, row).map((p) => `${p.path} ${p.rule}`)).toEqual([
    'name hidden_characters',
    'text reordered_text',
    'code reordered_text',
    'tags.1 hidden_characters',
  ])
  expect(hiddenIn(fields, { ...row, text: 'other' }, row)).toEqual([])
  expect(hiddenIn(fields, { ...row, name: `${bad}.` }, row)).toHaveLength(1)
})

test.each(['\u200b', '\u3164\u3164', '\u2800 \u00ad', ' \n', '\u202e', '\u0007', '\u00a0'])(
  '%j is a text of which nothing is seen',
  (text) => {
    expect(looksEmpty(text)).toBe(true)
    const fields = { content: field.longText }
    expect(hiddenIn(fields, { content: text }).map((f) => f.path)).toEqual(['content'])
    expect(hiddenIn(fields, { content: text }, { content: text })).toEqual([])
  },
)
test.each(['', 'a\u200b', '.', '🙂', '字'])('%j is not', (text) => {
  expect([looksEmpty(text), hiddenIn({ content: field.longText }, { content: text })]).toEqual([false, []])
})

test.each(['\n', '\r', '\t', '\u0007', '\u001b', '\u007f', '\u009b'])(
  '%j steers a terminal or breaks the line',
  (c) => {
    expect(hides(`New${c}Role`)).toBe(true)
    expect(hiddenIn({ name: field.text }, { name: `New${c}Role` })).toEqual([
      { path: 'name', rule: 'hidden_characters' },
    ])
  },
)

test.each([
  'photo\u202egnp.exe',
  'a \u202dforced\u202c b',
  '\u2067left open',
  'closed\u2069 only',
  '\u202bin the next\nline\u202c',
  '\u2067crossed \u202b over\u2069 \u202c',
  '```\nif (isAdmin) { /* begin \u2067\u2066 */ }\n```',
  '`\u202e rm -rf`',
])('%j reads otherwise than it is', (text) => {
  expect([reorders(text), hiddenIn({ content: field.longText }, { content: text })]).toEqual([
    true,
    [{ path: 'content', rule: 'reordered_text' }],
  ])
  expect(FreeText.safeParse(text).success).toBe(false)
})
test.each([
  'שלום world',
  'he said \u2067שלום (1)\u2069 to me',
  '\u2068name\u2069 and \u202b\u2066x\u2069\u202c\nnext',
  'mark\u200f only',
])('%j is shown as it is', (text) => {
  expect([reorders(text), FreeText.safeParse(text).success]).toEqual([false, true])
})
