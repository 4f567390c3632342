/** Where a scene stands: its status, how far what passes has come, why, and when its turn is. */
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { isPassing } from '../../../contract/scene/status.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { sceneReasonText } from './words.ts'

export function SceneStatusTag({ scene, dot }: { scene: Pick<Scene, 'status'>; dot?: boolean }) {
  return <StatusTag word={scene.status} label={t(`scene.status.${scene.status}`)} dot={dot} />
}

/** What is being done to it, with its progress; nothing at rest. */
export function SceneProgress({ scene }: { scene: Scene }) {
  if (!isPassing(scene.status)) return null
  const label = tOr([`scene.doing.${scene.event ?? ''}`], t(`scene.status.${scene.status}`))
  return (
    <div className="sc-progress">
      <span className="mg-dim">{label}</span>
      <ProgressBar label={label} value={scene.progress} showValue />
    </div>
  )
}

/** Sentences below it: why, its place in the queue, until when it is tried, who looks on. */
export function SceneNotes({ scene }: { scene: Scene }) {
  const { reason, queue, deadline, watched, frozen, can } = scene
  const names = [...new Set(watched.flatMap((w) => w.by))]
  const waits = queue && queue.seconds !== null ? t('scene.queue_wait', { time: format.span(queue.seconds) }) : ''
  return (
    <>
      {queue && (
        <p className="sc-note" role="status">
          {t('scene.queue', { place: queue.place })}, {waits || t('scene.queue_unknown')}
        </p>
      )}
      {reason && <p className="sc-note sc-reason">{sceneReasonText(reason)}</p>}
      {deadline && isPassing(scene.status) && (
        <p className="sc-note mg-faint">{t('scene.deadline', { time: format.time(deadline) })}</p>
      )}
      {frozen && !can.includes('shadow') && (
        <p className="sc-note sc-held" role="status">
          <Icon name="lock" /> {t('scene.held', { name: frozen.by, time: format.time(frozen.at) })}
        </p>
      )}
      {names.length > 0 && (
        <p className="sc-note" role="status">
          {t('scene.watched_by', { names: format.list(names) })}
        </p>
      )}
    </>
  )
}
