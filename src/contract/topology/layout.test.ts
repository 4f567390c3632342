import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyDocument, type TopologyDocument } from './document.ts'
import { box, layout, layoutUnplaced } from './layout.ts'
import { madeLink, madeNode, madePort } from './made.ts'

/** Nodes with cables between them, all of them where `at` says. */
function drawing(nodes: number, cables: readonly [number, number][], at: (n: number) => { x: number; y: number }) {
  const document: TopologyDocument = emptyDocument()
  for (let n = 0; n < nodes; n++) document.nodes.push(madeNode(`n${n}`, `node-${n}`, 'container', at(n)))
  for (const [i, [a, b]] of cables.entries()) {
    const [from, to] = [document.nodes[a % nodes], document.nodes[b % nodes]]
    if (!from || !to || from === to) continue
    for (const node of [from, to]) node.ports.push(madePort(`p${i}`, `eth${i}`))
    document.links.push(madeLink(`c${i}`, { node: from.id, port: `p${i}` }, { node: to.id, port: `p${i}` }))
  }
  return document
}
function overlaps({ nodes }: TopologyDocument): string[] {
  return nodes.flatMap((a, i) =>
    nodes
      .slice(i + 1)
      .filter((b) => Math.abs(a.x - b.x) < box.width && Math.abs(a.y - b.y) < box.height)
      .map((b) => `${a.name} ${b.name}`),
  )
}
const cables = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 60 })

describe('places for nodes', () => {
  it('that have none leave no two on each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), cables, (nodes, joined) => {
        expect(overlaps(layout(drawing(nodes, joined, () => ({ x: 0, y: 0 }))))).toEqual([])
      }),
    )
  })

  it('beside those that have theirs are on nobody, wherever those stand', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), cables, fc.integer({ min: -90, max: 90 }), (nodes, joined, off) => {
        const row = (n: number) => ({ x: off + n * (box.width + 7), y: off })
        const document = drawing(nodes, joined, row)
        const unplaced = new Set(document.nodes.slice(Math.ceil(nodes / 2)).map((n) => n.id))
        expect(overlaps(layoutUnplaced(document, unplaced))).toEqual([])
      }),
    )
  })
})
