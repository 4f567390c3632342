/** Reports of a lab that are alike, how that is found out, and two of them side by side. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ReportLab } from '../../../contract/course/report.schema.ts'
import { shingleWords } from '../../../contract/course/similar.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { useReportLink } from './CourseReport.tsx'
import { SideBySide } from './SideBySide.tsx'

export function SimilarDialog({ lab, onClose }: { lab: ReportLab; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /course-report-labs/similar', {
    query: { course_id: lab.course.id, section_id: lab.section.id },
  })
  const to = useReportLink()
  const [compared, setCompared] = useState<{ a: string; b: string }>()
  const pair = data?.pairs.find((p) => p.a === compared?.a && p.b === compared.b)
  return (
    <Dialog
      open
      size="wide"
      title={pair ? t('report.similar_two', { share: format.percent(pair.share) }) : t('report.similar_title')}
      onClose={onClose}
      actions={
        pair && (
          <Button data-autofocus onClick={() => setCompared(undefined)}>
            {t('report.similar_back')}
          </Button>
        )
      }
    >
      {pair ? (
        <SideBySide of={pair} />
      ) : (
        <>
          <p className="mg-hint">{t('report.similar_how', { n: shingleWords })}</p>
          {!data &&
            (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={4} />)}
          {data && data.pairs.length === 0 && <p>{t('report.similar_none', { n: data.reports })}</p>}
          <ul className="report-pairs">
            {data?.pairs.map((p) => (
              <li key={`${p.a} ${p.b}`} className="report-line">
                <Link to={to(p.a)}>{p.a_name}</Link>
                <span className="mg-faint">{t('report.similar_and')}</span>
                <Link to={to(p.b)}>{p.b_name}</Link>
                <strong className="mg-num report-end">{format.percent(p.share)}</strong>
                <Button
                  size="small"
                  aria-label={t('report.similar_compare_of', { a: p.a_name, b: p.b_name })}
                  onClick={() => setCompared(p)}
                >
                  {t('report.similar_compare')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
