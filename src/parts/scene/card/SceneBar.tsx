/** One line about a scene for the pages that are about it: where it stands, its nodes, its time, its buttons. */
import './card.css'
import { overStatuses } from '../../../contract/scene/status.ts'
import { t } from '../../../i18n/index.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { problemText } from '../../../ui/feedback/ProblemView.tsx'
import type { SceneCommandName } from '../life/scenes.slice.ts'
import { useCommand } from '../life/use.ts'
import { useLive } from './live.ts'
import { CommandRefusal, SceneCommands } from './SceneCommands.tsx'
import { SceneNotes, SceneProgress, SceneStatusTag } from './SceneState.tsx'
import { Extend, TimeLeft } from './TimeLeft.tsx'

interface BarProps {
  id: string
  /** Consoles beside it say themselves who looks on. */
  consoles?: boolean
}

export function SceneBar({ id, consoles = false }: BarProps) {
  const { scene, heard, gone, asked, problem } = useLive(id)
  const send = useCommand(id)
  if (gone)
    return (
      <Empty compact icon="info" title={t('scene.gone')}>
        {t('scene.gone_text')}
      </Empty>
    )
  if (!scene) return problem ? <p className="sc-note sc-reason">{problemText(problem)}</p> : <Loading rows={1} />
  const under: SceneCommandName | undefined = asked && !asked.problem ? asked.command : undefined
  return (
    <section className="sc-bar" aria-label={scene.name}>
      <div className="sc-line">
        <SceneStatusTag scene={scene} />
        <span className="mg-num mg-dim">{t('scene.nodes_are_on', { on: scene.on, all: scene.instances })}</span>
        <span className="sc-time">
          {scene.remaining !== null && !overStatuses.has(scene.status) && (
            <span className="mg-faint">{t('scene.left_label')}</span>
          )}{' '}
          {/* beside the clock of an exam, “no end” would be read of the exam */}
          {scene.minutes !== null && <TimeLeft scene={scene} heard={heard} />}
        </span>
        <Extend scene={scene} heard={heard} asked={under} send={send} />
        <SceneCommands scene={scene} asked={asked} />
      </div>
      <SceneProgress scene={scene} />
      <SceneNotes scene={consoles ? { ...scene, watched: [] } : scene} />
      <CommandRefusal scene={scene} asked={asked} />
      {problem && <p className="sc-note mg-faint">{t('scene.look_failed')}</p>}
    </section>
  )
}
