/** A right answer as people say it, and what it makes of the options beside it. */
import type { Answer, AnswerKey, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import { t } from '../../i18n/index.ts'
import { optionLetter } from './letter.ts'

/** What an option is beside its key: what was chosen and is right, chosen and wrong, or right and was not chosen. Without a key all are alike. */
export function optionMarkOf(
  option: string,
  chosen: boolean,
  key: Pick<AnswerKey, 'truth' | 'correct'> | null | undefined,
): 'right' | 'wrong' | 'missed' | undefined {
  if (!key || (key.truth === undefined && !key.correct)) return undefined
  const right = key.truth === undefined ? key.correct?.includes(option) : String(key.truth) === option
  if (chosen) return right ? 'right' : 'wrong'
  return right ? 'missed' : undefined
}

/** Options by their letters, in the order in which the reader has them: `B TCP; D UDP`. */
const named = ({ options }: Pick<ShownQuestion, 'options'>, ids: readonly string[]): string =>
  options.flatMap((o, n) => (ids.includes(o.id) ? [`${optionLetter(n)} ${o.text}`] : [])).join('; ')

/** @returns undefined where a person judged and no model answer is given */
export function keyText(question: Pick<ShownQuestion, 'options'>, key: AnswerKey): string | undefined {
  if (key.truth !== undefined) return t(key.truth ? 'bank.true' : 'bank.false')
  if (key.correct?.length) return named(question, key.correct)
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
      return named(question, answer.chosen)
    case 'completion':
      return answer.blanks.map((text, n) => `${n + 1} ${text}`).join('; ')
    default:
      return answer?.text ?? ''
  }
}
