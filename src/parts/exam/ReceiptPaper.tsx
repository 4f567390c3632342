/** The receipt as it is printed, on one page; on the screen it is not there. */
import '../../ui/layout/Paper.css'
import type { Receipt } from '../../contract/exam/attempt.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useMe } from '../../kit/session/use.ts'
import { answersText } from './answersText.ts'
import { handedBy } from './handedBy.ts'

/** As the server says it, so that it reads the same in every time zone. */
const exact = (at: string): string => `${format.dateTimeSeconds(at)} (${at})`

export function ReceiptPaper({ receipt: r, exam }: { receipt: Receipt; exam: string }) {
  const me = useMe()
  const { data } = useRead('GET /my-exams/:id', { params: { id: exam } })
  const began = data?.mine.find((a) => a.id === r.attempt)?.began_at
  const facts: [string, string][] = [
    [t('exam.receipt.exam'), r.exam],
    [t('exam.receipt.candidate'), r.candidate],
    ...(me ? [[t('exam.receipt.account'), me.username] as [string, string]] : []),
    [t('exam.receipt.attempt'), format.number(r.n)],
    ...(began ? [[t('exam.receipt.began'), exact(began)] as [string, string]] : []),
    [t('exam.receipt.handed'), exact(r.handed_at)],
    [t('exam.receipt.answers'), answersText(r)],
    [t('exam.receipt.saves'), format.number(r.saves)],
  ]
  const sums: [string, string][] = [
    [t('exam.receipt.digest'), r.digest],
    [t('exam.receipt.signature'), r.signature],
  ]
  return (
    <section className="mg-paper receipt-paper" aria-hidden="true">
      <h1>{t('exam.receipt.paper_title')}</h1>
      {r.handed_by !== 'candidate' && <p>{handedBy(r, format.dateTimeSeconds(r.handed_at))}</p>}
      <dl>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {sums.map(([word, value]) => (
          <div key={word} className="receipt-paper-sum">
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('exam.receipt.paper_about')}</p>
    </section>
  )
}
