/** The form in which answers are hashed: the same bytes on the server, in the browser, and wherever a candidate checks his receipt. */
import { canonicalJson } from '../lib/canonicalJson.ts'

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
