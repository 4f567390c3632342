/** What the candidate did in the machines of a question, beside his answer: how long they ran, and what was recorded of it. */
import { lazy, Suspense, useState } from 'react'
import type { MarkingItem } from '../../../contract/exam/run.schema.ts'
import { overStatuses } from '../../../contract/scene/status.ts'
import { format, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'

const SceneRecordings = lazy(() => import('./SceneRecordings.tsx'))

interface SceneLineProps {
  sheet: string
  of: NonNullable<MarkingItem['scene']>
}
export function SceneLine({ sheet, of: scene }: SceneLineProps) {
  const [open, setOpen] = useState(false)
  return (
    <p className="marking-scene">
      <Icon name="machine" />
      <span>{t('exam.scene_ran', { time: format.span(scene.ran) })}</span>
      {!overStatuses.has(scene.status) && <span className="mg-dim">{t(`scene.status.${scene.status}`)}</span>}
      {scene.recordings > 0 && (
        <Button size="small" icon="play" onClick={() => setOpen(true)}>
          {t('exam.scene_recordings', { n: scene.recordings })}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <SceneRecordings sheet={sheet} item={scene.item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  )
}
