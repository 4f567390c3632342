/** The drawings of the demonstration as they are seen: the server lays them down, the page says how large a node is. */
import { describe, expect, it } from 'vitest'
import { drawingRect, containsPoint, nodeRect, touches } from '#src/parts/topology-view/figure.ts'
import { documentOf, topologies } from '#mock/seed/topologies/lay.ts'

describe('a demonstration drawing', () => {
  it.each(topologies.map((t) => [t.key, t] as const))('has room for every node and box: %s', (_key, entry) => {
    const { nodes, drawings } = documentOf(entry)
    const crowded = nodes.flatMap((a, i) =>
      nodes.slice(i + 1).flatMap((b) => (touches(nodeRect(a), nodeRect(b)) ? [`${a.name} on ${b.name}`] : [])),
    )
    const cut = drawings
      .filter((d) => d.kind === 'group')
      .flatMap((d) => {
        const [box, r] = [drawingRect(d), nodeRect]
        const within = (n: (typeof nodes)[number]) =>
          containsPoint(box, r(n)) && containsPoint(box, { x: r(n).x + r(n).width, y: r(n).y + r(n).height })
        return nodes.filter((n) => touches(box, r(n)) && !within(n)).map((n) => `${n.name} sticks out of ${d.text}`)
      })
    expect([...crowded, ...cut]).toEqual([])
  })
})
