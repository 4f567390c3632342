/** Options of a choice as a marker reads them: which was chosen, which are right. */
import type { Answer, AnswerKey, ShownQuestion } from '../../../contract/bank/answer.schema.ts'
import { t } from '../../../i18n/index.ts'

export interface ShownOption {
  id: string
  n: number
  text: string
  chosen: boolean
  right: boolean
}

/** @returns none for a question without options */
export function optionsOf(
  question: Pick<ShownQuestion, 'type' | 'options'>,
  answer: Answer | null,
  key: Pick<AnswerKey, 'truth' | 'correct'>,
): ShownOption[] {
  if (question.type === 'true-false') {
    const truth = answer?.type === 'true-false' ? answer.truth : null
    return [true, false].map((v, n) => ({
      id: String(v),
      n: n + 1,
      text: t(v ? 'bank.true' : 'bank.false'),
      chosen: truth === v,
      right: key.truth === v,
    }))
  }
  const chosen = answer && 'chosen' in answer ? answer.chosen : []
  return question.options.map((o, n) => ({
    id: o.id,
    n: n + 1,
    text: o.text,
    chosen: chosen.includes(o.id),
    right: key.correct?.includes(o.id) ?? false,
  }))
}
