/** Results by rank, with shared ranks. */
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { ExportResults } from '../results/ExportResults.tsx'
import { SheetLink } from './SheetLink.tsx'

const start = { page: 1, q: '' }
export function Results({ exam }: { exam: Exam }) {
  const results = useBrowse('GET /exams/:id/results', { start, params: { id: exam.id } })
  const { data } = results
  return (
    <>
      <BrowseBar of={results} search={t('marking.search')}>
        {data && data.total > 0 && <ExportResults id={exam.id} exam={exam.name} />}
      </BrowseBar>
      {data && data.unmarked > 0 && (
        <p className="exam-message" role="status">
          <Icon name="warn" /> {t('marking.unmarked', { n: data.unmarked })}
        </p>
      )}
      {data && data.absent > 0 && <p className="mg-dim">{t('marking.absent', { n: data.absent })}</p>}
      <Panel flush>
        <BrowseView
          compact
          of={results}
          name={t('marking.tab.results')}
          empty={{ icon: 'trophy', title: t('marking.no_results') }}
        >
          {({ items }) => (
            <Table
              name={t('marking.candidate')}
              rows={items}
              keyOf={(r) => r.attempt ?? r.user_id}
              columns={[
                {
                  head: t('exam.rank'),
                  className: 'mg-num',
                  cell: (r) => (r.rank === null ? '–' : format.number(r.rank)),
                },
                {
                  head: t('marking.candidate'),
                  cell: (r) => (
                    <>
                      {r.attempt === null || !data?.opens ? (
                        r.name
                      ) : (
                        <SheetLink exam={exam} of={r.user_id || r.attempt}>
                          {r.name}
                        </SheetLink>
                      )}
                      {r.username && <span className="mg-faint marking-sub">{r.username}</span>}
                    </>
                  ),
                },
                { head: t('marking.org'), cell: (r) => r.org_name },
                {
                  head: t('marking.points'),
                  className: 'mg-num',
                  cell: (r) => (r.points === null ? '–' : format.number(r.points)),
                },
                {
                  head: t('marking.share'),
                  className: 'mg-num',
                  cell: (r) => (r.share === null ? '–' : format.percent(r.share)),
                },
                {
                  head: t('exam.grade'),
                  cell: (r) =>
                    r.grade === null ? (
                      <StatusTag word="absent" label={t('exam.turnout.absent')} />
                    ) : (
                      <span className="exam-grade">{r.grade}</span>
                    ),
                },
                {
                  head: t('marking.print'),
                  cell: (r) =>
                    r.user_id &&
                    r.attempt && (
                      <Link to={href('exam-score-print', { examId: exam.id, userId: r.user_id })}>
                        {t('marking.print')}
                      </Link>
                    ),
                },
              ]}
            />
          )}
        </BrowseView>
      </Panel>
    </>
  )
}
