/**
 * The consoles of a scene over all of the app, with the task they are for beside them. It stands in the page of the task: what is written
 * there, the time and the messages are the page's own, and nothing is said twice.
 */
import './lab.css'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { SceneBar } from '../card/SceneBar.tsx'
import { ConsoleDesk } from '../console/ConsoleDesk.tsx'
import { useScene, useWatched } from '../life/use.ts'
import { SceneFiles } from './SceneFiles.tsx'
import { Panes } from './Panes.tsx'
import type { LabAt } from './useLab.ts'

interface LabProps {
  at: LabAt
  title: string
  /** Of the button that leads back. */
  back: string
  /** Time and state of what the task is part of. */
  clock?: ReactNode
  /** In the place of the consoles once the scene is gone, where the task knows why. */
  over?: ReactNode
  /** Beside what is done with the scene. */
  ways?: ReactNode
  /** The task comes first, its machines beside or below it. */
  arrange?: boolean
  /** The task. */
  children: ReactNode
}

export function Lab({ at, title, back, clock, over, ways, arrange = false, children }: LabProps) {
  const box = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => [at.scene], [at.scene])
  useWatched(ids)
  const { scene, gone, problem } = useScene(at.scene)
  useEffect(() => alone(box.current), [])
  useLayoutEffect(() => covering(box.current), [])
  return (
    <div ref={box} className="lab">
      <header className="lab-head">
        <Button size="small" icon="arrow-left" onClick={at.leave}>
          {back}
        </Button>
        <h1 className="mg-ellipsis">{title}</h1>
        {!gone && <SceneBar id={at.scene} consoles />}
        {scene && !gone && <SceneFiles scene={scene} />}
        {ways}
        {clock}
      </header>
      <Panes
        arrange={arrange}
        machines={
          gone ? (
            (over ?? (
              <Empty icon="power" title={t('console.gone')}>
                {t('console.gone_text')}
              </Empty>
            ))
          ) : scene ? (
            <ConsoleDesk key={scene.id} scene={scene} first={at.first} taken={at.taken} />
          ) : problem ? (
            <ProblemView problem={problem} />
          ) : (
            <Loading />
          )
        }
        task={children}
      />
    </div>
  )
}

/** It fills the page's own box, which has all of the room meanwhile. */
function covering(box: HTMLElement | null): () => void {
  const main = box?.closest<HTMLElement>('.mg-main')
  main?.toggleAttribute('data-under-lab', true)
  return () => main?.removeAttribute('data-under-lab')
}

/** What of the page lies under it is not reached by Tab meanwhile. */
function alone(box: HTMLElement | null): () => void {
  const under: HTMLElement[] = []
  for (let el = box; el && !el.classList.contains('mg-app') && el.parentElement; el = el.parentElement)
    for (const other of el.parentElement.children)
      if (other !== el && other instanceof HTMLElement && other.matches('header, nav, aside, footer') && !other.inert) {
        other.inert = true
        under.push(other)
      }
  return () => {
    for (const el of under) el.inert = false
  }
}
