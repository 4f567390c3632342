/** What the server says of a receipt. */
import { t } from '../../i18n/index.ts'

export interface Verdict {
  genuine: boolean
  unchanged: boolean
}
export const verdictText = ({ genuine, unchanged }: Verdict): string =>
  t(genuine ? (unchanged ? 'exam.receipt.good' : 'exam.receipt.changed') : 'exam.receipt.false')
