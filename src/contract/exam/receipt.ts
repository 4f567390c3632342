/** The form in which answers are hashed: the same bytes on the server, in the browser, and wherever a candidate checks his receipt. */

/** JSON with the keys of objects in code-unit order and without what is undefined (after RFC 8785, for the values that answers hold). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const entries = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`).join(',')}}`
}

interface Stored {
  item: string
  answer: unknown
}
/** What the digest of a receipt is over: the answers that are there, by their item. */
export const sheetText = (attempt: string, answers: readonly Stored[]): string =>
  canonicalJson({
    attempt,
    answers: answers
      .filter((a) => a.answer !== null && a.answer !== undefined)
      .map(({ item, answer }) => ({ item, answer }))
      .sort((a, b) => (a.item < b.item ? -1 : 1)),
  })

/** What the next hash of the chain is over. */
export const receiptChainText = (before: string, epoch: number, seq: number, answers: readonly Stored[]): string =>
  canonicalJson({ before, epoch, seq, answers: answers.map(({ item, answer }) => ({ item, answer })) })
/** What the signature of a receipt is over. */
export const receiptText = (receipt: object): string => canonicalJson({ ...receipt, signature: undefined })
