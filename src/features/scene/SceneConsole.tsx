/** The consoles of one scene, over the whole window. A query names the node that is open at first: `?node=…&kind=desktop`. */
import './sceneConsole.css'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { t } from '../../i18n/index.ts'
import { ConsoleDesk } from '../../parts/scene/console/ConsoleDesk.tsx'
import { SceneBar } from '../../parts/scene/card/SceneBar.tsx'
import { useScene, useWatched } from '../../parts/scene/life/use.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'

export default function SceneConsole() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const ids = useMemo(() => [id], [id])
  useWatched(ids)
  const { scene, gone, problem } = useScene(id)
  if (gone) return <Empty icon="terminal" title={t('console.gone')} />
  if (!scene) return problem ? <ProblemView problem={problem} /> : <Loading />
  const node = query.get('node')
  return (
    <div className="mg-scene-console">
      <header className="mg-scene-head">
        <h1>{scene.name}</h1>
        <SceneBar id={id} />
      </header>
      <ConsoleDesk
        scene={scene}
        first={node ? { node, kind: query.get('kind') === 'desktop' ? 'desktop' : 'terminal' } : undefined}
      />
    </div>
  )
}
