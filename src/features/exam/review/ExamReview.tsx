/** A sheet looked at afterwards: points, answers and keys as far as the exam shows them, and objections. */
import '../exam.css'
import './review.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ReviewedSheet } from './Sheet.tsx'

export default function ExamReview() {
  const { exam_id = '' } = useParams()
  const [search] = useSearchParams()
  const { language } = useSettings()
  const guide = useRead('GET /my-exams/:id', { params: { id: exam_id } })
  const id = search.get('attempt') ?? guide.data?.mine.at(-1)?.id
  const { data, error, refetch } = useRead(
    'GET /exam-attempts/:id/review',
    { params: { id: id ?? '' }, query: { language } },
    { skip: id === undefined },
  )
  const problem = error ?? guide.error
  return (
    <Page
      narrow
      title={data?.exam ?? guide.data?.name ?? t('screen.exam-review')}
      actions={
        data && (
          <Link className={linkClass()} to={href('exam-score-print', { examId: exam_id, userId: data.attempt })}>
            {t('exam.print')}
          </Link>
        )
      }
    >
      {problem && !data ? (
        <ProblemView problem={problem} onRetry={refetch} />
      ) : guide.data && id === undefined ? (
        <Empty
          icon="history"
          title={t('exam.nothing_yet')}
          action={
            <Link className={linkClass()} to={href('exam-list')}>
              {t('screen.exam-list')}
            </Link>
          }
        />
      ) : data ? (
        <ReviewedSheet of={data} />
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  )
}
