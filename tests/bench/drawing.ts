/** A drawing of a thousand nodes under the hands of its editor: checked at every key, written and read as text, laid out. */
import { addressesOf } from '#src/contract/topology/addresses.ts'
import { check, checker } from '#src/contract/topology/check.ts'
import { type TopologyDocument } from '#src/contract/topology/document.ts'
import { layout } from '#src/contract/topology/layout.ts'
import { madeLink, madeNetwork, madeNode, madePort } from '#src/contract/topology/made.ts'
import { reachOf } from '#src/contract/topology/reach.ts'
import { readTopologyText } from '#src/contract/topology/text/read.ts'
import { writeText } from '#src/contract/topology/text/write.ts'
import { type Figure, median } from './table.ts'

/** Twenty networks of a switch, a router's port and 48 machines each: 1,000 nodes, 1,000 links. */
function large(): TopologyDocument {
  const out: TopologyDocument = { isolation: 'isolated', networks: [], nodes: [], links: [], drawings: [] }
  const at = { x: 0, y: 0 }
  const join = (a: string, p: string, b: string, q: string) =>
    out.links.push(madeLink(`c${out.links.length + 1}`, { node: a, port: p }, { node: b, port: q }))
  for (let n = 0; n < 20; n++) {
    out.networks.push({
      ...madeNetwork(`net${n}`, `Network ${n}`, `10.${n}.0.0/16`),
      gateway: `10.${n}.0.1`,
      dhcp: true,
    })
    const router = madeNode(`r${n}`, `router-${n}`, 'router', at)
    router.ports = [{ ...madePort('p1', 'ge0'), network_id: `net${n}` }, madePort('p2', 'ge1'), madePort('p3', 'ge2')]
    const sw = madeNode(`s${n}`, `switch-${n}`, 'switch', at)
    sw.ports = Array.from({ length: 49 }, (_, i) => madePort(`p${i + 1}`, `Gi0/${i + 1}`))
    out.nodes.push({ ...router, image_id: 'i' }, sw)
    join(router.id, 'p1', sw.id, 'p49')
    for (let m = 0; m < 48; m++) {
      const pc = madeNode(`m${n}-${m}`, `pc-${n}-${m}`, 'machine', at)
      const address = m % 2 ? '' : `10.${n}.1.${m + 1}`
      pc.ports = [{ ...madePort('p1', 'eth0'), network_id: `net${n}`, address }]
      out.nodes.push({ ...pc, image_id: 'i' })
      join(pc.id, 'p1', sw.id, `p${m + 1}`)
    }
  }
  for (let n = 0; n < 20; n++) join(`r${n}`, 'p2', `r${(n + 1) % 20}`, 'p3')
  return out
}

const timed = (times: number, work: (n: number) => void): number => {
  const all = Array.from({ length: times }, (_, n) => {
    const began = performance.now()
    work(n)
    return performance.now() - began
  })
  return median(all)
}
const figure = (what: string, value: number, most: number): Figure => ({
  what: `drawing of 1,000 nodes: ${what}`,
  value,
  unit: 'ms',
  budget: `< ${most} ms`,
  held: value < most,
})

export function drawingFigures(): Figure[] {
  let document = large()
  const known = checker()
  known(document)
  const edited = timed(60, (n) => {
    const nodes = document.nodes.map((node, i) => (i === n * 7 ? { ...node, name: `${node.name}x` } : node))
    document = { ...document, nodes }
    known(document)
  })
  const fresh = timed(20, () => check(large()))
  const laid = layout(document)
  const text = writeText(laid)
  return [
    figure('checked after one edit', edited, 20),
    figure('checked from nothing', fresh, 50),
    figure(
      'addresses',
      timed(20, () => addressesOf(laid)),
      20,
    ),
    figure(
      'a ping across ten routers',
      timed(10, () => reachOf(laid).ping('m0-0', '10.10.1.1')),
      60,
    ),
    figure(
      'laid out',
      timed(5, () => layout(document)),
      250,
    ),
    figure(
      'written as text',
      timed(5, () => writeText(laid)),
      500,
    ),
    figure(
      'written over its text',
      timed(3, () => writeText(laid, { previous: text })),
      1500,
    ),
    figure(
      'read from text',
      timed(3, () => readTopologyText(text, { before: laid })),
      1000,
    ),
  ]
}
