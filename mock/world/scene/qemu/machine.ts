/** A node as a machine of QEMU: its command line, its disk, and what is asked of it while it runs (qemu.org/docs, "Invocation"). */
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Node } from '#src/contract/topology/document.ts'
import type { SceneOrder } from '../driver.ts'
import { cpio } from './cpio.ts'
import { cardsOf, cloudSeed, layer } from './inside.ts'
import { numberOf, type Place } from './place.ts'
import { end, launch, pidOf } from './process.ts'
import type { Boot } from './smallLinux.ts'
import { cardKey, type HubPlan, type Wiring, wiring } from './wires.ts'

const run = promisify(execFile)
/** A disk image of a stranger is looked into for so long only. */
const imageTime = { timeout: 60_000, maxBuffer: 1024 * 1024 }
export const qemuImg = async (...args: string[]): Promise<string> => (await run('qemu-img', args, imageTime)).stdout

export interface MachineFiles {
  disk: string
  /** What the node adds to the small Linux, behind the system itself. */
  initrd: string
  seed: string
  pid: string
  errors: string
  log: string
  /** There while it is meant to run, since when it was last changed. */
  on: string
  /** There once the system inside has answered. */
  up: string
  qmp: string
  /** A second line to the machine, for what takes long. */
  jobs: string
  guest: string
  serial: string
  screen: string
}
export function filesOf(p: Place, order: SceneOrder, node: string): MachineFiles {
  const at = (name: string) => path.join(p.node(node), name)
  const n = order.document.nodes.findIndex((each) => each.id === node)
  const socket = (name: string) => p.socket(`n${n}-${name}`)
  return {
    disk: at('disk.qcow2'),
    initrd: at('initrd'),
    seed: at('seed'),
    pid: at('pid'),
    errors: at('errors'),
    log: at('serial.log'),
    on: at('on'),
    up: at('up'),
    qmp: socket('qmp'),
    jobs: socket('jobs'),
    guest: socket('guest'),
    serial: socket('serial'),
    screen: socket('screen'),
  }
}

const ownDisk = (order: SceneOrder, node: Node): { file: string; format: string } | undefined => {
  const image = node.image_id ? order.images[node.image_id] : undefined
  return image?.file ? { file: image.file, format: image.format } : undefined
}

/** Disk and start files of a node that has none yet. The image itself is only read: what the node writes goes into a layer of its own. */
export async function prepare(p: Place, order: SceneOrder, node: Node, boot: Boot): Promise<void> {
  const f = filesOf(p, order, node.id)
  await fs.mkdir(p.node(node.id), { recursive: true, mode: 0o700 })
  const image = ownDisk(order, node)
  const there = await fs.access(f.disk).then(
    () => true,
    () => false,
  )
  if (!there) {
    const next = `${f.disk}.next`
    const base = image ? ['-b', path.resolve(image.file), '-F', image.format] : []
    const size = image && node.disk === 0 ? [] : [`${Math.max(1, node.disk)}G`]
    await qemuImg('create', '-q', '-f', 'qcow2', ...base, next, ...size)
    await fs.rename(next, f.disk)
  }
  if (image) {
    await fs.mkdir(f.seed, { recursive: true })
    for (const [name, text] of Object.entries(cloudSeed(order, node, numberOf(order.scene))))
      await fs.writeFile(path.join(f.seed, name), text)
  } else await fs.writeFile(f.initrd, Buffer.concat([boot.system, cpio(layer(order, node, numberOf(order.scene)))]))
}

const unix = (id: string, at: string, log?: string): string[] => [
  '-chardev',
  `socket,id=${id},path=${at},server=on,wait=off${log ? `,logfile=${log},logappend=on` : ''}`,
]
const wire = (id: string, local: string, remote: string): string[] => [
  '-netdev',
  `dgram,id=${id},local.type=unix,local.path=${local},remote.type=unix,remote.path=${remote}`,
]
/** Nothing but what is named here; the process may neither start others nor gain rights. */
const bare = ['-nodefaults', '-no-user-config', '-display', 'none', '-sandbox']
const sandbox = 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'

export interface Machines {
  place: Place
  order: SceneOrder
  boot: Boot
  /** `tcg` or `kvm`. */
  accel: string
}

async function cards({ place, order }: Machines, node: Node, w: Wiring): Promise<string[]> {
  const args: string[] = []
  for (const [i, { mac }] of cardsOf(order, node, numberOf(order.scene)).entries()) {
    const port = node.ports[i]
    const cable = port && w.cards.get(cardKey(node.id, port.id))
    if (cable?.remote) {
      await fs.rm(place.socket(cable.local), { force: true })
      args.push(...wire(`net${i}`, place.socket(cable.local), place.socket(cable.remote)))
    }
    args.push('-device', `virtio-net-pci,mac=${mac},romfile=${cable?.remote ? `,netdev=net${i}` : ''}`)
  }
  return args
}

/** The whole command line of a node. @param snapshot to wake up in, with its memory */
export async function commandLine(m: Machines, node: Node, snapshot?: string): Promise<string[]> {
  const f = filesOf(m.place, m.order, node.id)
  const own = ownDisk(m.order, node)
  const cache = m.accel === 'tcg' ? ['-accel', 'tcg,tb-size=64'] : ['-accel', m.accel]
  return [
    ['-name', `${m.order.scene}/${node.id}`.replaceAll(',', '')],
    ['-machine', 'pc', ...cache, '-cpu', m.accel === 'tcg' ? 'max' : 'host'],
    ['-smp', String(node.cpu), '-m', String(Math.max(96, node.memory))],
    [...bare, sandbox, '-vga', 'std', '-vnc', `unix:${f.screen}`, '-pidfile', f.pid],
    [...unix('serial', f.serial, f.log), '-serial', 'chardev:serial'],
    [...unix('qmp', f.qmp), '-mon', 'chardev=qmp,mode=control'],
    [...unix('jobs', f.jobs), '-mon', 'chardev=jobs,mode=control'],
    ['-device', 'virtio-serial-pci', ...unix('guest', f.guest)],
    ['-device', 'virtserialport,chardev=guest,name=org.qemu.guest_agent.0'],
    ['-blockdev', `driver=qcow2,node-name=disk,file.driver=file,file.filename=${f.disk}`],
    ['-device', 'virtio-blk-pci,drive=disk'],
    own
      ? ['-drive', `if=virtio,format=raw,read-only=on,file.driver=vvfat,file.dir=${f.seed},file.label=CIDATA`]
      : ['-kernel', m.boot.kernel, '-initrd', f.initrd, '-append', 'console=tty0 console=ttyS0 quiet panic=-1'],
    await cards(m, node, wiring(m.order.document)),
    snapshot ? ['-loadvm', snapshot] : [],
  ].flat()
}

/** Starts a node that does not run. */
export async function startMachine(m: Machines, node: Node, snapshot?: string): Promise<boolean> {
  const f = filesOf(m.place, m.order, node.id)
  if (await pidOf(f.pid, f.qmp)) return false
  await fs.rm(f.up, { force: true })
  await fs.writeFile(f.on, '')
  await launch(await commandLine(m, node, snapshot), f.qmp, f.errors)
  return true
}

/** Starts the hubs that do not run. */
export async function startHubs(m: Machines): Promise<void> {
  for (const hub of wiring(m.order.document).hubs) {
    const [pid, ready] = [path.join(m.place.folder, `${hub.id}.pid`), m.place.socket(`${hub.id}-ready`)]
    if (await pidOf(pid, ready)) continue
    for (const { local } of hub.ports) await fs.rm(m.place.socket(local), { force: true })
    const errors = path.join(m.place.folder, `${hub.id}.errors`)
    await launch(hubLine(m, hub, pid, ready), ready, errors)
  }
}

function hubLine({ place, order }: Machines, hub: HubPlan, pid: string, ready: string): string[] {
  const ports = hub.ports.flatMap(({ local, remote }, i) => [
    ...wire(`p${i}`, place.socket(local), place.socket(remote)),
    '-netdev',
    `hubport,id=h${i},hubid=0,netdev=p${i}`,
  ])
  const way = order.document.networks.find((n) => n.gateway && hub.internet)
  const out = way
    ? ['-netdev', `user,id=out,net=${way.cidr},host=${way.gateway}`, '-netdev', 'hubport,id=ho,hubid=0,netdev=out']
    : []
  const monitor = [...unix('qmp', ready), '-mon', 'chardev=qmp,mode=control']
  return ['-machine', 'none', ...bare, sandbox, ...monitor, '-pidfile', pid, ...ports, ...out]
}

export async function endHubs(place: Place, order: SceneOrder): Promise<void> {
  for (const { id } of wiring(order.document).hubs)
    await end(path.join(place.folder, `${id}.pid`), place.socket(`${id}-ready`))
}
