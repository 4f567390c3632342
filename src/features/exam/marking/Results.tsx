/** Results by rank, with shared ranks. */
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { limits } from '../../../contract/limits.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pager } from '../../../kit/list/Pager.tsx'
import { SearchBox } from '../../../kit/list/SearchBox.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { useKept } from '../../../kit/list/useKept.ts'
import { ExportResults } from '../results/ExportResults.tsx'
import { SheetLink } from './SheetLink.tsx'

const start = { page: 1, q: '' }
export function Results({ exam }: { exam: Exam }) {
  const [at, setAt] = useKept(start)
  const query = { page: at.page, page_size: limits.pageSize.default, ...(at.q ? { q: at.q } : {}) }
  const { data, error, refetch } = useRead('GET /exams/:id/results', { params: { id: exam.id }, query })
  return (
    <>
      <div className="exam-bar">
        <SearchBox label={t('marking.search')} q={at.q} onSearch={(q) => setAt({ page: 1, q })} />
        {data && data.total > 0 && <ExportResults id={exam.id} exam={exam.name} />}
      </div>
      {data && data.unmarked > 0 && (
        <p className="exam-message" role="status">
          <Icon name="warn" /> {t('marking.unmarked', { n: data.unmarked })}
        </p>
      )}
      {data && data.absent > 0 && <p className="mg-dim">{t('marking.absent', { n: data.absent })}</p>}
      <Panel flush>
        {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
        {!data && !error && <Loading kind="list" rows={8} />}
        {data?.items.length === 0 && (
          <Empty icon="trophy" title={t(at.q ? 'kit.list.no_match' : 'marking.no_results')} />
        )}
        {data && data.items.length > 0 && (
          <table className="mg-table marking-table">
            <thead>
              <tr>
                <th scope="col">{t('exam.rank')}</th>
                <th scope="col">{t('marking.candidate')}</th>
                <th scope="col">{t('marking.org')}</th>
                <th scope="col">{t('marking.points')}</th>
                <th scope="col">{t('marking.share')}</th>
                <th scope="col">{t('exam.grade')}</th>
                <th scope="col">{t('marking.print')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((r) => (
                <tr key={r.attempt ?? r.user_id}>
                  <td className="mg-num">{r.rank === null ? '–' : format.number(r.rank)}</td>
                  <td>
                    {r.attempt === null ? (
                      r.name
                    ) : (
                      <SheetLink exam={exam} of={r.user_id || r.attempt}>
                        {r.name}
                      </SheetLink>
                    )}
                    {r.username && <span className="mg-faint marking-sub">{r.username}</span>}
                  </td>
                  <td>{r.org_name}</td>
                  <td className="mg-num">{r.points === null ? '–' : format.number(r.points)}</td>
                  <td className="mg-num">{r.share === null ? '–' : format.percent(r.share)}</td>
                  <td>
                    {r.grade === null ? (
                      <StatusTag word="absent" label={t('exam.turnout.absent')} />
                    ) : (
                      <span className="exam-grade">{r.grade}</span>
                    )}
                  </td>
                  <td>
                    {r.user_id && r.attempt && (
                      <Link to={href('exam-score-print', { examId: exam.id, userId: r.user_id })}>
                        {t('marking.print')}
                      </Link>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      <Pager
        of={t('marking.tab.results')}
        page={at.page}
        size={limits.pageSize.default}
        total={data?.total}
        onPage={(page) => setAt({ ...at, page })}
      />
    </>
  )
}
