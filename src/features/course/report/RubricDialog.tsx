/** Another rubric than reports were marked by: what it makes of each, before anything is changed. */
import type { ReportLab } from '../../../contract/course/report.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

export function RubricDialog({ lab, onClose }: { lab: ReportLab; onClose: () => void }) {
  const of = { course_id: lab.course.id, section_id: lab.section.id }
  const { data, error, refetch } = useRead('GET /course-report-labs/rubric', { query: of }, { fresh: true })
  const [apply] = useWrite('POST /course-report-labs/rubric')
  const rows = data?.reports ?? []
  const moved = (from: boolean, to: boolean) =>
    rows.filter((r) => r.passed_before === from && r.passed_after === to && r.open === 0).length
  const open = rows.filter((r) => r.open > 0).length
  return (
    <Confirm
      open
      size="default"
      title={t('report.rubric_title')}
      confirm={t('report.rubric_apply', { n: rows.length })}
      done={t('report.rubric_done')}
      ready={rows.length > 0}
      onConfirm={() =>
        // two hundred at once are what one call takes
        apply({ body: { ...of, reports: rows.slice(0, 200).map(({ id, version }) => ({ id, version })) } })
      }
      onClose={onClose}
    >
      <p>{t('report.rubric_text')}</p>
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="list" rows={4} />)}
      {data && (
        <ul>
          {data.pass !== null && (
            <>
              <li>{t('report.rubric_gain', { n: moved(false, true) })}</li>
              <li>{t('report.rubric_lose', { n: moved(true, false) })}</li>
            </>
          )}
          {open > 0 && <li>{t('report.rubric_open', { n: open })}</li>}
        </ul>
      )}
      {rows.length > 0 && (
        <Table
          name={t('report.rubric_title')}
          rows={rows}
          keyOf={(r) => r.id}
          columns={[
            { head: t('report.by'), names: true, cell: (r) => r.by.name },
            { head: t('report.before'), number: true, cell: (r) => format.percent(r.before) },
            {
              head: t('report.after'),
              number: true,
              cell: (r) => (r.open > 0 ? t('report.waits_again') : format.percent(r.after)),
            },
          ]}
        />
      )}
    </Confirm>
  )
}
