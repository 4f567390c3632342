/** The consoles of one scene, over the whole window. A query names the node that is open at first: `?node=…&kind=desktop`. */
import './sceneConsole.css'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { Scene } from '../../contract/scene/scene.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useAccess } from '../../kit/session/access.ts'
import { ConsoleDesk } from '../../parts/scene/console/ConsoleDesk.tsx'
import { SceneBar } from '../../parts/scene/card/SceneBar.tsx'
import { SceneLog } from '../../parts/scene/lab/SceneLog.tsx'
import { SceneFiles } from '../../parts/scene/lab/SceneFiles.tsx'
import { useScene, useWatched } from '../../parts/scene/life/use.ts'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'

const Consoles = lazy(async () => ({ default: (await import('./detail/OpenConsoles.tsx')).Consoles }))

export default function SceneConsole() {
  const { id = '' } = useParams()
  const [query, setQuery] = useSearchParams()
  const ids = useMemo(() => [id], [id])
  useWatched(ids)
  const { scene, gone, problem } = useScene(id)
  const [name, setName] = useState('')
  if (scene && scene.name !== name) setName(scene.name)
  if (gone) return <Over scene={id} name={name} />
  if (!scene) return problem ? <ProblemView problem={problem} /> : <Loading />
  const node = query.get('node')
  return (
    <div className="mg-scene-console">
      <header className="mg-scene-head">
        <Back scene={id} />
        <h1>{scene.name}</h1>
        <SceneBar id={id} consoles />
        <span className="mg-scene-ways">
          {scene.can.includes('shadow') && <LookOn scene={scene} />}
          <SceneFiles scene={scene} />
          <SceneLog scene={scene} />
          <Recordings scene={id} />
        </span>
      </header>
      <ConsoleDesk
        key={id}
        scene={scene}
        first={node ? { node, kind: query.get('kind') === 'desktop' ? 'desktop' : 'terminal' } : undefined}
        taken={() =>
          setQuery(
            (now) => {
              now.delete('node')
              now.delete('kind')
              return now
            },
            { replace: true },
          )
        }
      />
    </div>
  )
}

/** What is left of a scene that was closed while its consoles were open, or before. */
function Over({ scene, name }: { scene: string; name: string }) {
  const { label, to } = useWayBack()
  return (
    <div className="mg-scene-over">
      <Empty
        page
        icon="power"
        title={t('console.gone')}
        action={
          <>
            <Link className={linkClass('primary')} to={to}>
              <Icon name="arrow-left" /> {label}
            </Link>
            <Recordings scene={scene} size="default" />
          </>
        }
      >
        {name ? t('console.gone_name', { name }) : t('console.gone_text')}
      </Empty>
    </div>
  )
}

/** To the lesson it is for, to the scene where it can be looked at, to the portal. */
function useWayBack(scene?: string): { label: string; to: string } {
  const { visible } = useAccess()
  const { course_id: course = '-', lesson_id: lesson = '-' } = useParams()
  if (course !== '-' && lesson !== '-')
    return { label: t('console.back_lesson'), to: href('my-lesson', { resource_id: course, lesson_id: lesson }) }
  if (scene !== undefined && visible.has('scene-monitor-detail'))
    return { label: t('console.back'), to: href('scene-monitor-detail', { id: scene }) }
  const [to = 'personal'] = [
    ...(scene === undefined ? (['instance-monitoring'] as const) : []),
    // who draws topologies started it there
    'topology-manage' as const,
  ].filter((name) => visible.has(name))
  return { label: t('console.back_portal'), to: href(to) }
}

/** The window has nothing else on it. */
function Back({ scene }: { scene: string }) {
  const { label, to } = useWayBack(scene)
  return (
    <Link className={`${linkClass('quiet', 'small')} mg-btn-icon`} to={to} aria-label={label} title={label}>
      <Icon name="arrow-left" />
    </Link>
  )
}

/** What was recorded of it; every recording of it for those who oversee. */
function Recordings({ scene, size = 'small' }: { scene: string; size?: 'small' | 'default' }) {
  const { visible } = useAccess()
  const to = visible.has('scene-recording-admin') ? 'scene-recording-admin' : 'scene-recording'
  return (
    <Link className={linkClass('plain', size)} to={href(to, undefined, { scene_id: scene })}>
      <Icon name="history" /> {t('console.recordings')}
    </Link>
  )
}

/** Whoever leads it may look at the consoles of the others. */
function LookOn({ scene }: { scene: Scene }) {
  const [open, setOpen] = useState(false)
  const [looking, look] = useState<string | null>(null)
  return (
    <>
      <Button size="small" icon="eye" onClick={() => setOpen(true)}>
        {t('console.look_on')}
      </Button>
      {open && (
        <Dialog open size="large" title={t('scene.tab.consoles')} onClose={() => setOpen(false)}>
          <Suspense fallback={<Loading kind="list" rows={3} />}>
            <Consoles scene={scene} looking={looking} onLook={(id) => look(id ?? null)} />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
