/** The cables of a scene: names that lead from card to card, and hubs where more than two hear each other. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { bare, type SceneMachines, unixSocketArgs, wire } from './machine.ts'
import type { ScenePaths } from './place.ts'
import { endProcess, launch, pidOf } from './process.ts'
import { type HubPlan, type Wiring, wiring } from './wires.ts'

const hubFiles = (place: ScenePaths, id: string) => ({
  pid: path.join(place.folder, `${id}.pid`),
  qmp: place.socket(`${id}-ready`),
  errors: path.join(place.folder, `${id}.errors`),
})

/** Leads every card where its cable goes now. */
async function layCables({ place }: SceneMachines, { cards: all }: Wiring): Promise<void> {
  for (const { remote, to } of all.values()) {
    const at = place.socket(remote)
    const next = `${at}.next`
    await fs.rm(next, { force: true })
    if (to === null) {
      await fs.rm(at, { force: true })
      continue
    }
    await fs.symlink(to, next)
    await fs.rename(next, at)
  }
}

/** Cables and hubs as the drawing has them: what stands between others is ended, what is new begins. */
export async function connectCables(m: SceneMachines): Promise<void> {
  const w = wiring(m.order.document)
  await layCables(m, w)
  const wanted = new Set(w.hubs.map((h) => h.id))
  for (const id of await hubsIn(m.place)) if (!wanted.has(id)) await endHub(m.place, id)
  for (const hub of w.hubs) {
    const f = hubFiles(m.place, hub.id)
    if (await pidOf(f.pid, f.qmp)) continue
    for (const { local } of hub.ports) await fs.rm(m.place.socket(local), { force: true })
    await launch(hubLine(m, hub), f)
  }
}

function hubLine({ place, order }: SceneMachines, hub: HubPlan): string[] {
  const { pid, qmp } = hubFiles(place, hub.id)
  const ports = hub.ports.flatMap(({ local, remote }, i) => [
    ...wire(`p${i}`, place.socket(local), place.socket(remote)),
    '-netdev',
    `hubport,id=h${i},hubid=0,netdev=p${i}`,
  ])
  const way = order.document.networks.find((n) => n.gateway && hub.internet)
  const out = way
    ? ['-netdev', `user,id=out,net=${way.cidr},host=${way.gateway}`, '-netdev', 'hubport,id=ho,hubid=0,netdev=out']
    : []
  return ['-machine', 'none', ...bare, ...unixSocketArgs('qmp', qmp), '-mon', 'chardev=qmp,mode=control'].concat(
    ['-pidfile', pid],
    ports,
    out,
  )
}

const pidEnd = '.pid'
const hubsIn = async ({ folder }: ScenePaths): Promise<string[]> =>
  (await fs.readdir(folder).catch(() => [])).filter((n) => n.endsWith(pidEnd)).map((n) => n.slice(0, -pidEnd.length))

async function endHub(place: ScenePaths, id: string): Promise<void> {
  const { pid, qmp, errors } = hubFiles(place, id)
  await endProcess(pid, qmp)
  await fs.rm(errors, { force: true })
}
export async function endHubs(place: ScenePaths): Promise<void> {
  for (const id of await hubsIn(place)) await endHub(place, id)
}
