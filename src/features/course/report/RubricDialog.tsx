/** Another rubric than reports were marked by: what it makes of each, before anything is changed. */
import { useState } from 'react'
import { reportsAtOnce } from '../../../contract/course/report.ts'
import type { ReportLab, RubricChange } from '../../../contract/course/report.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'

/** Reports that are listed; nobody reads on. */
const listed = 100
/** Those for whom most changes are listed first: who passes now or does not, then by how much. */
const stir = (r: RubricChange['reports'][number]): number =>
  (r.passed_before === r.passed_after ? 0 : 1) + Math.abs(r.after - r.before)

export function RubricDialog({ lab, onClose }: { lab: ReportLab; onClose: () => void }) {
  const of = { course_id: lab.course.id, section_id: lab.section.id }
  const { data, error, refetch } = useRead('GET /course-report-labs/rubric', { query: of }, { fresh: true })
  const [apply] = useWrite('POST /course-report-labs/rubric')
  // each call makes the list shorter: what was agreed to stands until all of it is through
  const [going, setGoing] = useState<{ rows: RubricChange['reports']; done: number }>()
  const rows = going?.rows ?? data?.reports ?? []
  const moved = (from: boolean, to: boolean) =>
    rows.filter((r) => r.passed_before === from && r.passed_after === to && r.open === 0).length
  const open = rows.filter((r) => r.open > 0).length
  const act = async () => {
    try {
      for (let done = 0; done < rows.length; done += reportsAtOnce) {
        setGoing({ rows, done })
        const reports = rows.slice(done, done + reportsAtOnce).map(({ id, version }) => ({ id, version }))
        await apply({ body: { ...of, reports } })
      }
    } catch (e) {
      // what is left is what the server says now
      setGoing(undefined)
      refetch()
      throw e
    }
  }
  return (
    <Confirm
      open
      size="default"
      title={t('report.rubric_title')}
      confirm={t('report.rubric_apply', { n: rows.length })}
      done={t('report.rubric_done')}
      ready={rows.length > 0}
      onConfirm={act}
      onClose={onClose}
    >
      <p>{t('report.rubric_text')}</p>
      {going && (
        <ProgressBar
          value={going.done / rows.length}
          label={t('report.rubric_apply', { n: rows.length })}
          says={t('report.rubric_going', { n: going.done, all: rows.length })}
        />
      )}
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
          rows={rows.toSorted((a, b) => stir(b) - stir(a)).slice(0, listed)}
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
      {rows.length > listed && <p className="mg-hint">{t('report.rubric_first', { n: listed, all: rows.length })}</p>}
    </Confirm>
  )
}
