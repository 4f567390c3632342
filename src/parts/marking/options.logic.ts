/** Options of a choice as a marker reads them: which was chosen, which are right. */
import type { Answer, AnswerKey, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import { t } from '../../i18n/index.ts'
import { optionLetter } from '../question/letter.ts'

export interface ShownOption {
  id: string
  /** As its candidate and the paper call it; true and false have none. */
  letter: string
  text: string
  chosen: boolean
  right: boolean
}

/** @returns none for a question without options */
export function shownOptionsOf(
  question: Pick<ShownQuestion, 'type' | 'options'>,
  answer: Answer | null,
  key: Pick<AnswerKey, 'truth' | 'correct'>,
): ShownOption[] {
  if (question.type === 'true-false') {
    const truth = answer?.type === 'true-false' ? answer.truth : null
    return [true, false].map((v) => ({
      id: String(v),
      letter: '',
      text: t(v ? 'bank.true' : 'bank.false'),
      chosen: truth === v,
      right: key.truth === v,
    }))
  }
  const chosen = answer && 'chosen' in answer ? answer.chosen : []
  return question.options.map((o, n) => ({
    id: o.id,
    letter: optionLetter(n),
    text: o.text,
    chosen: chosen.includes(o.id),
    right: key.correct?.includes(o.id) ?? false,
  }))
}
