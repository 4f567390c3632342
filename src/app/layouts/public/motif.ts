/** The quiet picture beside the sign-in form: a network on range rings. Drawn from a seed, so it is the same on every visit. */
export interface MotifNetwork {
  rings: number[]
  nodes: { x: number; y: number; r: number; lit: boolean }[]
  links: { from: number; to: number; lit: boolean }[]
}

/** Small generator of numbers in [0, 1) from a seed (mulberry32). */
function random(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let x = Math.imul(a ^ (a >>> 15), 1 | a)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
}

/** Nodes around the origin, each linked to the nearest one nearer the middle; one path from the rim to the middle is lit. */
export function makeMotif(seed: number): MotifNetwork {
  const next = random(seed)
  const rings = [90, 170, 260, 360, 470]
  const nodes: MotifNetwork['nodes'] = [{ x: 0, y: 0, r: 5, lit: true }]
  const ringOf: number[] = [0]
  for (const [i, radius] of rings.entries()) {
    const count = 4 + i * 3
    const turn = next() * Math.PI * 2
    for (let k = 0; k < count; k++) {
      if (next() < 0.16) continue
      const angle = turn + ((k + (next() - 0.5) * 0.5) / count) * Math.PI * 2
      nodes.push({ x: Math.cos(angle) * radius, y: Math.sin(angle) * radius, r: 2 + next() * 2.2, lit: false })
      ringOf.push(i + 1)
    }
  }
  const links: MotifNetwork['links'] = []
  nodes.forEach((node, at) => {
    const ring = ringOf[at] ?? 0
    if (ring === 0) return
    let best = 0
    let least = Number.POSITIVE_INFINITY
    nodes.forEach((other, k) => {
      if (ringOf[k] !== ring - 1) return
      const d = Math.hypot(other.x - node.x, other.y - node.y)
      if (d < least) {
        least = d
        best = k
      }
    })
    links.push({ from: at, to: best, lit: false })
  })
  // the lit path begins at the rim's node that lies furthest up and to the right, where the mark has its target
  let at = nodes.reduce(
    (b, n, k) => (ringOf[k] === rings.length && n.x - n.y > (nodes[b]?.x ?? 0) - (nodes[b]?.y ?? 0) ? k : b),
    0,
  )
  for (let link = links.find((l) => l.from === at); link; link = links.find((l) => l.from === at)) {
    link.lit = true
    const node = nodes[at]
    if (node) node.lit = true
    at = link.to
  }
  return { rings, nodes, links }
}
