import { useEffect, useRef } from 'react'
import { format, t } from '../../../../i18n/index.ts'
import { useRead } from '../../../../kit/data/api.ts'
import { useLatest } from '../../../../kit/resource/useLatest.ts'
import { Panel } from '../../../../ui/layout/Panel.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../../ui/data/StatusTag.tsx'

/** The clearing on its way with its progress, or what the last one took. */
export function LastRun({ onDone }: { onDone: () => void }) {
  const { data } = useRead('GET /clearing/run', undefined, { every: 2000 })
  const run = data?.run
  const running = run?.state === 'running'
  const was = useRef(false)
  const done = useLatest(onDone)
  useEffect(() => {
    if (was.current && !running) done.current()
    was.current = running
  }, [running, done])
  if (!data || (!run && !data.next_at)) return null
  const count = run?.gone.reduce((n, g) => n + g.count, 0) ?? 0
  const bytes = run?.gone.reduce((n, g) => n + g.bytes, 0) ?? 0
  return (
    <Panel
      title={t('config.clear_last')}
      {...(data.next_at ? { description: t('config.clear_next', { at: format.dateTime(data.next_at) }) } : {})}
    >
      {run && (
        <div className="clearing-run" role="status">
          <StatusTag word={run.state} label={t(`config.clear_state.${run.state}`)} />
          <span>
            {t('config.clear_gone', {
              at: format.dateTime(run.started_at),
              who: run.by || t('config.clear_by_itself'),
              n: count,
              size: format.size(bytes),
            })}
          </span>
          {running && <ProgressBar label={t('config.clear_last')} value={run.progress} showValue />}
        </div>
      )}
    </Panel>
  )
}
