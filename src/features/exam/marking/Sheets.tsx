/** Sheets that were handed in, page by page. */
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { limits } from '../../../contract/limits.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pager } from '../../../kit/list/Pager.tsx'
import { SearchBox } from '../../../kit/list/SearchBox.tsx'
import { useKept } from '../../../kit/list/useKept.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { Choices } from './Choices.tsx'

const states = ['to-be-scored', 'scored'] as const
const start = { page: 1, q: '', status: undefined as (typeof states)[number] | undefined }
const among = { status: states }

export function Sheets({ exam }: { exam: Exam }) {
  const [at, setAt] = useKept(start, among)
  const query = {
    page: at.page,
    page_size: limits.pageSize.default,
    ...(at.q ? { q: at.q } : {}),
    ...(at.status ? { status: at.status } : {}),
  }
  const { data, error, refetch } = useRead(
    'GET /exams/:id/sheets',
    { params: { id: exam.id }, query },
    { every: 15_000 },
  )
  const hidden = data?.items.some((r) => r.user_id === '')
  return (
    <>
      <div className="exam-bar">
        {!hidden && <SearchBox label={t('marking.search')} q={at.q} onSearch={(q) => setAt({ ...at, q, page: 1 })} />}
        <Choices
          label={t('exam.field.status')}
          value={at.status}
          options={states.map((id) => ({ id, label: t(`exam.attempt_status.${id}`) }))}
          onChange={(status) => setAt({ ...at, page: 1, status })}
        />
      </div>
      <Panel flush>
        {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
        {!data && !error && <Loading kind="list" rows={8} />}
        {data?.items.length === 0 && (
          <Empty icon="file" title={t(at.q || at.status ? 'kit.list.no_match' : 'marking.no_sheets')} />
        )}
        {data && data.items.length > 0 && (
          <table className="mg-table marking-table">
            <thead>
              <tr>
                <th scope="col">{t('marking.candidate')}</th>
                <th scope="col">{t('exam.field.status')}</th>
                <th scope="col">{t('marking.points')}</th>
                <th scope="col">{t('marking.open')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((r) => (
                <tr key={r.attempt}>
                  <td>
                    <Link
                      to={href(
                        'exam-score-person',
                        { examId: exam.id, userId: r.user_id || r.attempt },
                        r.user_id ? { attempt: r.attempt } : undefined,
                      )}
                    >
                      {r.candidate}
                    </Link>
                    {exam.attempts > 1 && <span className="mg-faint marking-sub">{t('exam.attempt', { n: r.n })}</span>}
                  </td>
                  <td>
                    <StatusTag dot word={r.status} label={t(`exam.attempt_status.${r.status}`)} />
                  </td>
                  <td className="mg-num">
                    {format.number(r.points)} <span className="mg-faint">/ {format.number(r.score)}</span>
                  </td>
                  <td className="mg-num">{r.open > 0 ? t('marking.open_n', { n: r.open }) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      <Pager
        of={t('marking.tab.sheets')}
        page={at.page}
        size={limits.pageSize.default}
        total={data?.total}
        onPage={(page) => setAt({ ...at, page })}
      />
    </>
  )
}
