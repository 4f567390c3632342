/** Reports of a lab that are alike, and how that is found out. */
import { Link } from 'react-router-dom'
import type { ReportLab } from '../../../contract/course/report.schema.ts'
import { shingleWords } from '../../../contract/course/similar.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { useReportLink } from './CourseReport.tsx'

export function SimilarDialog({ lab, onClose }: { lab: ReportLab; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /course-report-labs/similar', {
    query: { course_id: lab.course.id, section_id: lab.section.id },
  })
  const to = useReportLink()
  return (
    <Dialog open title={t('report.similar_title')} onClose={onClose}>
      <p className="mg-hint">{t('report.similar_how', { n: shingleWords })}</p>
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={4} />)}
      {data && data.pairs.length === 0 && <p>{t('report.similar_none', { n: data.reports })}</p>}
      <ul className="report-pairs">
        {data?.pairs.map((p) => (
          <li key={`${p.a} ${p.b}`} className="report-line">
            <Link to={to(p.a)}>{p.a_name}</Link>
            <span className="mg-faint">{t('report.similar_and')}</span>
            <Link to={to(p.b)}>{p.b_name}</Link>
            <strong className="mg-num report-end">{format.percent(p.share)}</strong>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
