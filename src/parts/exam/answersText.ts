import type { Receipt } from '../../contract/exam/attempt.schema.ts'
import { t } from '../../i18n/index.ts'

/** How many questions of a receipt are answered, partly answered and empty. */
export const answersText = ({ answered, partly = 0, items }: Pick<Receipt, 'answered' | 'partly' | 'items'>): string =>
  t('exam.receipt.answers_are', { answered, partly, empty: items - answered - partly, items })
