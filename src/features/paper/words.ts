import { resourceOf, type Bank, type QuestionType } from '../../contract/bank/question.ts'
import { type MessageKey, t } from '../../i18n/index.ts'

/** What kind of question it is, in the words of its bank. */
export const typeText = (type: QuestionType): string =>
  type === 'operation'
    ? t('exercise.one')
    : type === 'flag'
      ? t('flag-challenge.one')
      : t(`theory-question.type.${type}`)
export const bankText = (bank: Bank): string => t(`${resourceOf[bank]}.many` as MessageKey)
