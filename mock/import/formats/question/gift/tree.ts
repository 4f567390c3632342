/**
 * GIFT as a tree, in the shape of the public grammar of the format (https://github.com/fuhrmanator/GIFT-grammar-PEG.js, MIT): its expected
 * parses are our oracle. What Moodle makes of it: https://docs.moodle.org/en/GIFT_format
 */
import type { partials } from '#src/contract/bank/question.ts'

export const giftFormats = ['moodle', 'html', 'markdown', 'plain'] as const
export interface GiftText {
  format: (typeof giftFormats)[number]
  text: string
}
type Partial = (typeof partials)[number]
export type GiftNumber =
  | { type: 'simple'; number: number }
  | { type: 'range'; number: number; range: number }
  | { type: 'high-low'; text: string; numberHigh: number; numberLow: number }
export interface GiftChoice<T = GiftText> {
  isCorrect: boolean
  /** Percent. */
  weight: number | null
  text: T
  feedback: GiftText | null
}
interface Common {
  id: string | null
  tags: string[] | null
  /** What our own export says beside it. */
  partial?: Partial
  title: string | null
  stem: GiftText
  /** The answers stand inside the sentence, which has `_____` in their place. */
  hasEmbeddedAnswers: boolean
}
/** Of a question what its answers say: its type and all that goes with it. */
export type GiftAnswers =
  | { type: 'Essay' }
  | { type: 'TF'; isTrue: boolean; trueFeedback: GiftText | null; falseFeedback: GiftText | null }
  | { type: 'MC' | 'Short'; choices: GiftChoice[] }
  | { type: 'Numerical'; choices: GiftNumber | GiftChoice<GiftNumber | GiftText>[] }
  | { type: 'Matching'; matchPairs: { subquestion: GiftText; subanswer: string }[] }
export type GiftQuestion = Common & ({ type: 'Description' } | (GiftAnswers & { globalFeedback: GiftText | null }))
export type GiftItem =
  | { at: 'category'; path: string; line: number }
  | { at: 'question'; question: GiftQuestion; line: number }
  | { at: 'broken'; why: 'gift_unclosed' | 'gift_two' | 'gift_answers' | 'gift_number'; label: string; line: number }
