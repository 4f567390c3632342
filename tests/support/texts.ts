/** Texts about as long as a limit, of everything whose length is a question: half pairs, joined clusters, marks, the seam of the single-byte range. */
import fc from 'fast-check'

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('range', '网络安全', '靶场', '，', '　', 'ÿ', 'Ā', 'é') },
  { weight: 2, arbitrary: fc.constantFrom('👩‍👩‍👧‍👦', '🇨🇳', 'e\u0301', '👍🏽', '안', 'क्षि', '🏴‍☠️', '😀') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
)

/** The rule again, in other words: by code units instead of code points. */
export function widthByUnits(text: string): number {
  let n = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const pair = unit >= 0xd800 && unit < 0xdc00 && text.charCodeAt(i + 1) >= 0xdc00 && text.charCodeAt(i + 1) < 0xe000
    if (pair) i++
    n += pair || unit > 0xff ? 2 : 1
  }
  return n
}

/** A text a few characters shorter or longer than `max`, that begins and ends with a letter, so that nobody trims it. */
export const around = (max: number): fc.Arbitrary<string> =>
  fc
    .record({ pieces: fc.array(piece, { minLength: 1, maxLength: 8 }), by: fc.integer({ min: -4, max: 4 }) })
    .map(({ pieces, by }) => {
      const whole = pieces.join('')
      const each = Math.max(1, widthByUnits(whole))
      const rest = Math.max(0, max + by - 2)
      const text = whole.repeat(Math.floor(rest / each))
      return `a${text}${'b'.repeat(rest - widthByUnits(text))}z`
    })
