/** One pane of the wall: what it shows is chosen in its head. */
import { lazy, Suspense, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { OpenConsole } from '../../../contract/scene/console.schema.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Select } from '../../../ui/input/Select.tsx'
import { MetricsPanel } from '../../../parts/scene/card/MetricsPanel.tsx'
import { SceneNotes, SceneProgress, SceneStatusTag } from '../../../parts/scene/card/SceneState.tsx'
import { TimeLeft } from '../../../parts/scene/card/TimeLeft.tsx'
import { useLive } from '../../../parts/scene/card/live.ts'
import { Widget } from '../../../ui/layout/ErrorBoundary.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { toneOf } from '../../../ui/data/tone.ts'
import { useHeight } from '../../../ui/layout/useWidth.ts'
import { deskLink } from '../../../parts/scene/consoleLink.ts'
import { paneCodeOf, type PaneShows, showsOf } from './wall.logic.ts'

const Shadow = lazy(() => import('../Shadow.tsx'))
const LiveDrawing = lazy(() => import('../LiveDrawing.tsx'))

interface PaneProps {
  /** From 1. */
  n: number
  shows: PaneShows
  /** Scenes to choose from. */
  scenes: readonly Scene[]
  /** One that is offered whether it runs or not. */
  extra: string | undefined
  consoles: readonly OpenConsole[]
  onChange: (shows: PaneShows) => void
}

export function Pane({ n, shows, scenes, extra, consoles, onChange }: PaneProps) {
  const scene = 'scene' in shows ? shows.scene : ''
  return (
    <section className="wall-pane" aria-label={t('wall.pane', { n })}>
      <header className="wall-pane-head">
        <SceneChoice
          n={n}
          scene={scene}
          scenes={scenes}
          extra={extra}
          onScene={(id) => onChange(showsOf('state', id))}
        />
        {scene && (
          <WhatChoice n={n} shows={shows} consoles={consoles.filter((c) => c.scene_id === scene)} onChange={onChange} />
        )}
      </header>
      <div className="wall-pane-body">
        <Widget>
          <Body shows={shows} consoles={consoles} n={n} />
        </Widget>
      </div>
    </section>
  )
}

interface SceneChoiceProps {
  n: number
  scene: string
  scenes: readonly Scene[]
  extra: string | undefined
  onScene: (id: string) => void
}
function SceneChoice({ n, scene, scenes, extra, onScene }: SceneChoiceProps) {
  const other = scene || extra || ''
  const known = scenes.some((s) => s.id === other)
  return (
    <Select
      fit
      small
      aria-label={t('wall.choose', { n })}
      value={scene}
      options={[
        { value: '', label: t('wall.scene_none') },
        ...(other && !known ? [{ value: other, label: t('wall.scene') }] : []),
        ...scenes.map((s) => ({ value: s.id, label: s.name })),
      ]}
      onChange={onScene}
    />
  )
}

interface WhatChoiceProps {
  n: number
  shows: PaneShows
  consoles: readonly OpenConsole[]
  onChange: (shows: PaneShows) => void
}
function WhatChoice({ shows, consoles, onChange }: WhatChoiceProps) {
  const scene = 'scene' in shows ? shows.scene : ''
  const own = consoles
    .filter((c) => c.can.includes('shadow'))
    .map((c) => ({
      value: paneCodeOf({ what: 'console', scene, node: c.node_id, user: c.user_id, kind: c.kind }),
      label: t('wall.console_of', { node: c.node_name, user: c.user_name, kind: t(`scene.console_kind.${c.kind}`) }),
    }))
  const code = paneCodeOf(shows)
  const gone = shows.what === 'console' && !own.some((c) => c.value === code)
  return (
    <Select
      fit
      small
      aria-label={t('wall.what')}
      value={code}
      options={[
        { value: 'state', label: t('wall.state') },
        { value: 'metrics', label: t('wall.metrics') },
        ...own,
        ...(gone ? [{ value: code, label: t('wall.console_gone') }] : []),
      ]}
      onChange={(c) => onChange(showsOf(c, scene))}
    />
  )
}

function Body({ shows, consoles, n }: { shows: PaneShows; consoles: readonly OpenConsole[]; n: number }) {
  switch (shows.what) {
    case 'nothing':
      return (
        <Empty compact icon="grid" title={t('wall.nothing')}>
          {t('wall.nothing_text')}
        </Empty>
      )
    case 'state':
      return <State id={shows.scene} />
    case 'metrics':
      return <Figures id={shows.scene} />
    default: {
      const open = consoles.find((c) => c.node_id === shows.node && c.user_id === shows.user && c.kind === shows.kind)
      if (!open)
        return (
          <Empty compact icon="terminal" title={t('wall.console_gone')}>
            {t('wall.console_gone_text')}
          </Empty>
        )
      return (
        <Suspense fallback={<Loading rows={3} />}>
          <Shadow key={open.id} of={open} place={`wall-${n}`} />
        </Suspense>
      )
    }
  }
}

const Gone = () => (
  <Empty compact icon="info" title={t('scene.gone')}>
    {t('scene.gone_text')}
  </Empty>
)

/** What a figure has above and below its chart: its heading and its edges, in px. */
const figureFrame = 44
const leastChart = 64

/** As high as the pane: nobody scrolls a wall. */
function Figures({ id }: { id: string }) {
  const { gone } = useLive(id)
  const place = useRef<HTMLDivElement>(null)
  const height = useHeight(place)
  return (
    <div ref={place} className="wall-figures">
      {gone ? (
        <Gone />
      ) : (
        height !== undefined && (
          <MetricsPanel
            tight
            id={id}
            only={['cpu', 'memory']}
            height={Math.max(leastChart, Math.floor(height - figureFrame))}
          />
        )
      )}
    </div>
  )
}

const worstFirst = (nodes: Scene['nodes']) =>
  nodes.toSorted((a, b) => Number(toneOf(a.status) === 'ok') - Number(toneOf(b.status) === 'ok'))

/** Where a scene stands and how each of its nodes is, to be read from across a room. */
function State({ id }: { id: string }) {
  const { scene, heard, gone } = useLive(id)
  const read = useRead('GET /scenes/:id', { params: { id } })
  const drawing = read.data?.document
  const { visible } = useAccess()
  if (gone) return <Gone />
  if (!scene) return <Loading rows={3} />
  return (
    <div className="wall-state">
      <p className="wall-state-line">
        <Link
          to={visible.has('scene-monitor-detail') ? href('scene-monitor-detail', { id }) : deskLink(scene)}
          className="wall-name mg-ellipsis"
        >
          {scene.name}
        </Link>
        <SceneStatusTag scene={scene} />
        <TimeLeft scene={scene} heard={heard} />
      </p>
      <p className="wall-nodes-on mg-num">{t('scene.nodes_are_on', { on: scene.on, all: scene.instances })}</p>
      <ul className="wall-nodes">
        {worstFirst(scene.nodes).map((n) => (
          <li key={n.id}>
            <StatusTag dot word={n.status} label={`${n.name} · ${t(`scene.node.${n.status}`)}`} />
          </li>
        ))}
      </ul>
      <SceneProgress scene={scene} />
      <SceneNotes scene={scene} />
      <div className="wall-drawing">
        {drawing ? (
          <Suspense fallback={<Loading rows={3} />}>
            <LiveDrawing scene={scene} drawing={drawing} />
          </Suspense>
        ) : (
          !read.error && <Loading rows={3} />
        )}
      </div>
    </div>
  )
}
