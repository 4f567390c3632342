import { type Bank, type QuestionType, resourceOf } from '../../contract/bank/question.ts'
import { type MessageKey, t } from '../../i18n/index.ts'

export const bankText = (bank: Bank): string => t(`${resourceOf[bank]}.many` as MessageKey)

/** What kind of question it is, in the words of its bank. */
export const typeText = (type: QuestionType): string =>
  type === 'operation'
    ? t('exercise.one')
    : type === 'flag'
      ? t('flag-challenge.one')
      : t(`theory-question.type.${type}`)

/** What a place of a sheet asks for and is worth; the question is not told before its time. */
export const asksOf = ({ question, score }: { question: { type: QuestionType } | null; score: number }): string =>
  [...(question ? [typeText(question.type)] : []), t('bank.n_points', { n: score })].join(' · ')
