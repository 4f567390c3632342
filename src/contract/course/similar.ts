/**
 * How alike two reports are: resemblance by shingles (Broder, “On the resemblance and containment of documents”, 1997). A text is the set of its
 * runs of words; of the two sets, what they share is divided by what they have together. What the template says is nobody's and left out.
 * Chinese and Japanese are written without spaces: there each character counts as a word.
 */

/** Words of one run. Five tell what was written from what everybody writes. */
export const shingleWords = 5
/** Pairs from this share on are shown. */
const alike = 0.3

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu
interface Word {
  word: string
  /** Where it stands in the text. */
  from: number
  to: number
}
/** Of a text in NFC, in their order. */
const wordsOf = (text: string): Word[] =>
  [...text.matchAll(word)].map(({ 0: found, index }) => ({
    word: found.normalize('NFKC').toLowerCase(),
    from: index,
    to: index + found.length,
  }))
/** The run of words that begins at each word. */
const runsOf = (words: readonly Word[]): string[] =>
  words.slice(0, Math.max(0, words.length - shingleWords + 1)).map((_, i) =>
    words
      .slice(i, i + shingleWords)
      .map((w) => w.word)
      .join(' '),
  )

export const shinglesOf = (text: string): Set<string> => new Set(runsOf(wordsOf(text.normalize('NFC'))))
/** What nobody wrote: the template, in each of its languages. */
const givenIn = (own: readonly string[]): Set<string> => new Set(own.flatMap((t) => [...shinglesOf(t)]))

/** A piece of a text; those of a text make the whole. */
export interface TextPiece {
  text: string
  /** Words of it stand in the other text too. */
  common: boolean
}
/**
 * @param common runs that both texts have
 * @param given lines of the template: a run that goes over one of them is marked without it
 */
function piecesOf(given: ReadonlySet<string>, written: string, common: ReadonlySet<string>): TextPiece[] {
  const text = written.normalize('NFC')
  const words = wordsOf(text)
  const marked = new Set<number>()
  for (const [i, run] of runsOf(words).entries())
    if (common.has(run)) for (let n = i; n < i + shingleWords; n++) marked.add(n)
  let begin = 0
  for (const line of text.split('\n')) {
    const end = begin + line.length
    if (given.has(line.trim()))
      for (const [n, w] of words.entries()) if (w.from >= begin && w.to <= end) marked.delete(n)
    begin = end + 1
  }
  const pieces: TextPiece[] = []
  let at = 0
  const push = (to: number, is: boolean) => {
    if (to > at) pieces.push({ text: text.slice(at, to), common: is })
    at = to
  }
  for (const [n, w] of words.entries()) {
    if (marked.has(n) && !marked.has(n - 1)) push(w.from, false)
    if (marked.has(n) && !marked.has(n + 1)) push(w.to, true)
  }
  push(text.length, false)
  return pieces
}
/** Two texts with what they share. @param own what nobody wrote */
export function commonPieces(a: string, b: string, own: readonly string[]): { a: TextPiece[]; b: TextPiece[] } {
  const given = givenIn(own)
  const lines = new Set(own.flatMap((t) => t.normalize('NFC').split('\n')).map((line) => line.trim()))
  const other = shinglesOf(b)
  const common = new Set([...shinglesOf(a)].filter((s) => other.has(s) && !given.has(s)))
  return { a: piecesOf(lines, a, common), b: piecesOf(lines, b, common) }
}

export interface SimilarPair<Id> {
  a: Id
  b: Id
  /** 0 to 1. */
  share: number
}
/**
 * Pairs that are alike, the most alike first.
 * @param own what nobody wrote: the template, in each of its languages
 * @param shared runs that more than so many reports have are common words of the subject and make no pair
 */
export function similarPairs<Id extends string>(
  texts: readonly { id: Id; text: string }[],
  own: readonly string[],
  { from = alike, shared = 200 }: { from?: number; shared?: number } = {},
): SimilarPair<Id>[] {
  const given = givenIn(own)
  const sets = texts.map(({ id, text }) => ({ id, set: new Set([...shinglesOf(text)].filter((s) => !given.has(s))) }))
  const where = new Map<string, number[]>()
  for (const [n, { set }] of sets.entries())
    for (const s of set) {
      const at = where.get(s)
      if (at) at.push(n)
      else where.set(s, [n])
    }
  const common = new Map<string, number>()
  for (const at of where.values()) {
    if (at.length < 2 || at.length > shared) continue
    for (let i = 0; i < at.length; i++)
      for (let j = i + 1; j < at.length; j++) {
        const key = `${at[i]} ${at[j]}`
        common.set(key, (common.get(key) ?? 0) + 1)
      }
  }
  const out: SimilarPair<Id>[] = []
  for (const [key, n] of common) {
    const [i = 0, j = 0] = key.split(' ').map(Number)
    const [a, b] = [sets[i], sets[j]]
    if (!a || !b) continue
    const share = n / (a.set.size + b.set.size - n)
    if (share >= from) out.push({ a: a.id, b: b.id, share })
  }
  return out.sort((x, y) => y.share - x.share || (x.a < y.a ? -1 : 1))
}
