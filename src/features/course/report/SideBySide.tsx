/** Two reports side by side, as they were typed, with the runs of words that both have marked. */
import { Link } from 'react-router-dom'
import type { SimilarReports } from '../../../contract/course/report.schema.ts'
import { commonPieces, shingleWords, type TextPiece } from '../../../contract/course/similar.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { useReportLink } from './CourseReport.tsx'

export function SideBySide({ of }: { of: SimilarReports['pairs'][number] }) {
  const a = useRead('GET /course-reports/:id', { params: { id: of.a } })
  const b = useRead('GET /course-reports/:id', { params: { id: of.b } })
  const failed = a.error ? a : b.error ? b : undefined
  if (failed) return <ProblemView compact problem={failed.error} onRetry={failed.refetch} />
  if (!a.data || !b.data) return <Loading kind="text" rows={8} />
  const pieces = commonPieces(a.data.text, b.data.text, [a.data.template, a.data.template_other])
  return (
    <>
      <p className="mg-hint">{t('report.similar_marked', { n: shingleWords })}</p>
      <div className="report-two">
        <Text id={of.a} name={of.a_name} pieces={pieces.a} />
        <Text id={of.b} name={of.b_name} pieces={pieces.b} />
      </div>
    </>
  )
}

function Text({ id, name, pieces }: { id: string; name: string; pieces: readonly TextPiece[] }) {
  const to = useReportLink()
  return (
    <section aria-label={name}>
      <h3>
        <Link to={to(id)}>{name}</Link>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <div className="report-typed" tabIndex={0} role="group" aria-label={name}>
        {pieces.map((p, i) => (p.common ? <mark key={i}>{p.text}</mark> : <span key={i}>{p.text}</span>))}
      </div>
    </section>
  )
}
