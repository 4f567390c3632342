import { resourceOf, type Bank } from '../../contract/bank/question.ts'
import { type MessageKey, t } from '../../i18n/index.ts'

export const bankText = (bank: Bank): string => t(`${resourceOf[bank]}.many` as MessageKey)
