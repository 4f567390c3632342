/** One import from its plan to its undo: what would happen to each row, choices, apply, undo. */
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useSearchParams } from 'react-router-dom'
import { onlyFileOf } from '../../contract/import/screens.ts'
import { type ImportState, rowVerdicts } from '../../contract/import/import.ts'
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { format, t, tMade } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { dataApi, useRead, useWrite } from '../data/api.ts'
import { FileList } from './FileList.tsx'
import { PlanActions } from './PlanActions.tsx'
import { PlanNews } from './PlanNews.tsx'
import { PlanRows } from './PlanRows.tsx'
import { rowsLeftByUndo, rowVerdictText } from './words.ts'
import './import.css'
import { isOneOf } from '../../contract/lib/typed.ts'

const busyStates: readonly ImportState[] = ['planning', 'applying', 'undoing']
const isBusy = (p: ImportPackage | undefined) => p !== undefined && busyStates.includes(p.state)

type Applied = ComponentType<{ plan: ImportPackage }>
interface ImportPlanProps {
  id: string
  /** Of the page while there is no plan to speak of. */
  title: string
  applied?: Applied | undefined
  onClose: () => void
}

export function ImportPlan({ id, title, applied, onClose }: ImportPlanProps) {
  const [remove] = useWrite('DELETE /imports/:id')
  // nothing is read of an import that is about to be gone
  const [leaving, leave] = useState(false)
  const giveUp = (planning: boolean) => {
    leave(true)
    remove({ params: { id } }).then(
      () => {
        toast.ok(t(planning ? 'import.given-up' : 'import.discarded'))
        onClose()
      },
      (e: unknown) => {
        toast.problem(e)
        leave(false)
      },
    )
  }
  return leaving ? (
    <Waiting title={title} onClose={onClose} />
  ) : (
    <Read id={id} title={title} applied={applied} onClose={onClose} onGiveUp={giveUp} />
  )
}

const Waiting = ({ title, onClose, children }: { title: string; onClose: () => void; children?: ReactNode }) => (
  <Page title={title} actions={<Button onClick={onClose}>{t('import.back')}</Button>}>
    {children ?? <Loading kind="list" />}
  </Page>
)

interface PlanProps {
  applied: Applied | undefined
  onClose: () => void
  onGiveUp: (planning: boolean) => void
}

function Read({ id, title, ...rest }: PlanProps & { id: string; title: string }) {
  const [polling, poll] = useState(true)
  const { data, error, refetch } = useRead('GET /imports/:id', { params: { id } }, { every: polling ? 700 : 0 })
  if (data && isBusy(data) !== polling) poll(isBusy(data))
  useAnew(data?.state)
  // somebody gave it up or discarded it meanwhile: what was read last stands no more
  const gone = error?.code === 'not_found'
  if (data && !gone) return <Plan plan={data} {...rest} />
  return (
    <Waiting title={title} onClose={rest.onClose}>
      {error && <ProblemView problem={error} onRetry={gone ? undefined : refetch} />}
    </Waiting>
  )
}

/** What a package writes or takes back may stand in any list: when it has come to an end, all of them are asked for again. */
function useAnew(state: ImportState | undefined): void {
  const send = useDispatch()
  const before = useRef(state)
  useEffect(() => {
    if (state === undefined || state === before.current) return
    if (before.current !== undefined && !busyStates.includes(state)) send(dataApi.util.invalidateTags(['subject']))
    before.current = state
  }, [state, send])
}

function Plan({ plan, applied: After, onClose, onGiveUp }: PlanProps & { plan: ImportPackage }) {
  const send = useDispatch()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('verdict')
  const stayed = rowsLeftByUndo(plan)
  // of a plan, what failed comes before what will be done
  const failed = plan.state === 'planned' && plan.counts.refused > 0
  const usual = stayed
    ? 'stayed'
    : failed
      ? 'refused'
      : (rowVerdicts.find((v) => plan.counts[v] > 0 && v !== 'same') ?? 'new')
  const verdict = (asked === 'stayed' && stayed > 0) || isOneOf(rowVerdicts, asked) ? asked : usual
  const show = (id: string) =>
    setSearch(
      (s) => {
        s.set('verdict', id)
        s.delete('rows')
        return s
      },
      { replace: true },
    )
  const busy = isBusy(plan)
  // the digest of a plan that was not applied, because it did not hold any more
  const [refused, refuse] = useState<string>()
  return (
    <Page
      title={plan.file_name}
      tags={<StatusTag word={plan.state} label={t(`import.state.${plan.state}`)} />}
      description={`${plan.created_by_name} · ${format.dateTime(plan.created_at)} · ${format.size(plan.size)}`}
      actions={
        <PlanActions
          plan={plan}
          onClose={onClose}
          onGiveUp={() => onGiveUp(plan.state === 'planning')}
          onChanged={() => {
            refuse(plan.digest)
            send(dataApi.util.invalidateTags([{ type: 'subject', id: 'imports' }]))
          }}
        />
      }
    >
      {busy && (
        <div className="import-progress" role="status">
          <ProgressBar value={plan.progress} label={tMade(`import.progress.${plan.state}`)} showValue />
        </div>
      )}
      {After && plan.state === 'applied' && <After plan={plan} />}
      <PlanNews plan={plan} refused={refused} />
      {plan.state !== 'planning' && plan.state !== 'failed' && plan.state !== 'discarded' && (
        <Panel flush>
          <Tabs
            label={t('import.rows')}
            active={verdict}
            onChange={show}
            items={[
              ...(stayed ? [{ id: 'stayed', label: t('import.stayed'), count: stayed }] : []),
              ...rowVerdicts.map((v) => ({ id: v, label: rowVerdictText(plan, v), count: plan.counts[v] })),
            ]}
          />
          <PlanRows key={verdict} plan={plan} verdict={verdict} />
        </Panel>
      )}
      {/* what is wrong with the only file is said above */}
      {plan.files.length > 0 && !(plan.problem && onlyFileOf(plan)?.problem) && <FileList files={plan.files} />}
    </Page>
  )
}
