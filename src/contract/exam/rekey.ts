/** A key that turned out wrong after people sat the exam: what may be put in its place, and what each answer is worth then. */
import type { Answer } from '../bank/answer.schema.ts'
import { isBlankAnswer, judgeAnswer, type JudgedQuestion, pointsOfShare } from '../bank/answer.ts'
import type { QuestionType } from '../bank/question.ts'
import type { KeyChange } from './rekey.schema.ts'

/** Ways to change the key of a type; what people judge can only be given to all or left out. */
export const keyChangeKindsOf = (type: QuestionType): KeyChange['kind'][] =>
  type === 'true-false'
    ? ['truth', 'everybody', 'left_out', 'as_was']
    : type === 'single' || type === 'multiple'
      ? ['options', 'everybody', 'left_out', 'as_was']
      : ['everybody', 'left_out', 'as_was']

/** The question as it is judged in the exam from now on. */
export function withKeyChange<J extends JudgedQuestion>(question: J, change: KeyChange | undefined): J {
  if (change?.kind === 'truth') return { ...question, truth: change.truth }
  if (change?.kind !== 'options') return question
  return {
    ...question,
    options: (question.options ?? []).map((o) => ({ ...o, correct: change.correct.includes(o.id) })),
  }
}

/** What an item counts in the total. */
export const worthOf = (score: number, change: KeyChange | undefined): number =>
  change?.kind === 'left_out' ? 0 : score

/** What is decided without a look at the answer: all points to everybody, or none because it does not count. */
export function ruled(change: KeyChange | undefined, score: number): { points: number; rule: string } | undefined {
  if (change?.kind === 'everybody') return { points: score, rule: 'everybody' }
  return change?.kind === 'left_out' ? { points: 0, rule: 'left_out' } : undefined
}

/** Points by the changed key; undefined for what a person, or the keeper of flags, judges. */
export function rejudged(
  question: JudgedQuestion,
  answer: Answer | null,
  score: number,
  change: KeyChange | undefined,
): { points: number; rule: string } | undefined {
  const all = ruled(change, score)
  if (all) return all
  const verdict = judgeAnswer(withKeyChange(question, change), answer)
  if (verdict) return { points: pointsOfShare(verdict.share, score), rule: verdict.rule }
  return isBlankAnswer(answer) ? { points: 0, rule: 'empty' } : undefined
}
