/** The machines of a challenge: started for this solver alone, and used from here. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { consoleLink, deskLink } from '../../../parts/scene/consoleLink.ts'
import { NodeList } from '../../../parts/scene/card/NodeList.tsx'
import { SceneBar } from '../../../parts/scene/card/SceneBar.tsx'
import { useScene } from '../../../parts/scene/life/use.ts'
import { Refused } from '../../../parts/scene/start/Refused.tsx'
import { overStatuses } from '../../../contract/scene/status.ts'
import { Button, linkClass } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'

interface ScenePanelProps {
  challenge: string
  /** The one this solver has; null while there is none. */
  scene: string | null
}

export function ScenePanel({ challenge, scene }: ScenePanelProps) {
  const [started, setStarted] = useState<string>()
  const [problem, setProblem] = useState<AppProblem>()
  const [start, { busy }] = useWrite('POST /practice-flags/:id/scene')
  const id = scene ?? started
  const { scene: known, gone } = useScene(id ?? '')
  const over = id !== undefined && (gone || (known !== undefined && overStatuses.has(known.status)))
  const begin = async () => {
    setProblem(undefined)
    try {
      setStarted((await start({ params: { id: challenge }, body: {} })).scene_id)
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Panel
      title={t('flag.scene')}
      description={t('flag.scene_text')}
      actions={
        id && known?.can.includes('console') ? (
          <Link className={linkClass('plain', 'small')} to={deskLink(id)}>
            {t('flag.scene_open')}
          </Link>
        ) : undefined
      }
    >
      <div className="flag-task">
        {id && !over && <SceneBar id={id} />}
        {id && !over && known && <NodeList scene={known} console={consoleLink} />}
        {(!id || over) && (
          <p className="flag-line">
            <Button tone="primary" icon="play" busy={busy} onClick={() => void begin()}>
              {t(over ? 'flag.scene_again' : 'flag.scene_start')}
            </Button>
            <span className="mg-dim">{t('flag.scene_yours')}</span>
          </p>
        )}
        {problem && <Refused problem={problem} />}
      </div>
    </Panel>
  )
}
