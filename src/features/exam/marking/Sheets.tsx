/** Sheets that were handed in, page by page. */
import { Link } from 'react-router-dom'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

const states = ['to-be-scored', 'scored'] as const
const start = {
  page: 1,
  q: '',
  status: undefined as (typeof states)[number] | undefined,
  for: undefined as 'me' | undefined,
}
const among = { status: states, for: ['me'] as const }

export function Sheets({ exam }: { exam: Exam }) {
  const sheets = useBrowse('GET /exams/:id/sheets', { start, among, params: { id: exam.id }, every: 15_000 })
  return (
    <>
      <BrowseBar
        of={sheets}
        search={t('marking.search')}
        filters={[
          {
            field: 'status',
            label: t('exam.field.status'),
            all: t('exam.all'),
            options: states.map((value) => ({ value, label: t(`exam.attempt_status.${value}`) })),
          },
          ...(exam.can.includes('give')
            ? [
                {
                  field: 'for' as const,
                  label: t('marking.whose'),
                  all: t('marking.whose_all'),
                  options: [{ value: 'me', label: t('marking.whose_mine') }],
                },
              ]
            : []),
        ]}
      />
      <Panel flush>
        <BrowseView
          compact
          of={sheets}
          name={t('marking.tab.sheets')}
          empty={{ icon: 'file', title: t('marking.no_sheets') }}
        >
          {({ items }) => (
            <Table
              name={t('marking.candidate')}
              rows={items}
              keyOf={(r) => r.attempt}
              columns={[
                {
                  head: t('marking.candidate'),
                  cell: (r) => (
                    <>
                      <Link
                        to={href(
                          'exam-score-person',
                          { examId: exam.id, userId: r.user_id || r.attempt },
                          r.user_id ? { attempt: r.attempt } : undefined,
                        )}
                      >
                        {r.candidate}
                      </Link>
                      {exam.attempts > 1 && (
                        <span className="mg-faint marking-sub">{t('exam.attempt', { n: r.n })}</span>
                      )}
                    </>
                  ),
                },
                {
                  head: t('exam.field.status'),
                  cell: (r) => <StatusTag dot word={r.status} label={t(`exam.attempt_status.${r.status}`)} />,
                },
                {
                  head: t('marking.points'),
                  short: true,
                  className: 'mg-num',
                  cell: (r) => (
                    <>
                      {format.number(r.points)} <span className="mg-faint">/ {format.number(r.score)}</span>
                    </>
                  ),
                },
                {
                  head: t('marking.open'),
                  className: 'mg-num',
                  cell: (r) => (r.open > 0 ? t('marking.open_n', { n: r.open }) : '–'),
                },
              ]}
            />
          )}
        </BrowseView>
      </Panel>
    </>
  )
}
