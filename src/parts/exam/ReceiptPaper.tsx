/** The receipt as it is printed, on one page; on the screen it is not there. */
import '../../ui/layout/Paper.css'
import type { Receipt } from '../../contract/exam/attempt.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useMe } from '../../kit/session/use.ts'
import { answersText } from './answersText.ts'
import { handedBy } from './handedBy.ts'
import { PrintedReceipt } from './ReceiptPanel.tsx'

/** As the server says it, so that it reads the same in every time zone. */
export const exactTime = (at: string): string => `${format.dateTimeSeconds(at)} (${at})`

export function ReceiptPaper({ receipt: r, exam }: { receipt: Receipt; exam: string }) {
  const me = useMe()
  const { data } = useRead('GET /my-exams/:id', { params: { id: exam } })
  const began = data?.mine.find((a) => a.id === r.attempt)?.began_at
  const facts: [string, string][] = [
    [t('exam.receipt.exam'), r.exam],
    [t('exam.receipt.candidate'), r.candidate],
    ...(me ? [[t('exam.receipt.account'), me.username] as [string, string]] : []),
    [t('exam.receipt.attempt'), format.number(r.n)],
    ...(began ? [[t('exam.receipt.began'), exactTime(began)] as [string, string]] : []),
    [t('exam.receipt.handed'), exactTime(r.handed_at)],
    [t('exam.receipt.answers'), answersText(r)],
    [t('exam.receipt.saves'), format.number(r.saves)],
  ]
  const sums: [string, string][] = [
    [t('exam.receipt.digest'), r.digest],
    [t('exam.receipt.signature'), r.signature],
  ]
  return (
    <PrintedReceipt
      title={t('exam.receipt.paper_title')}
      note={r.handed_by === 'candidate' ? undefined : handedBy(r, format.dateTimeSeconds(r.handed_at))}
      facts={facts}
      sums={sums}
    />
  )
}
