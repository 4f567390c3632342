/** The nodes of a scene with what can be opened of each. */
import type { ReactNode } from 'react'
import type { ConsoleKind } from '../../../contract/scene/node.ts'
import type { Scene, SceneNode } from '../../../contract/scene/scene.schema.ts'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/input/Button.tsx'
import { Copyable } from '../../../ui/data/Copyable.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

interface RailProps {
  scene: Scene
  /** How many consoles one may open still. */
  room?: ReactNode
  open: (node: string, kind: ConsoleKind) => void
  opened: readonly string[]
  keyOf: (scene: string, node: string, kind: ConsoleKind) => string
}

export function NodeRail({ scene, room, open, opened, keyOf }: RailProps) {
  const opens = (n: SceneNode) => n.can.includes('console')
  /** Beside those that one works at, what is there to be reached from them. */
  const isTarget = (n: SceneNode) => n.status === 'on' && n.consoles.length > 0 && !opens(n) && scene.nodes.some(opens)
  return (
    <nav className="mg-rail" aria-label={t('console.nodes')}>
      <h2 className="mg-rail-title">{t('console.nodes')}</h2>
      {room}
      {!scene.nodes.length && <p className="mg-rail-text">{t('console.no_nodes')}</p>}
      <ul className="mg-rail-list">
        {scene.nodes.map((n) => (
          <li key={n.id} className="mg-rail-node">
            <div className="mg-rail-words">
              <RailName node={n} open={open} />
              {n.address && (
                <span className="mg-rail-address">
                  <Copyable mono text={n.address} />
                </span>
              )}
              {isTarget(n) && <span className="mg-rail-note">{t('console.target')}</span>}
            </div>
            {opens(n) &&
              n.consoles.map((kind) => (
                <IconButton
                  key={kind}
                  size="small"
                  icon={kind === 'terminal' ? 'terminal' : 'desktop'}
                  label={t(kind === 'terminal' ? 'console.open_terminal' : 'console.open_desktop', { node: n.name })}
                  pressed={opened.includes(keyOf(scene.id, n.id, kind))}
                  onClick={() => open(n.id, kind)}
                />
              ))}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Opens what the first of the buttons beside it opens. */
function RailName({ node, open }: { node: SceneNode } & Pick<RailProps, 'open'>) {
  const [first] = node.consoles
  const name = <StatusTag dot word={node.status} label={node.name} />
  if (!first || !node.can.includes('console')) return <span className="mg-rail-name">{name}</span>
  return (
    <button type="button" className="mg-rail-name mg-rail-open" onClick={() => open(node.id, first)}>
      {name}
    </button>
  )
}
