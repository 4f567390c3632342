/** Sheets of an exam on A4: one, those that are named, or all that count; each on a page of its own. */
import '../exam.css'
import './print.css'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { t, useLocale } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { loadMarkdown } from '../../../ui/text/Markdown.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { PrintedSheet, type SheetPrintOptions } from './PrintedSheet.tsx'

const atOnce = 10

export default function ScorePrint() {
  const { examId: id = '', userId = 'all' } = useParams()
  const [search] = useSearchParams()
  const leave = useNavigate()
  const [wanted, setWanted] = useState<SheetPrintOptions>({ answers: false, keys: true })
  // whoever ticks answers and prints at once has them all
  useEffect(() => void loadMarkdown().catch(() => undefined), [])
  const named = userId === 'all' ? search.getAll('of') : [userId]
  const flip = (what: keyof SheetPrintOptions) => setWanted({ ...wanted, [what]: !wanted[what] })
  return (
    <div className="score-print">
      <div className="score-print-bar">
        <h1>{t('result.print.title')}</h1>
        <Button tone="quiet" icon="arrow-left" onClick={() => leave(-1)}>
          {t('result.print.back')}
        </Button>
        <label>
          <input type="checkbox" checked={wanted.answers} onChange={() => flip('answers')} />
          {t('result.print.answers')}
        </label>
        <label>
          <input
            type="checkbox"
            checked={wanted.keys && wanted.answers}
            disabled={!wanted.answers}
            onChange={() => flip('keys')}
          />
          {t('result.print.keys')}
        </label>
      </div>
      <Sheets id={id} named={named} page={1} wanted={wanted} />
    </div>
  )
}

interface SheetsProps {
  id: string
  named: readonly string[]
  page: number
  wanted: SheetPrintOptions
}
/** Some sheets and, when they are there, those behind them: big batches come piece by piece, and the last piece says how far it is. */
function Sheets({ id, named, page, wanted }: SheetsProps) {
  const language = useLocale()
  const { data, error, refetch } = useRead('GET /exams/:id/print', {
    params: { id },
    query: { page, page_size: atOnce, language, ...(named.length ? { of: [...named] } : {}) },
  })
  if (error && !data) return <ProblemView problem={error} onRetry={refetch} />
  if (!data) return page === 1 ? <Loading kind="detail" /> : null
  if (data.total === 0)
    return (
      <Empty icon="file" title={t('result.print.none')}>
        {t('result.print.none_text')}
      </Empty>
    )
  const there = Math.min(data.total, page * atOnce)
  const more = there < data.total
  return (
    <>
      {data.sheets.map((s) => (
        <PrintedSheet key={s.attempt} exam={data.exam} startsAt={data.starts_at} of={s} wanted={wanted} />
      ))}
      <div className={more ? 'score-print-state' : 'score-print-state score-print-ready'}>
        {more ? (
          <ProgressBar
            value={there / data.total}
            label={t('result.print.loading', { n: there, all: data.total })}
            showValue
          />
        ) : (
          <>
            <span className="mg-dim">{t('result.print.of', { n: data.total })}</span>
            <Button tone="primary" onClick={() => window.print()}>
              {t('result.print.print')}
            </Button>
          </>
        )}
      </div>
      {more && <Sheets id={id} named={named} page={page + 1} wanted={wanted} />}
    </>
  )
}
