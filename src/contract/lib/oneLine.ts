/**
 * Characters of one-line texts that nobody sees, or that turn the direction of what is beside them: with them one name poses as another, and
 * `photo\u202egnp.exe` shows itself as a picture. A row that has some is still read, and saved as long as the text stays as it was.
 */
import type { FieldProblem } from '../problems.ts'
import type { Field } from './resource.ts'

/** Scripts whose letters join by U+200C and U+200D, or are kept from it. */
const joining = [
  'Arabic Syriac Mandaic Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala',
  'Tibetan Myanmar Khmer Balinese Javanese Thaana',
]
  .flatMap((line) => line.split(' '))
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const letter = `[${joining}\\p{M}]`
const emoji = '\\p{Extended_Pictographic}'
/** Where one of them says something: within words of those scripts, within an emoji, and as the form of a sign that stands before it. */
const meant = [
  `(?<=${letter})[\\u200c\\u200d](?=${letter})`,
  `(?<=(?:${emoji}|\\p{Emoji_Modifier})\\ufe0f?)\\u200d(?=${emoji})`,
  `(?<=${emoji})[\\ufe0e\\ufe0f]`,
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
].join('|')
const unseen = '[\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800\\ufff9-\\ufffb]'
const hidden = new RegExp(`${meant}|(${unseen})`, 'gu')

/** The text without them. */
export const withoutHidden = (text: string): string =>
  text.replace(hidden, (found, bad: string | undefined) => (bad === undefined ? found : ''))

/** Characters that steer a terminal or break the line hide something as well. */
export const hides = (text: string): boolean => /\p{Cc}/u.test(text) || withoutHidden(text) !== text

/** Whether there is something of which nothing can be seen: an empty text that passes for one. */
export const looksEmpty = (text: string): boolean => text !== '' && !/[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(withoutHidden(text))

/**
 * Whether a longer text shows its characters in another order than it has them, so that a command or a line of code reads as one that it is not
 * (Trojan Source, CVE-2021-42574). Whoever writes from right to left may embed and isolate: what is opened is closed in its line, where its
 * effect ends. No writing needs an override.
 */
export function reorders(text: string): boolean {
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(text)) return false
  return text.split(/[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/).some((line) => {
    const open: string[] = []
    for (const [c] of line.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
      if (c === '\u202d' || c === '\u202e') return true
      if (c !== '\u202c' && c !== '\u2069') open.push(c < '\u2066' ? '\u202c' : '\u2069')
      else if (open.pop() !== c) return true
    }
    return open.length > 0
  })
}

/** What is wrong with a text of so many lines, by the rule it breaks. */
const ruleOf: Readonly<Record<string, (text: string) => string | undefined>> = {
  text: (v) => (hides(v) ? 'hidden_characters' : undefined),
  'long-text': (v) => (looksEmpty(v) ? 'hidden_characters' : reorders(v) ? 'reordered_text' : undefined),
  code: (v) => (reorders(v) ? 'reordered_text' : undefined),
}
/** One-line texts of a row that hide something, and longer ones of which nothing is seen or that are turned, but for what stood there before. */
export function hiddenIn(
  fields: Readonly<Record<string, Field>>,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
): FieldProblem[] {
  return Object.entries(values).flatMap(([path, value]): FieldProblem[] => {
    const kind = fields[path]?.kind
    if (typeof value === 'string') {
      const rule = value === before[path] ? undefined : ruleOf[kind ?? '']?.(value)
      return rule === undefined ? [] : [{ path, rule }]
    }
    if (kind !== 'words' || !Array.isArray(value)) return []
    const stood = Array.isArray(before[path]) ? before[path] : []
    return value.flatMap((word, n) =>
      typeof word === 'string' && !stood.includes(word) && hides(word)
        ? [{ path: `${path}.${n}`, rule: 'hidden_characters' }]
        : [],
    )
  })
}
