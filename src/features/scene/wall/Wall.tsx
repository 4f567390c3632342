/** A wall for a control room: 1, 4 or 9 panes of scenes, their figures or consoles looked at over the shoulder; more of them in turn. Kept in this browser. */
import './wall.css'
import { useParams } from 'react-router-dom'
import { scene as scenes } from '../../../contract/scene/scene.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { FeedProblem } from '../../../kit/display/Fed.tsx'
import { FullDisplay } from '../../../kit/display/FullDisplay.tsx'
import { useRows } from '../../../kit/resource/calls.ts'
import { Select } from '../../../ui/input/Select.tsx'
import { IconButton } from '../../../ui/input/Button.tsx'
import { Back } from './Back.tsx'
import { Pane } from './Pane.tsx'
import { allScenesId, useWallPlan } from './useWallPlan.ts'
import { useTurns } from './useTurns.ts'
import { counts, onPage, wallPages, paneOf, rowHeightsOf, withPane, wallStatuses } from './wall.logic.ts'

const every = 15_000

export default function Wall() {
  const { id = allScenesId } = useParams()
  return <Shown key={id} only={id === allScenesId ? undefined : id} />
}

function Shown({ only }: { only: string | undefined }) {
  const open = useRows(scenes, { page_size: 200, status: wallStatuses }, { every })
  const consoles = useRead('GET /consoles', { query: {} }, { every })
  const running = open.data?.items ?? []
  const [plan, change] = useWallPlan(only, running)
  const pages = wallPages(plan)
  const { page, held, hold, next } = useTurns(pages)
  const shown = onPage(plan, page)
  const first = page * plan.count
  const choices = counts.map((n) => ({ value: String(n), label: t('wall.pane_count', { n }) }))
  return (
    <FullDisplay
      title={t('screen.instance-monitor-display')}
      status={open.data && t('wall.scenes', { n: open.data.total })}
      back={<Back only={only} />}
      actions={
        <>
          {pages > 1 && (
            <>
              <span className="wall-turn mg-dim mg-num">{t('wall.turn', { n: page + 1, all: pages })}</span>
              <IconButton
                size="small"
                icon={held ? 'play' : 'pause'}
                label={t(held ? 'wall.turn_on' : 'wall.turn_hold')}
                onClick={hold}
              />
              <IconButton size="small" icon="chevron-right" label={t('wall.turn_next')} onClick={next} />
            </>
          )}
          <Select
            fit
            small
            aria-label={t('wall.panes')}
            value={String(plan.count)}
            options={choices}
            onChange={(n) => change({ ...plan, count: counts.find((c) => String(c) === n) ?? plan.count })}
          />
        </>
      }
    >
      <FeedProblem of={open} />
      <div className="wall-panes" data-count={plan.count} style={{ '--wall-rows': rowHeightsOf(shown) }}>
        {Array.from({ length: plan.count }, (_, n) => (
          <Pane
            key={first + n}
            n={first + n + 1}
            shows={paneOf(shown, n)}
            scenes={running}
            extra={only}
            consoles={consoles.data?.items ?? []}
            onChange={(shows) => change(withPane(plan, first + n, shows))}
          />
        ))}
      </div>
    </FullDisplay>
  )
}
