/** Cells of lists of scenes that go on living while they are shown: all of them share one look at the server. */
import { useState } from 'react'
import type { Scene } from '../../contract/scene/scene.schema.ts'
import { t } from '../../i18n/index.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { useLive, useRowNow } from '../../parts/scene/card/live.ts'
import { SceneStatusTag } from '../../parts/scene/card/SceneState.tsx'
import { TimeLeft } from '../../parts/scene/card/TimeLeft.tsx'
import { isPassing } from '../../contract/scene/status.ts'
import { useScene } from '../../parts/scene/life/use.ts'

export function StatusCell({ row }: { row: Scene }) {
  useLive(row.id)
  const scene = useRowNow(row)
  return (
    <span className="scene-status">
      <SceneStatusTag scene={scene} dot />
      {isPassing(scene.status) && <ProgressBar label={t(`scene.status.${scene.status}`)} value={scene.progress} />}
    </span>
  )
}

export function NodesCell({ row }: { row: Scene }) {
  const { on, instances } = useRowNow(row)
  return <span className="mg-num">{t('scene.nodes_on', { on, all: instances })}</span>
}

export function TimeCell({ row }: { row: Scene }) {
  const { scene, heard } = useScene(row.id)
  // until the first look the list's own answer counts
  const [read] = useState(() => Date.now())
  return scene ? <TimeLeft scene={scene} heard={heard} /> : <TimeLeft scene={row} heard={read} />
}
