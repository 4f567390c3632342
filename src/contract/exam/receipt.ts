/** The form in which answers are hashed: the same bytes on the server, in the browser, and wherever a candidate checks his receipt. */

/** JSON with the keys of objects in code-unit order and without what is undefined (after RFC 8785, for the values that answers hold). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const entries = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
}

interface Stored {
  item: string
  answer: unknown
}
/** What the digest of a receipt is over: the answers that are there, by their item. */
export const sheetText = (attempt: string, answers: readonly Stored[]): string =>
  canonical({
    attempt,
    answers: answers
      .filter((a) => a.answer !== null && a.answer !== undefined)
      .map(({ item, answer }) => ({ item, answer }))
      .sort((a, b) => (a.item < b.item ? -1 : 1)),
  })

/** What the next hash of the chain is over. */
export const linkText = (before: string, epoch: number, seq: number, answers: readonly Stored[]): string =>
  canonical({ before, epoch, seq, answers: answers.map(({ item, answer }) => ({ item, answer })) })
/** What the signature of a receipt is over. */
export const receiptText = (receipt: object): string => canonical({ ...receipt, signature: undefined })
