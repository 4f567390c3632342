/** What the server says of a receipt. */
import { t } from '../../i18n/index.ts'

export interface ReceiptVerdict {
  genuine: boolean
  unchanged: boolean
}
export const receiptVerdictText = ({ genuine, unchanged }: ReceiptVerdict): string =>
  t(genuine ? (unchanged ? 'exam.receipt.good' : 'exam.receipt.changed') : 'exam.receipt.false')
