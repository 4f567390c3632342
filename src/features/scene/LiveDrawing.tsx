/** The drawing of a scene with what each of its nodes is doing now. */
import { useMemo } from 'react'
import type { Scene } from '../../contract/scene/scene.schema.ts'
import type { TopologyDocument } from '../../contract/topology/document.ts'
import { t } from '../../i18n/index.ts'
import { NodeActs } from '../../parts/scene/card/NodeList.tsx'
import { consoleLink } from '../../parts/scene/consoleLink.ts'
import { TopologyView } from '../../parts/topology-view/TopologyView.tsx'
import { IconButton } from '../../ui/input/Button.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { toneOf } from '../../ui/data/tone.ts'

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
  const view = (
    <TopologyView
      document={drawing}
      label={t('scene.topology_live', { name: scene.name })}
      states={states}
      {...choice}
    />
  )
  if (!choice.onSelect) return view
  const node = scene.nodes.find((n) => n.id === choice.selected)
  return (
    <div className="scene-live">
      {view}
      <div className="scene-live-acts" role="group" aria-label={t('scene.node_acts')} aria-live="polite">
        {node ? (
          <>
            <StatusTag dot word={node.status} label={node.name} />
            <span className="mg-dim">{t(`scene.node.${node.status}`)}</span>
            <NodeActs of={node} scene={scene.id} consoleOf={consoleLink} />
            <IconButton size="small" icon="close" label={t('ui.close')} onClick={() => choice.onSelect?.(undefined)} />
          </>
        ) : (
          <span className="mg-faint">{t('scene.drawing_choose')}</span>
        )}
      </div>
    </div>
  )
}
