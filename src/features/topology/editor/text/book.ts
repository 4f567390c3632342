/** Texts that people wrote of the drawings of one editor: undo brings a drawing back with the words around it, and saving keeps them. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { topologyLimits } from '../../../../contract/topology/topology.ts'

export interface TextBook {
  /** The latest; empty while nobody wrote one. The next is written over it. */
  last(): string
  of(doc: TopologyDocument): string | undefined
  keep(doc: TopologyDocument, text: string): void
}

export function textBook(): TextBook {
  const by = new WeakMap<TopologyDocument, string>()
  let last = ''
  return {
    last: () => last,
    of: (doc) => by.get(doc),
    keep(doc, text) {
      if (text.length > topologyLimits.text) return
      by.set(doc, text)
      last = text
    },
  }
}
