import type { ContestDisplay } from '../../../contract/contest/display.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Fed } from '../../../kit/display/Fed.tsx'
import { DisplayRegions } from '../../../kit/display/Regions.tsx'
import { Hall, HallNote } from './Hall.tsx'
import { HallRows } from './HallRows.tsx'
import { hallClock, hallGraph, hallSolves } from './hall.logic.ts'

export function BoardDisplay({ id }: { id: string }) {
  const read = useRead('GET /contests/:id/display', { params: { id } }, { every: 20_000 })
  return (
    <Hall id={id} of={read.data} variant="board">
      <Fed by={read}>{(shown) => <Shown of={shown} />}</Fed>
    </Hall>
  )
}

function Shown({ of }: { of: ContestDisplay }) {
  const clock = <DisplayRegions of={[hallClock(of)]} />
  if (of.status === 'unstarted') return <div className="contest-hall-waits">{clock}</div>
  const { lines, ...graph } = hallGraph(of)
  return (
    <div className="contest-hall">
      <section className="contest-hall-board" aria-label={t('contest.tab.board')}>
        <HallNote of={of} />
        {!of.hidden && <HallRows rows={of.rows} about={(r) => t('contest.solves', { n: r.solved })} />}
        {of.entries > of.rows.length && !of.hidden && (
          <p className="mg-dim">{t('contest-display.more', { n: format.number(of.entries - of.rows.length) })}</p>
        )}
      </section>
      <div className="contest-hall-side">
        {clock}
        <DisplayRegions of={[lines > 0 && graph, hallSolves(of)]} />
      </div>
    </div>
  )
}
