/** The machines of a question, for whoever works on it alone: started when he wants them, and used from here. */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { overStatuses } from '../../../contract/scene/status.ts'
import { t } from '../../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { consoleLinkFrom, deskLink, type From } from '../consoleLink.ts'
import { useScene } from '../life/use.ts'
import { StartRefusal } from '../start/Refused.tsx'
import { NodeList } from './NodeList.tsx'
import { SceneBar } from './SceneBar.tsx'
import './own-scene.css'

interface OwnSceneProps {
  title: ReactNode
  about: ReactNode
  /** The one there is; null while there is none. */
  scene: string | null
  /** @returns id of the scene that was made, or was there */
  onStart: () => Promise<string>
  disabled?: boolean
  /** Where its consoles lead back to. */
  from?: From
}

export function OwnScene({ title, about, scene, onStart, disabled = false, from }: OwnSceneProps) {
  const [started, setStarted] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AppProblem>()
  const id = started ?? scene
  const { scene: known, gone } = useScene(id ?? '')
  const over = id !== null && (gone || (known !== undefined && overStatuses.has(known.status)))
  const begin = async () => {
    setProblem(undefined)
    setBusy(true)
    try {
      setStarted(await onStart())
    } catch (e) {
      setProblem(problemOf(e))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel
      title={title}
      description={about}
      actions={
        id && known?.can.includes('console') ? (
          <Link className={linkClass('plain', 'small')} to={deskLink(known, from)}>
            {t('scene.own_open')}
          </Link>
        ) : undefined
      }
    >
      <div className="own-scene">
        {id && !over && <SceneBar id={id} />}
        {id && !over && known && <NodeList scene={known} console={consoleLinkFrom(from)} />}
        {(!id || over) && (
          <p className="own-scene-start">
            <Button tone="primary" icon="play" busy={busy} disabled={disabled} onClick={() => void begin()}>
              {t(over ? 'scene.own_again' : 'scene.own_start')}
            </Button>
            <span className="mg-dim">{t('scene.own_wait')}</span>
          </p>
        )}
        {problem && <StartRefusal problem={problem} />}
      </div>
    </Panel>
  )
}
