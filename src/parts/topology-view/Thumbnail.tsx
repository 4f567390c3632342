import './topology-view.css'
import type { TopologyOutline } from '../../contract/topology/outline.ts'
import { nodeKinds } from '../../contract/topology/document.ts'
import { dotsOf, framesOf, wiresOf } from './thumbnail.logic.ts'

/** A drawing small: who is joined to whom. It says nothing that its name and its figures do not say, so readers of the screen pass it by. */
export function Thumbnail({ outline }: { outline: TopologyOutline }) {
  const { width, height } = outline
  if (!outline.nodes.length && !outline.groups.length) return <div className="topology-thumb" aria-hidden="true" />
  return (
    <svg
      className="topology-thumb"
      viewBox={`0 0 ${Math.max(24, width)} ${Math.max(24, height)}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
    >
      {framesOf(outline).map((f) => (
        <rect key={`${f.x} ${f.y} ${f.width}`} className="topology-frame" {...f} rx={4} />
      ))}
      <path className="topology-wire" d={wiresOf(outline)} />
      {dotsOf(outline).map(({ kind, d }) => (
        <path key={kind} className={`topology-dot topology-dot-${nodeKinds[kind] ?? 'machine'}`} d={d} />
      ))}
    </svg>
  )
}
