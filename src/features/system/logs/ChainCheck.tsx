/** Works the chain of the trail through on demand: a button that says how it stood last, and a dialog with the runs. */
import { useState } from 'react'
import { useMayChange } from '../../../kit/session/access.ts'
import type { AuditCheck } from '../../../contract/system/audit.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

const outcomeOf = (run: AuditCheck): 'running' | 'failed' | 'holds' | 'broken' =>
  run.state === 'done' ? (run.faults.length ? 'broken' : 'holds') : run.state
const tones = { running: 'info', failed: 'warn', holds: 'ok', broken: 'bad' } as const

export function ChainCheck() {
  const [open, show] = useState(false)
  const may = useMayChange('audit-log')
  const [running, watch] = useState(false)
  const { data, error, refetch } = useRead('GET /audit/checks', undefined, { every: running ? 700 : 0 })
  const [start, starting] = useWrite('POST /audit/checks')
  const runs = data?.items ?? []
  const [last] = runs
  const busy = last?.state === 'running'
  if (busy !== running) watch(busy)
  return (
    <>
      <Button icon={last && outcomeOf(last) === 'broken' ? 'warn' : 'shield'} onClick={() => show(true)}>
        {last ? t(`audit.check.${outcomeOf(last)}`) : t('audit.check.title')}
      </Button>
      <Dialog
        open={open}
        size="large"
        title={t('audit.check.title')}
        onClose={() => show(false)}
        actions={
          may && (
            <Button
              tone="primary"
              busy={starting.busy || busy}
              onClick={() => void start({ body: {} }).catch((e: unknown) => toast.problem(e))}
            >
              {t('audit.check.start')}
            </Button>
          )
        }
      >
        <p>{t('audit.check.about')}</p>
        {busy && last && (
          <div role="status" className="log-progress">
            <ProgressBar value={last.total ? last.rows / last.total : 1} label={t('audit.check.running')} showValue />
            <span className="mg-faint mg-num">
              {t('audit.check.progress', { rows: format.number(last.rows), total: format.number(last.total) })}
            </span>
          </div>
        )}
        {error && !data ? (
          <ProblemView problem={error} onRetry={refetch} compact />
        ) : runs.length === 0 ? (
          <Empty compact icon="shield" title={t('audit.check.none')} />
        ) : (
          <ul className="log-runs">
            {runs.map((run) => (
              <li key={run.id}>
                <StatusTag
                  word={outcomeOf(run)}
                  tone={tones[outcomeOf(run)]}
                  label={t(`audit.check.${outcomeOf(run)}`)}
                />
                <span className="mg-num">{t('audit.check.rows', { n: format.number(run.rows) })}</span>
                <span>{run.by_name}</span>
                <span className="mg-faint">
                  <DateTime at={run.started_at} seconds />
                </span>
                {run.faults.map((f) => (
                  <span key={f.seq} className="log-fault">
                    {t(`audit.fault.${f.what}`, { seq: String(f.seq) })}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </>
  )
}
