/**
 * How alike two reports are: resemblance by shingles (Broder, “On the resemblance and containment of documents”, 1997). A text is the set of its
 * runs of words; of the two sets, what they share is divided by what they have together. What the template says is nobody's and left out.
 * Chinese and Japanese are written without spaces: there each character counts as a word.
 */

/** Words of one run. Five tell what was written from what everybody writes. */
export const shingleWords = 5
/** Pairs from this share on are shown. */
const alike = 0.3

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu
const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(word) ?? []

export function shinglesOf(text: string): Set<string> {
  const words = wordsOf(text)
  const out = new Set<string>()
  for (let i = 0; i + shingleWords <= words.length; i++) out.add(words.slice(i, i + shingleWords).join(' '))
  return out
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
  const given = new Set(own.flatMap((t) => [...shinglesOf(t)]))
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
