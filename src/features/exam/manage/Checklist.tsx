/** What is still missing before an exam can go well. */
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { z } from 'zod'
import type { Exam, ExamBody } from '../../../contract/exam/exam.schema.ts'
import type { ExamCheck } from '../../../contract/exam/run.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { CheckLines } from '../../../parts/checklist/CheckLines.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { opensWatch } from '../watch/watch.logic.ts'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

const Candidates = lazy(() => import('./CandidatesDialog.tsx').then((m) => ({ default: m.CandidatesDialog })))

type What = z.output<typeof ExamCheck>['what']
/** The field that a line is about; lines about candidates lead to them. */
const fieldOf: Partial<Record<What, keyof ExamBody>> = {
  paper_has_items: 'paper_id',
  scenes: 'paper_id',
  starts_later: 'starts_at',
  over: 'starts_at',
  time_left: 'duration',
  duration: 'duration',
  markers: 'markers',
  two_markers: 'markers',
  third_marker: 'markers',
  objections: 'markers',
  results: 'results_at',
}
const ofCandidates: ReadonlySet<What> = new Set(['candidates', 'key_readers'])

/** @param onGo into a field of the form below it, where there is one */
export function Checklist({ row, onGo }: { row: Exam; onGo?: (field: string) => void }) {
  const { data, error, refetch } = useRead('GET /exams/:id/checklist', { params: { id: row.id } })
  const [choosing, setChoosing] = useState(false)
  const wayOf = (what: What): (() => void) | undefined => {
    const field = fieldOf[what]
    if (field && onGo) return () => onGo(field)
    return ofCandidates.has(what) && row.can.includes('audience') ? () => setChoosing(true) : undefined
  }
  const missing = data?.items.filter((c) => !c.ok) ?? []
  return (
    <Panel
      title={t('exam.checklist')}
      description={
        data && (missing.length ? t('exam.checklist_missing', { n: missing.length }) : t('exam.checklist_good'))
      }
      actions={
        <>
          {row.can.includes('audience') && (
            <Button size="small" icon="users" onClick={() => setChoosing(true)}>
              {t('exam.candidates')}
            </Button>
          )}
          {opensWatch(row) && (
            <Link className={linkClass('plain', 'small')} to={href('exam-manage', undefined, { watch: row.id })}>
              {t(row.can.includes('run') ? 'exam.deed.watch' : 'exam.deed.look_on')}
            </Link>
          )}
        </>
      }
    >
      {choosing && (
        <Suspense fallback={null}>
          <Candidates row={row} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="list" rows={4} />}
      <CheckLines
        stateText={(state) => t(`exam.check_state.${state}`)}
        lines={(data?.items ?? []).map((c) => ({
          ...c,
          way: wayOf(c.what),
          text: t(`exam.check.${c.what}.${c.ok ? 'ok' : 'missing'}`, format.timed(c.params)),
        }))}
      />
    </Panel>
  )
}
