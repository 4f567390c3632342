/** The reveal as it stands: rows around the last one in question, and in large letters what was shown last. */
import type { RevealedRow, RevealEvent } from '../../../contract/contest/display.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { ledgerPoints, pointsText } from '../words.ts'
import { HallRows } from './HallRows.tsx'

interface RevealStageProps {
  rows: readonly RevealedRow[]
  event: RevealEvent | null
  /** Where nothing is shown yet, or all is. */
  otherwise: string
}
export const RevealStage = ({ rows, event, otherwise }: RevealStageProps) => (
  <div className="contest-stage">
    <HallRows
      rows={rows}
      classOf={(r) =>
        `${r.settled ? 'contest-stage-settled' : ''} ${r.id === event?.id ? `contest-stage-now contest-stage-${event.is}` : ''}`
      }
    />
    <section className="contest-stage-event" aria-live="polite" aria-label={t('contest-display.now')}>
      {event === null ? <p>{otherwise}</p> : <Said of={event} />}
    </section>
  </div>
)

function Said({ of: e }: { of: RevealEvent }) {
  if (e.is === 'prices')
    return (
      <>
        <h2>{t('contest-display.prices')}</h2>
        <p>{t('contest-display.prices_text')}</p>
      </>
    )
  return (
    // another step, another element: it appears anew
    <div key={`${e.is} ${e.id} ${e.item} ${e.score}`} className="contest-stage-said">
      <h2>{e.name}</h2>
      {e.is === 'gain' && (
        <>
          <p>{e.item ? t('contest-display.gain', { item: e.item }) : t('contest-display.gain_points')}</p>
          <p className="contest-stage-figure mg-num">+{pointsText(e.amount)}</p>
          <p>{t('contest-display.moves', { from: format.number(e.from), to: format.number(e.rank) })}</p>
        </>
      )}
      {e.is === 'settled' && <p className="contest-stage-figure">{t('contest-display.settled', { rank: e.rank })}</p>}
      {e.is === 'award' && <Awards of={e} />}
      {e.is !== 'gain' && <p className="mg-num">{t('contest-display.points', { n: ledgerPoints(e.score) })}</p>}
    </div>
  )
}

const Awards = ({ of: e }: { of: RevealEvent }) => (
  <ul className="contest-stage-awards">
    {e.awards.map((a) => (
      <li key={a.is}>
        <Icon name={a.is === 'first' ? 'flag-mark' : a.is === 'division' ? 'star' : 'trophy'} />
        {a.is === 'winner' && t('contest-display.winner')}
        {a.is === 'medal' && t(e.rank === 2 ? 'contest-display.medal_second' : 'contest-display.medal_third')}
        {a.is === 'division' && t('contest-display.division', { name: a.division })}
        {a.is === 'first' && t('contest-display.first', { items: format.list(a.items) })}
      </li>
    ))}
  </ul>
)
