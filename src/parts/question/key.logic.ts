/** A right answer in one line, as people say it. */
import type { Answer, AnswerKey, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import { t } from '../../i18n/index.ts'

/** @returns undefined where a person judged and no model answer is given */
export function keyText(question: Pick<ShownQuestion, 'options'>, key: AnswerKey): string | undefined {
  if (key.truth !== undefined) return t(key.truth ? 'bank.true' : 'bank.false')
  if (key.correct?.length)
    return question.options.flatMap((o, n) => (key.correct?.includes(o.id) ? [`${n + 1} ${o.text}`] : [])).join('; ')
  if (key.accepted?.length) return key.accepted.map((texts, n) => `${n + 1} ${texts.join(' / ')}`).join('; ')
  return key.reference || undefined
}

/** An answer in one line; an empty text where there is none. */
export function answerText(question: Pick<ShownQuestion, 'options'>, answer: Answer | null): string {
  switch (answer?.type) {
    case 'true-false':
      return answer.truth === null ? '' : t(answer.truth ? 'bank.true' : 'bank.false')
    case 'single':
    case 'multiple':
      return question.options.flatMap((o, n) => (answer.chosen.includes(o.id) ? [`${n + 1} ${o.text}`] : [])).join('; ')
    case 'completion':
      return answer.blanks.map((text, n) => `${n + 1} ${text}`).join('; ')
    default:
      return answer?.text ?? ''
  }
}
