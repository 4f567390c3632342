/** A node as a machine of QEMU: its files, its command line, its start and its end (qemu.org/docs, "Invocation"). */
import fs from 'node:fs/promises'
import path from 'node:path'
import { portKey } from '#src/contract/topology/addresses.ts'
import type { Node } from '#src/contract/topology/document.ts'
import type { SceneOrder } from '../driver.ts'
import { fromDisc, imageFor } from './disk.ts'
import { cardsOf } from './inside.ts'
import { isThere, type ScenePaths, shortName } from './place.ts'
import { launch, pidOf } from './process.ts'
import { type Boot, filesPort } from './smallLinux.ts'
import { usbArgs } from './usb.ts'
import { type Wiring, wiring } from './wires.ts'

export interface MachineFiles {
  disk: string
  /** The image below it, where there is one. */
  base: string
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
  /** Names the state in its disk that it wakes up in. */
  wake: string
  qmp: string
  /** A second line to the machine, for what takes long. */
  jobs: string
  guest: string
  serial: string
  screen: string
  /** What is plugged in, a file each; gone when it goes off. */
  usb: string
  /** Where the small Linux takes the bytes of files. */
  files: string
}
export function machineFilesOf(p: ScenePaths, node: string): MachineFiles {
  const at = (name: string) => path.join(p.node(node), name)
  const socket = (name: string) => p.socket(`n${shortName(node)}-${name}`)
  return {
    disk: at('disk.qcow2'),
    base: at('base'),
    initrd: at('initrd'),
    seed: at('seed'),
    pid: at('pid'),
    errors: at('errors'),
    log: at('serial.log'),
    on: at('on'),
    up: at('up'),
    wake: at('wake'),
    qmp: socket('qmp'),
    jobs: socket('jobs'),
    guest: socket('guest'),
    serial: socket('serial'),
    screen: socket('screen'),
    usb: at('usb'),
    files: socket('files'),
  }
}

export const unixSocketArgs = (id: string, at: string, log?: string): string[] => [
  '-chardev',
  `socket,id=${id},path=${at},server=on,wait=off${log ? `,logfile=${log},logappend=on` : ''}`,
]
export const wire = (id: string, local: string, remote: string): string[] => [
  '-netdev',
  `dgram,id=${id},local.type=unix,local.path=${local},remote.type=unix,remote.path=${remote}`,
]
/** Nothing but what is named here; the process may neither start others nor gain rights. */
export const bare = [
  '-nodefaults',
  '-no-user-config',
  '-display',
  'none',
  '-sandbox',
  'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny',
]

export interface SceneMachines {
  place: ScenePaths
  order: SceneOrder
  /** The small Linux, asked for where it is needed. */
  boot: () => Promise<Boot>
  /** `tcg` or `kvm`. */
  accel: string
}

/** How QEMU calls what an image says its machine has; what it does not say is what is fastest. */
const cardModels: Readonly<Record<string, string>> = {
  e1000: 'e1000',
  e1000e: 'e1000e',
  rtl8139: 'rtl8139',
  vmxnet3: 'vmxnet3',
}
/** Its own disk comes before the disc, and the disc before the disk that says who it is. */
const own = 'drive=disk,bootindex=0'
const diskModels: Readonly<Record<string, readonly string[]>> = {
  ide: ['-device', `ide-hd,bus=ide.0,${own}`],
  sata: ['-device', 'ich9-ahci,id=ahci', '-device', `ide-hd,bus=ahci.0,${own}`],
  scsi: ['-device', 'virtio-scsi-pci,id=scsi', '-device', `scsi-hd,bus=scsi.0,${own}`],
  nvme: ['-device', `nvme,serial=range,${own}`],
}

const screens: Readonly<Record<string, string>> = { virtio: 'virtio', cirrus: 'cirrus', vmware: 'vmware' }

async function cards({ place, order }: SceneMachines, node: Node, w: Wiring): Promise<string[]> {
  const model = cardModels[imageFor(order, node)?.card ?? ''] ?? 'virtio-net-pci'
  const args: string[] = []
  for (const [i, { mac }] of cardsOf(order, node).entries()) {
    const port = node.ports[i]
    const cable = port && w.cards.get(portKey(node.id, port.id))
    if (cable) {
      await fs.rm(place.socket(cable.local), { force: true })
      args.push(...wire(`net${i}`, place.socket(cable.local), place.socket(cable.remote)))
    }
    args.push('-device', `${model},mac=${mac},romfile=${cable ? `,netdev=net${i}` : ''}`)
  }
  return args
}

function bootArgs(m: SceneMachines, node: Node, f: MachineFiles, boot: Boot | undefined): string[] {
  if (boot)
    return ['-kernel', boot.kernel, '-initrd', f.initrd, '-append', 'console=tty0 console=ttyS0 loglevel=3 panic=-1']
  const seed = `format=raw,read-only=on,file.driver=vvfat,file.dir=${f.seed},file.label=CIDATA`
  const drive = fromDisc(imageFor(m.order, node))
    ? [
        '-drive',
        `if=none,id=disc,media=cdrom,format=raw,read-only=on,file=${f.base}`,
        '-device',
        'ide-cd,drive=disc,bus=ide.1,bootindex=1',
      ]
    : []
  return [...drive, '-drive', `if=virtio,${seed}`]
}

/** The whole command line of a node. @param wake the state it wakes up in, with its memory */
async function commandLine(m: SceneMachines, node: Node, wake?: string): Promise<string[]> {
  const f = machineFilesOf(m.place, node.id)
  const image = imageFor(m.order, node)
  const cache = m.accel === 'tcg' ? ['-accel', 'tcg,tb-size=64'] : ['-accel', m.accel]
  return [
    ['-name', `${m.order.scene}/${node.id}`.replaceAll(',', '')],
    ['-machine', 'pc', ...cache, '-cpu', m.accel === 'tcg' ? 'max' : 'host'],
    ['-smp', String(node.cpu), '-m', String(machineMemoryOf(node))],
    [...bare, '-vga', screens[image?.video ?? ''] ?? 'std', '-vnc', `unix:${f.screen}`, '-pidfile', f.pid],
    [...unixSocketArgs('serial', f.serial, f.log), '-serial', 'chardev:serial'],
    [...unixSocketArgs('qmp', f.qmp), '-mon', 'chardev=qmp,mode=control'],
    [...unixSocketArgs('jobs', f.jobs), '-mon', 'chardev=jobs,mode=control'],
    ['-device', 'virtio-serial-pci', ...unixSocketArgs('guest', f.guest)],
    ['-device', 'virtserialport,chardev=guest,name=org.qemu.guest_agent.0'],
    image ? [] : [...unixSocketArgs('files', f.files), '-device', `virtserialport,chardev=files,name=${filesPort}`],
    usbArgs,
    ['-blockdev', `driver=qcow2,node-name=disk,file.driver=file,file.filename=${f.disk}`],
    diskModels[image?.disk ?? ''] ?? ['-device', `virtio-blk-pci,${image ? own : 'drive=disk'}`],
    bootArgs(m, node, f, image ? undefined : await m.boot()),
    await cards(m, node, wiring(m.order.document)),
    wake ? ['-loadvm', wake] : [],
  ].flat()
}

/** Least memory that the small Linux boots in, MiB. */
const leastMemory = 96
export const machineMemoryOf = (node: Pick<Node, 'memory'>): number => Math.max(leastMemory, node.memory)

const [yes, no] = [() => true, () => false]

/** Starts a node that does not run, in the state it was put back to where it was. */
export async function startMachine(m: SceneMachines, node: Node): Promise<boolean> {
  const f = machineFilesOf(m.place, node.id)
  if (await pidOf(f.pid, f.qmp)) return false
  const wake = await fs.readFile(f.wake, 'utf8').catch(() => undefined)
  await fs.rm(f.up, { force: true })
  await fs.rm(f.usb, { recursive: true, force: true })
  await fs.writeFile(f.on, '')
  await fs.rm(f.wake, { force: true })
  // a machine that has changed since cannot wake up in that state: it boots from the disk as it was then
  const woken = wake !== undefined && (await launch(await commandLine(m, node, wake), f).then(yes, no))
  if (woken) return true
  try {
    await launch(await commandLine(m, node), f)
  } catch (e) {
    await fs.rm(f.on, { force: true })
    throw e
  }
  return true
}

/** A node that has a disk; one that runs has a process, too. */
export const isMade = (f: MachineFiles): Promise<boolean> => isThere(f.disk)
