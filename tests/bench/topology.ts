/**
 * A drawing of 500 nodes and 800 links in the editor: how long it takes to open, and the time between frames while a node is dragged, the
 * view moved and zoomed, with the whole drawing in sight. Thirty frames a second are 33 ms.
 */
import type { Page } from 'playwright'
import { emptyDocument, type Node, type NodeKind, type TopologyDocument } from '#src/contract/topology/document.ts'
import { madeLink, madeNetwork, madeNode, madePort } from '#src/contract/topology/made.ts'
import type { Served } from '../support/served.ts'
import { launch, named, tokenOf } from './pages.ts'
import type { Figure } from './table.ts'

const columns = 25

/** A grid of nodes, each linked to its neighbours on the right and below. */
function largeDocument(nodes: number, links: number): TopologyDocument {
  const doc = emptyDocument()
  const kindOf = (i: number): NodeKind =>
    i % 10 === 0 ? 'switch' : i % 37 === 0 ? 'router' : i % 3 === 0 ? 'container' : 'machine'
  for (let i = 0; i < 16; i++)
    doc.networks.push({ ...madeNetwork(`net${i}`, `net-${i}`, `10.${i}.0.0/16`), dhcp: true })
  for (let i = 0; i < nodes; i++)
    doc.nodes.push(
      madeNode(`n${i}`, `node-${i}`, kindOf(i), { x: (i % columns) * 240, y: Math.floor(i / columns) * 128 }),
    )
  const plug = (at: number, net: number) => {
    const node = doc.nodes[at % nodes] as Node
    const n = node.ports.length
    const address = node.kind === 'switch' ? '' : `10.${net}.${at % 250}.${10 + n}`
    node.ports.push({ ...madePort(`p${n}`, `eth${n}`), network_id: `net${net}`, address })
    return { node: node.id, port: `p${n}` }
  }
  for (let i = 0; i < links; i++) {
    const from = i % nodes
    const net = Math.floor(from / 32) % 16
    const to = from + (i < nodes ? 1 : columns)
    doc.links.push(madeLink(`l${i}`, plug(from, net), plug(to, net)))
  }
  return doc
}

/** Milliseconds between frames while something is done: the middle one and the one that 95 of 100 keep under. */
async function frames(page: Page, act: () => Promise<void>): Promise<{ mean: number; p95: number }> {
  await page.evaluate(() => {
    const w = window as unknown as { times: number[]; going: boolean }
    w.times = []
    w.going = true
    let last = performance.now()
    const loop = (now: number) => {
      w.times.push(now - last)
      last = now
      if (w.going) requestAnimationFrame(loop)
    }
    requestAnimationFrame(loop)
  })
  await act()
  const times = await page.evaluate(() => {
    const w = window as unknown as { times: number[]; going: boolean }
    w.going = false
    return w.times.slice(2)
  })
  const sorted = times.toSorted((a, b) => a - b)
  return {
    mean: times.reduce((a, b) => a + b, 0) / Math.max(1, times.length),
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  }
}

export async function topologyFigures(served: Served): Promise<Figure[]> {
  const session = await tokenOf(served)
  const { token } = JSON.parse(session.value) as { token: string }
  const document = largeDocument(500, 800)
  const answer = await fetch(`${served.api}/topologies/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Bench ${Date.now()}`, document }),
  })
  const { id } = (await answer.json()) as { id: string }
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.addInitScript(named)
    await page.addInitScript(({ key, value }) => {
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, value)
    }, session)
    const start = Date.now()
    await page.goto(`${served.url}/page/mg/admin/topology/edit/${id}`)
    await page.waitForFunction(() => globalThis.document.querySelectorAll('.tv-card').length >= 500)
    const opened = Date.now() - start
    await page.waitForTimeout(1500)
    const at = await page.evaluate(() => {
      const card = [...globalThis.document.querySelectorAll('.x6-node')].find((e) =>
        e.textContent?.includes('node-262'),
      )
      const r = card?.getBoundingClientRect() ?? new DOMRect()
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 }
    })
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    const drag = await frames(page, async () => {
      for (let i = 0; i < 60; i++) await page.mouse.move(at.x + i * 3, at.y + (i % 20) * 4)
    })
    await page.mouse.up()
    await page.waitForTimeout(600)
    await page.mouse.move(900, 300)
    await page.mouse.down({ button: 'middle' })
    const pan = await frames(page, async () => {
      for (let i = 0; i < 60; i++) await page.mouse.move(900 + i * 5, 300 + i * 3)
    })
    await page.mouse.up({ button: 'middle' })
    await page.waitForTimeout(600)
    const zoom = await frames(page, async () => {
      for (let i = 0; i < 40; i++) {
        await page.mouse.wheel(0, i < 20 ? -60 : 60)
        await page.waitForTimeout(16)
      }
    })
    const budget = 'at most 33 (30 frames a second)'
    const figure = (what: string, value: number): Figure => ({
      what: `topology, 500 nodes, 800 links: ${what}`,
      value,
      unit: 'ms',
      budget,
      held: value <= 33.4,
    })
    return [
      { ...figure('open', opened), budget: 'at most 5,000', held: opened <= 5000 },
      figure('a frame of a drag, mean', drag.mean),
      { ...figure('a frame of a drag, p95', drag.p95), budget: 'at most 50', held: drag.p95 <= 50 },
      figure('a frame of moving the view, mean', pan.mean),
      figure('a frame of zooming, mean', zoom.mean),
    ]
  } finally {
    await browser.close()
  }
}
