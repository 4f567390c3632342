import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { Pen } from './draw.ts'

/** A topology of the demonstration. */
export interface TopologyEntry {
  /** Other parts of the demonstration name it by this. */
  key: string
  name: string
  description: string
  isolation: TopologyDocument['isolation']
  /** User name of a demonstration account. */
  by: string
  days_ago: number
  /** Not for everybody yet. */
  kept?: true
  draw: (pen: Pen) => void
}
