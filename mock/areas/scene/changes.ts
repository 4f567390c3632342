/** What the drawing of a scene lacks of its topology as it is now, and the other way round: what `modify` would do. */
import { isDeepStrictEqual } from 'node:util'
import type { SceneChanges } from '#src/contract/scene/scene.schema.ts'
import type { Node, TopologyDocument } from '#src/contract/topology/document.ts'

/** Where it stands on the sheet is nothing to the machine. */
const machine = ({ x: _x, y: _y, note: _n, locked: _l, ...rest }: Node) => rest
const wiresOf = ({ links, networks }: TopologyDocument) => [
  new Map(links.map(({ id, from, to }) => [id, { from, to }])),
  new Map(networks.map((n) => [n.id, n])),
]

export function sceneChangesOf(was: TopologyDocument, now: TopologyDocument): SceneChanges {
  const before = new Map(was.nodes.map((n) => [n.id, n]))
  const after = new Map(now.nodes.map((n) => [n.id, n]))
  return {
    added: now.nodes.filter((n) => !before.has(n.id)).map((n) => n.name),
    removed: was.nodes.filter((n) => !after.has(n.id)).map((n) => n.name),
    changed: now.nodes
      .filter((n) => {
        const old = before.get(n.id)
        return old !== undefined && !isDeepStrictEqual(machine(old), machine(n))
      })
      .map((n) => n.name),
    wires: !isDeepStrictEqual(wiresOf(was), wiresOf(now)),
  }
}
