/** The drawing of a scene with what each of its nodes is doing now. */
import { useMemo } from 'react'
import type { Scene } from '../../contract/scene/scene.schema.ts'
import type { TopologyDocument } from '../../contract/topology/document.ts'
import { t } from '../../i18n/index.ts'
import { TopologyView } from '../../parts/topology-view/TopologyView.tsx'
import { toneOf } from '../../ui/tone.ts'

interface LiveDrawingProps {
  scene: Scene
  drawing: TopologyDocument
  selected?: string | undefined
  onSelect?: (node: string | undefined) => void
}

export default function LiveDrawing({ scene, drawing, ...choice }: LiveDrawingProps) {
  const states = useMemo(
    () => new Map(scene.nodes.map((n) => [n.id, { tone: toneOf(n.status), state: t(`scene.node.${n.status}`) }])),
    [scene.nodes],
  )
  return (
    <TopologyView
      document={drawing}
      label={t('scene.topology_live', { name: scene.name })}
      states={states}
      {...choice}
    />
  )
}
