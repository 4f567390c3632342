/** A drawn network to look at: with the states of its nodes where a scene of it runs. Pans and zooms; choosing a node is told. */
import { useEffect, useRef } from 'react'
import type { TopologyDocument } from '../../contract/topology/document.ts'
import { useSettings } from '../../kit/session/use.ts'
import type { NodeMarks } from './canvas/node.ts'
import { createViewer, type Viewer } from './canvas/viewer.ts'

interface TopologyViewProps {
  document: TopologyDocument
  /** What it shows, for a screen reader. */
  label: string
  /** By node id: tone and word of its state. */
  states?: ReadonlyMap<string, NodeMarks>
  selected?: string | undefined
  onSelect?: (node: string | undefined) => void
}

const none: ReadonlyMap<string, NodeMarks> = new Map()

export function TopologyView({ document: doc, label, states = none, selected, onSelect }: TopologyViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const viewer = useRef<Viewer>()
  const select = useRef(onSelect)
  const { theme } = useSettings()
  useEffect(() => {
    select.current = onSelect
  })
  useEffect(() => {
    if (!box.current) return
    const made = createViewer(box.current, (id) => select.current?.(id))
    viewer.current = made
    return () => made.dispose()
  }, [])
  useEffect(() => viewer.current?.show(doc, states, selected), [doc, states, selected, theme])
  return (
    <div className="tv-frame" role="group" aria-label={label}>
      <div ref={box} className="tv-stage" aria-hidden="true" />
      <ul className="mg-sr">
        {doc.nodes.map((n) => (
          <li key={n.id}>
            {onSelect ? (
              <button type="button" aria-pressed={selected === n.id} onClick={() => onSelect(n.id)}>
                {n.name} {states.get(n.id)?.state}
              </button>
            ) : (
              <span>
                {n.name} {states.get(n.id)?.state}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
