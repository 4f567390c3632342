/** A line that the platform runs on a simulated node to look at its state: as root, at no terminal, and nothing it changes is kept. */
import type { Queryable } from '#mock/db/db.ts'
import { bash, shellFor } from '../shell/bash.ts'
import type { Ends } from '../shell/dialect.ts'
import type { Host } from '../shell/image.ts'
import { facesOf } from '../shell/reach.ts'
import { diskOf, type Sim, simOf } from './node.ts'
import type { PacketNetworkHub } from './wires.ts'

/** Lines that run other lines on other nodes, and how much one may say. */
const mostLevels = 4
const mostText = 64 * 1024

/** `off`: the node does not run; `other`: it has no shell that could be asked. */
export type NodeAnswer = { status: number } | 'off' | 'other' | 'slow'

interface Asked {
  scene: string
  node: string
  line: string
  /** Milliseconds it may take. */
  limit: number
}
export async function askNode(
  db: Queryable,
  now: () => Date,
  { scene, node, line, limit }: Asked,
  wires: PacketNetworkHub,
): Promise<NodeAnswer> {
  const sim = await simOf(db, scene, now())
  const host = sim?.hosts.get(node)
  if (!sim || !host || !sim.ground.on.has(node)) return 'off'
  if (host.system !== 'linux') return 'other'
  const until = Date.now() + limit
  const goesOn = () => Date.now() < until
  const status = await run({ db, now, sim, scene, wires, goesOn }, host, 'root', line, 0)
  return goesOn() ? { status: status.status } : 'slow'
}

interface Around {
  db: Queryable
  now: () => Date
  sim: Sim
  scene: string
  wires: PacketNetworkHub
  goesOn: () => boolean
}
async function run(
  a: Around,
  host: Host,
  user: string,
  line: string,
  level: number,
): Promise<{ status: number; out: string }> {
  if (level > mostLevels) return { status: 1, out: 'too many levels\n' }
  let out = ''
  const turn = async () => {
    await new Promise((done) => setImmediate(done))
    return a.goesOn()
  }
  const ends: Ends = {
    out: (text) => void (out.length < mostText && (out += text)),
    terminal: undefined,
    ask: async () => undefined,
    sleep: turn,
    tick: turn,
    enter: async () => false,
    leave: () => {},
    find(name) {
      const face = facesOf(a.sim.ground).find(
        (f) => f.address === name || f.node.name.toLowerCase() === name.toLowerCase(),
      )
      const found = face && a.sim.hosts.get(face.node.id)
      return face && found ? { host: found, address: face.address } : undefined
    },
    diskOf: (h) => diskOf(a.db, h, a.now),
    on: (h, u, l) => run(a, h, u, l, level + 1),
    keep: () => {},
    hosts: () => [...a.sim.hosts.values()].filter((h) => a.sim.ground.on.has(h.node.id)),
    wire: a.wires.of(a.scene),
    shutdown: async () => {},
  }
  const disk = await diskOf(a.db, host, a.now)
  const status = await bash(shellFor(host, user, disk, a.now), ends, false).run(line)
  return { status, out: out.slice(0, mostText) }
}
