/** Answers in plain words, and the judgement of those that need no person: one module for the server, the shadow scorer and the tests. */
import { cents } from '../exam/score.ts'
import type { Answer } from './answer.schema.ts'
import type { QuestionType, partials } from './question.ts'

/** Whether somebody wrote or chose anything at all. */
export function isBlankAnswer(answer: Answer | null): boolean {
  if (!answer) return true
  switch (answer.type) {
    case 'true-false':
      return answer.truth === null
    case 'single':
    case 'multiple':
      return answer.chosen.length === 0
    case 'completion':
      return answer.blanks.every((b) => b.trim() === '')
    case 'short':
    case 'flag':
      return answer.text.trim() === ''
    case 'operation':
      return answer.text.trim() === '' && answer.files.length === 0
  }
}

/** Whether it counts as answered: something is there, and of several blanks none is left empty. */
export const isAnswered = (answer: Answer | null): boolean =>
  !isBlankAnswer(answer) && (answer?.type !== 'completion' || answer.blanks.every((b) => b.trim() !== ''))

/** `partly`: of several blanks some are filled. The sheet, its receipt and the invigilator's table count by it. */
export type AnswerState = 'answered' | 'partly' | 'unanswered'
export const stateOfAnswer = (answer: Answer | null): AnswerState =>
  isAnswered(answer) ? 'answered' : isBlankAnswer(answer) ? 'unanswered' : 'partly'

/** What the judgement needs to know of a question. */
export interface JudgedQuestion {
  type: QuestionType
  truth?: boolean
  options?: readonly { id: string; correct: boolean }[]
  partial?: (typeof partials)[number]
}

/** `share` of the points, 0 to 1, and by which rule: `key`, `share`, or `empty`. */
export interface AnswerJudgement {
  share: number
  rule: 'key' | 'share' | 'empty'
}

/**
 * True or false and single choice: all or nothing. Several: all or nothing, or the share of the right ones chosen while no wrong one is.
 * An empty answer of any type earns nothing.
 * @returns undefined for what a person, or the keeper of flags, judges
 */
export function judgeAnswer(question: JudgedQuestion, answer: Answer | null): AnswerJudgement | undefined {
  if (isBlankAnswer(answer)) return { share: 0, rule: 'empty' }
  if (answer?.type !== question.type) return undefined
  if (answer.type === 'true-false') return { share: answer.truth === question.truth ? 1 : 0, rule: 'key' }
  if (answer.type !== 'single' && answer.type !== 'multiple') return undefined
  const right = new Set((question.options ?? []).filter((o) => o.correct).map((o) => o.id))
  const chosen = new Set(answer.chosen)
  const hits = [...chosen].filter((id) => right.has(id)).length
  const wrong = chosen.size - hits
  if (answer.type === 'single') return { share: chosen.size === 1 && hits === 1 ? 1 : 0, rule: 'key' }
  if (wrong > 0) return { share: 0, rule: question.partial === 'share' ? 'share' : 'key' }
  if (question.partial === 'share') return { share: right.size ? hits / right.size : 0, rule: 'share' }
  return { share: hits === right.size ? 1 : 0, rule: 'key' }
}

/** Points of a share, to the hundredth: what is stored, shown and summed is the same figure. */
export const pointsOfShare = (share: number, score: number): number => cents(share * score)

/** Texts that are the same to whoever reads them: width, case and spaces aside. */
const plain = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

/** How many of the blanks say one of what is accepted there, of all; undefined where the key says nothing of one of them. */
export function blanksFit(accepted: readonly (readonly string[])[], answer: Answer | null): number | undefined {
  if (answer?.type !== 'completion' || !accepted.length || accepted.some((words) => !words.length)) return undefined
  const right = accepted.filter((words, n) => words.some((w) => plain(w) === plain(answer.blanks[n] ?? '')))
  return right.length / accepted.length
}

/** Whether every blank says one of what is accepted there. It proposes, and a person decides; nothing accepted in a blank proposes nothing. */
export const fillsKey = (accepted: readonly (readonly string[])[], answer: Answer | null): boolean =>
  answer?.type === 'completion' &&
  accepted.length > 0 &&
  accepted.length === answer.blanks.length &&
  accepted.every((words, n) => words.some((w) => plain(w) === plain(answer.blanks[n] ?? '')))
