/** What the candidate did in the machines of a question, beside his answer. */
import { Link } from 'react-router-dom'
import type { MarkingItem } from '../../../contract/exam/run.schema.ts'
import { overStatuses } from '../../../contract/scene/status.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/use.ts'
import { spanText } from '../../../parts/scene/card/words.ts'
import { Icon } from '../../../ui/Icon.tsx'

export function SceneLine({ of: scene }: { of: NonNullable<MarkingItem['scene']> }) {
  const { visible } = useAccess()
  const recordings = t('exam.scene_recordings', { n: scene.recordings })
  const open = scene.recordings > 0 && scene.scene_id !== '' && visible.has('scene-recording-admin')
  return (
    <p className="marking-scene">
      <Icon name="machine" />
      <span>{t('exam.scene_ran', { time: spanText(scene.ran) })}</span>
      {!overStatuses.has(scene.status) && <span className="mg-dim">{t(`scene.status.${scene.status}`)}</span>}
      {open ? (
        <Link to={href('scene-recording-admin', undefined, { scene_id: scene.scene_id })}>{recordings}</Link>
      ) : (
        scene.recordings > 0 && <span className="mg-dim">{recordings}</span>
      )}
    </p>
  )
}
