/** Draws the regions of a display. Each says in words, figures or a table all that its picture says. */
import './display.css'
import { Link } from 'react-router-dom'
import { format } from '../../i18n/index.ts'
import { Avatar } from '../../ui/data/Avatar.tsx'
import { BarList } from '../../ui/data/BarList.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Ago } from '../../ui/data/DateTime.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Stat, StatRow } from '../../ui/data/Stat.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { useServerNow } from '../../ui/data/useServerNow.ts'
import { type ListLine, type Region, type Regions as Several, shownRegions } from './region.ts'

export const DisplayRegions = ({ of }: { of: Several }) => (
  <>
    {shownRegions(of).map((region) => (
      <One key={region.key} region={region} />
    ))}
  </>
)

function One({ region: r }: { region: Region }) {
  switch (r.is) {
    case 'stats':
      return (
        <StatRow>
          {r.stats.map(({ key, ...stat }) => (
            <Stat key={key} {...stat} />
          ))}
        </StatRow>
      )
    case 'countdown':
      return <Countdown of={r} />
    case 'own':
      return r.shows
    case 'row':
    case 'grid':
    case 'column':
      return shownRegions(r.of).length === 0 ? null : (
        <div className={`kit-regions-${r.is}`}>
          <DisplayRegions of={r.of} />
        </div>
      )
    default:
      return (
        <Panel
          title={r.title}
          description={r.description}
          flush={r.is === 'list'}
          className={r.wide ? 'kit-region-wide' : ''}
        >
          {r.is === 'chart' && <Chart {...r.chart} />}
          {r.is === 'bars' && <BarList label={r.title} items={r.bars} format={r.text} />}
          {r.is === 'list' && <Lines of={r} />}
        </Panel>
      )
  }
}

function Lines({ of: { lines, nothing } }: { of: Extract<Region, { is: 'list' }> }) {
  if (lines.length === 0) return <Empty compact {...nothing} />
  return (
    <ul className="kit-region-list">
      {lines.map((line) => (
        <Line key={line.key} of={line} />
      ))}
    </ul>
  )
}

function Line({ of: { name, to, strong, dim, about, below = false, face, tag, n, at } }: { of: ListLine }) {
  const said = to ? <Link to={to}>{name}</Link> : strong ? <b>{name}</b> : name
  return (
    <li>
      {face && <Avatar name={name} size={24} />}
      <span className={`kit-region-name ${below ? 'kit-region-below' : 'mg-ellipsis'}${dim ? ' mg-dim' : ''}`}>
        {said} {about && <span className="mg-faint">{about}</span>}
      </span>
      {tag && (
        <span title={tag.why}>
          <StatusTag {...tag} />
        </span>
      )}
      {n !== undefined && <span className="mg-num">{n}</span>}
      {at && (
        <span className="mg-faint" title={at.why}>
          <Ago at={at.time} />
        </span>
      )}
    </li>
  )
}

/** Read from the last row. Screen readers hear each minute, and no second. */
function Countdown({ of: { label, ends, now, over, waits } }: { of: Extract<Region, { is: 'countdown' }> }) {
  const at = useServerNow(now)
  const left = ends === null ? null : Math.max(0, Math.ceil((Date.parse(ends) - at) / 1000))
  const said = left === null ? waits : left === 0 ? over : format.clock(left)
  return (
    <p className={left === null || left === 0 ? 'kit-countdown kit-countdown-words' : 'kit-countdown'}>
      <span className="kit-countdown-label">{label}</span>
      <span className="kit-countdown-left mg-num" aria-hidden="true">
        {said}
      </span>
      <span className="mg-sr" role="timer" aria-live="polite">
        {left ? format.span(Math.ceil(left / 60) * 60) : said}
      </span>
    </p>
  )
}
