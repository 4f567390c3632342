/** A wall for a control room: 1, 4 or 9 panes of scenes, their figures or consoles looked at over the shoulder. Kept in this browser. */
import './wall.css'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { scene as scenes } from '../../../contract/scene/scene.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { useRows } from '../../../kit/resource/calls.ts'
import { Select } from '../../../kit/resource/input/Select.tsx'
import { scoped } from '../../../lib/storage.ts'
import { Button, linkClass } from '../../../ui/Button.tsx'
import { useFullScreen } from '../../../ui/useFullScreen.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { Pane } from './Pane.tsx'
import { type Count, counts, firstPlan, paneOf, readPlan, withPane, type WallPlan } from './wall.logic.ts'

const kept = scoped('local')
const all = 'all'

export default function Wall() {
  const { id = all } = useParams()
  return <Shown key={id} id={id} />
}

function Shown({ id }: { id: string }) {
  const name = `wall-${id}`
  const only = id === all ? undefined : id
  const [chosen, setPlan] = useState(() => readPlan(kept.get(name)))
  const place = useRef<HTMLDivElement>(null)
  const open = useRows(scenes, {
    page_size: 200,
    status: ['running', 'ongoing', 'executing-event', 'abnormal', 'hang', 'paused', 'start'],
  })
  const consoles = useRead('GET /consoles', { query: {} }, { every: 15_000 })
  const running = open.data?.items ?? []
  const plan =
    chosen ??
    firstPlan(
      only,
      running.map((s) => s.id),
    )
  const change = (next: WallPlan) => {
    kept.set(name, JSON.stringify(next))
    setPlan(next)
  }
  return (
    <div className="wall" ref={place}>
      <header className="wall-head">
        <Back only={only} />
        <h1 className="wall-title">{t('screen.instance-monitor-display')}</h1>
        <span className="mg-dim mg-num" role="status">
          {open.data && t('wall.scenes', { n: open.data.total })}
        </span>
        <Select
          small
          className="wall-count"
          aria-label={t('wall.panes')}
          value={String(plan.count)}
          options={counts.map((n) => ({ value: String(n), label: t('wall.pane_count', { n }) }))}
          onChange={(n) => change({ ...plan, count: Number(n) as Count })}
        />
        <FullScreen place={place} />
      </header>
      {open.error && !open.data && <ProblemView problem={open.error} onRetry={open.refetch} />}
      <div className="wall-panes" data-count={plan.count}>
        {Array.from({ length: plan.count }, (_, n) => (
          <Pane
            key={n}
            n={n + 1}
            shows={paneOf(plan, n)}
            scenes={running}
            extra={only}
            consoles={consoles.data?.items ?? []}
            onChange={(shows) => change(withPane(plan, n, shows))}
          />
        ))}
      </div>
    </div>
  )
}

/** To where the reader may go: a wall is open to everybody who has a part in a scene. */
function Back({ only }: { only: string | undefined }) {
  const { visible } = useAccess()
  const oversees = visible.has('instance-monitoring')
  const to = !oversees
    ? href('personal')
    : only
      ? href('scene-monitor-detail', { id: only })
      : href('instance-monitoring')
  return (
    <Link className={linkClass('quiet')} to={to}>
      <Icon name="arrow-left" /> {t(oversees ? 'wall.back' : 'console.back_portal')}
    </Link>
  )
}

function FullScreen({ place }: { place: React.RefObject<HTMLElement> }) {
  const { full, turn } = useFullScreen(() => place.current)
  return (
    <Button size="small" icon="fit" aria-pressed={full} onClick={() => void turn()}>
      {t(full ? 'wall.leave' : 'wall.full')}
    </Button>
  )
}
