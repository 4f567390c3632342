/** One import from its plan to its undo: what would happen to each row, choices, apply, undo. */
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type RowVerdict, rowVerdicts } from '../../contract/import/import.ts'
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { useRead, useWrite } from '../data/api.ts'
import { FileList } from './FileList.tsx'
import { PlanRows } from './PlanRows.tsx'
import { readingProblem } from './words.ts'
import './import.css'

const busyStates = ['planning', 'applying', 'undoing']
const isBusy = (p: ImportPackage | undefined) => p !== undefined && busyStates.includes(p.state)

export function ImportPlan({ id, onClose }: { id: string; onClose(): void }) {
  const [polling, poll] = useState(true)
  const { data, error, refetch } = useRead('GET /imports/:id', { params: { id } }, { every: polling ? 700 : 0 })
  if (data && isBusy(data) !== polling) poll(isBusy(data))
  if (!data)
    return (
      <Page title={t('import.title')} actions={<Button onClick={onClose}>{t('import.back')}</Button>}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="list" />}
      </Page>
    )
  return <Plan plan={data} onClose={onClose} refetch={refetch} />
}

function Plan({ plan, onClose, refetch }: { plan: ImportPackage; onClose(): void; refetch(): void }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('verdict') as RowVerdict | null
  const verdict =
    asked && rowVerdicts.includes(asked)
      ? asked
      : (rowVerdicts.find((v) => plan.counts[v] > 0 && v !== 'same') ?? 'new')
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
  return (
    <Page
      title={plan.file_name}
      tags={<StatusTag word={plan.state} label={t(`import.state.${plan.state}`)} />}
      description={`${plan.created_by_name} · ${format.dateTime(plan.created_at)} · ${format.size(plan.size)}`}
      actions={<PlanActions plan={plan} onClose={onClose} refetch={refetch} />}
    >
      {busy && (
        <div className="import-progress" role="status">
          <ProgressBar value={plan.progress} label={t(`import.progress.${plan.state as 'planning'}`)} showValue />
        </div>
      )}
      {plan.state === 'applied' && (
        <p className="import-outcome">{t('import.applied', { n: plan.counts.new + plan.counts.changed })}</p>
      )}
      {plan.state === 'undone' && <p className="import-outcome">{t('import.undone')}</p>}
      {plan.problem && (
        <Panel className="import-problem">
          <StatusTag word="failed" tone="bad" label={t('problem.archive_refused')} />{' '}
          {readingProblem(String(plan.details?.['code'] ?? plan.problem), plan.details)}
        </Panel>
      )}
      {plan.state !== 'planning' && plan.state !== 'failed' && (
        <Panel flush>
          <Tabs
            label={t('import.rows')}
            active={verdict}
            onChange={show}
            items={rowVerdicts.map((v) => ({ id: v, label: t(`import.verdict.${v}`), count: plan.counts[v] }))}
          />
          <PlanRows plan={plan} verdict={verdict} />
        </Panel>
      )}
      {plan.files.length > 0 && <FileList files={plan.files} />}
    </Page>
  )
}

function PlanActions({ plan, onClose, refetch }: { plan: ImportPackage; onClose(): void; refetch(): void }) {
  const [asking, ask] = useState<'apply' | 'duplicates' | 'undo' | undefined>()
  const [apply, applying] = useWrite('POST /imports/:id/apply')
  const [undo] = useWrite('POST /imports/:id/undo')
  const [remove] = useWrite('DELETE /imports/:id')
  const params = { id: plan.id }
  const writes = plan.counts.new + plan.counts.changed

  const run = async (on_duplicate: 'ask' | 'skip' | 'overwrite') => {
    try {
      await apply({ params, body: { digest: plan.digest, on_duplicate } })
      ask(undefined)
    } catch (e) {
      const problem = problemOf(e)
      if (problem.code === 'duplicate_data') {
        ask('duplicates')
        return
      }
      if (problem.code === 'plan_changed') refetch()
      throw e
    }
  }
  const decide = (choice: 'skip' | 'overwrite') => run(choice).catch((e: unknown) => toast.problem(e))

  return (
    <>
      <Button tone="quiet" onClick={onClose}>
        {t('import.back')}
      </Button>
      {plan.can.includes('remove') && (
        <Button
          onClick={() =>
            void remove({ params }).then(
              () => {
                toast.ok(t('import.discarded'))
                onClose()
              },
              (e: unknown) => toast.problem(e),
            )
          }
        >
          {t('import.remove')}
        </Button>
      )}
      {plan.can.includes('apply') && (
        <Button
          tone="primary"
          busy={applying.busy}
          disabled={writes === 0}
          title={writes === 0 ? t('import.nothing-to-do') : undefined}
          onClick={() => ask('apply')}
        >
          {t('import.apply')}
        </Button>
      )}
      {plan.can.includes('undo') && (
        <Button tone="danger" onClick={() => ask('undo')}>
          {t('import.undo')}
        </Button>
      )}
      <Confirm
        open={asking === 'apply'}
        title={t('import.confirm-apply')}
        confirm={t('import.apply')}
        onConfirm={() => run('ask')}
        onClose={() => ask(undefined)}
      >
        {t('import.confirm-apply-text', {
          added: format.number(plan.counts.new),
          changed: format.number(plan.counts.changed),
        })}
      </Confirm>
      <Dialog
        open={asking === 'duplicates'}
        title={t('import.duplicates')}
        onClose={() => ask(undefined)}
        actions={
          <>
            <Button onClick={() => void decide('skip')}>{t('import.skip-all')}</Button>
            <Button tone="primary" onClick={() => void decide('overwrite')}>
              {t('import.take-all')}
            </Button>
          </>
        }
      >
        {t('import.duplicates-text', { n: plan.counts.changed })}
      </Dialog>
      <Confirm
        open={asking === 'undo'}
        danger
        title={t('import.confirm-undo')}
        confirm={t('import.undo')}
        onConfirm={() => undo({ params, body: { version: plan.version } }).then(() => ask(undefined))}
        onClose={() => ask(undefined)}
      >
        {t('import.confirm-undo-text')}
      </Confirm>
    </>
  )
}
