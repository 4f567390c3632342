/** A scene in a list of them, and wherever another area attaches one: a course, a contest, a training. */
import './card.css'
import { Link } from 'react-router-dom'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { SceneCommandName } from '../life/scenes.slice.ts'
import { useCommand } from '../life/use.ts'
import { useLive } from './live.ts'
import { CommandRefusal, SceneCommands } from './SceneCommands.tsx'
import { SceneNotes, SceneProgress, SceneStatusTag } from './SceneState.tsx'
import { Extend, TimeLeft } from './TimeLeft.tsx'

interface CardProps {
  /** As a list read it; what is known since is shown. */
  scene: Scene
  /** Where its name leads; without it somebody else says the name. */
  to?: string
}

export function SceneCard({ scene: row, to }: CardProps) {
  const { scene: known, heard, asked } = useLive(row.id)
  const send = useCommand(row.id)
  const scene = known && known.revision > row.revision ? known : row
  const under: SceneCommandName | undefined = asked && !asked.problem ? asked.command : undefined
  return (
    <div className="sc-card">
      {to && (
        <h3 className="sc-name mg-ellipsis">
          <Link to={to}>{scene.name}</Link>
        </h3>
      )}
      <p className="sc-line">
        <SceneStatusTag scene={scene} />
        <span className="mg-num mg-dim">{t('scene.nodes_are_on', { on: scene.on, all: scene.instances })}</span>
        {heard > 0 && (
          <span className="sc-time">
            <TimeLeft scene={scene} heard={heard} />
          </span>
        )}
      </p>
      <SceneProgress scene={scene} />
      <SceneNotes scene={scene} />
      <p className="mg-faint mg-ellipsis">
        {t('scene.list_card', { owner: scene.owner_name, topology: scene.topology_name })}
      </p>
      <div className="sc-line">
        <SceneCommands scene={scene} asked={asked} room={2} />
        {heard > 0 && <Extend scene={scene} heard={heard} asked={under} send={send} />}
      </div>
      <CommandRefusal scene={scene} asked={asked} />
    </div>
  )
}
