import './Motif.css'
import { makeMotif } from './motif.ts'

const { rings, nodes, links } = makeMotif(11)
const n = (v: number) => Math.round(v)

export function Motif() {
  return (
    <svg className="mg-motif" viewBox="-500 -500 1000 1000" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {rings.map((r) => (
        <circle key={r} className="mg-motif-ring" r={r} />
      ))}
      {links.map((l) => {
        const a = nodes[l.from]
        const b = nodes[l.to]
        if (!a || !b) return null
        return (
          <line
            key={`${l.from}-${l.to}`}
            className={l.lit ? 'mg-motif-link mg-motif-lit' : 'mg-motif-link'}
            x1={n(a.x)}
            y1={n(a.y)}
            x2={n(b.x)}
            y2={n(b.y)}
          />
        )
      })}
      {nodes.map((node, i) => (
        <circle
          key={i}
          className={node.lit ? 'mg-motif-node mg-motif-lit' : 'mg-motif-node'}
          cx={n(node.x)}
          cy={n(node.y)}
          r={node.lit ? node.r + 1.5 : node.r}
        />
      ))}
    </svg>
  )
}
