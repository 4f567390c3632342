/** The consoles of one scene, over the whole window. A query names the node that is open at first: `?node=…&kind=desktop`. */
import './sceneConsole.css'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { Scene } from '../../contract/scene/scene.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useAccess } from '../../kit/session/use.ts'
import { ConsoleDesk } from '../../parts/scene/console/ConsoleDesk.tsx'
import { SceneBar } from '../../parts/scene/card/SceneBar.tsx'
import { useScene, useWatched } from '../../parts/scene/life/use.ts'
import { Button, linkClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'

const FilesPanel = lazy(async () => ({ default: (await import('../../parts/scene/card/FilesPanel.tsx')).FilesPanel }))

export default function SceneConsole() {
  const { id = '' } = useParams()
  const [query, setQuery] = useSearchParams()
  const ids = useMemo(() => [id], [id])
  useWatched(ids)
  const { scene, gone, problem } = useScene(id)
  if (gone)
    return (
      <Empty icon="terminal" title={t('console.gone')} action={<Recordings scene={id} />}>
        <Back scene={undefined} />
      </Empty>
    )
  if (!scene) return problem ? <ProblemView problem={problem} /> : <Loading />
  const node = query.get('node')
  return (
    <div className="mg-scene-console">
      <header className="mg-scene-head">
        <Back scene={id} />
        <h1>{scene.name}</h1>
        <SceneBar id={id} />
        <span className="mg-scene-ways">
          <Files scene={scene} />
          <Recordings scene={id} />
        </span>
      </header>
      <ConsoleDesk
        key={id}
        scene={scene}
        first={node ? { node, kind: query.get('kind') === 'desktop' ? 'desktop' : 'terminal' } : undefined}
        taken={() => setQuery({}, { replace: true })}
      />
    </div>
  )
}

/** The window has nothing else on it. */
function Back({ scene }: { scene: string | undefined }) {
  const { visible } = useAccess()
  const detail = scene !== undefined && visible.has('scene-monitor-detail')
  const label = t(detail ? 'console.back' : 'console.back_portal')
  const to = detail
    ? href('scene-monitor-detail', { id: scene })
    : href(visible.has('instance-monitoring') ? 'instance-monitoring' : 'personal')
  if (!scene)
    return (
      <Link className={linkClass('quiet')} to={to}>
        {label}
      </Link>
    )
  return (
    <Link className={`${linkClass('quiet', 'small')} mg-btn-icon`} to={to} aria-label={label} title={label}>
      <Icon name="arrow-left" />
    </Link>
  )
}

/** What was recorded of it; every recording of it for those who oversee. */
function Recordings({ scene }: { scene: string }) {
  const { visible } = useAccess()
  const to = visible.has('scene-recording-admin') ? 'scene-recording-admin' : 'scene-recording'
  return (
    <Link className={linkClass('plain', 'small')} to={href(to, undefined, { scene_id: scene })}>
      <Icon name="history" /> {t('console.recordings')}
    </Link>
  )
}

function Files({ scene }: { scene: Scene }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="upload" onClick={() => setOpen(true)}>
        {t('console.files')}
      </Button>
      {open && (
        <Dialog open size="large" title={t('console.files_of', { name: scene.name })} onClose={() => setOpen(false)}>
          <div className="mg-scene-files">
            <Suspense fallback={<Loading kind="list" rows={3} />}>
              <FilesPanel scene={scene} />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  )
}
