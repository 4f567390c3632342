/**
 * What runs the nodes of scenes: simulated here, QEMU where it is installed, a real hypervisor elsewhere. The engine calls it outside
 * transactions, may call anything again after a crash, and believes `look` more than its own memory; so every call is idempotent: a node that
 * runs already is started, one that is gone is deleted.
 */
import type { Duplex, Readable } from 'node:stream'
import type { DriverReason } from '#src/contract/scene/driver.ts'
import { type NodeStatus } from '#src/contract/scene/node.ts'
import type { Node, TopologyDocument } from '#src/contract/topology/document.ts'

/** What a driver says when it will not, as a code: the engine tries again until the deadline, but for one that is fenced off. */
export class DriverRefusal extends Error {
  constructor(
    readonly code: string,
    readonly node = '',
  ) {
    super(code)
    this.name = 'DriverRefusal'
  }
}

/** A driver that is not here, or cannot run machines here any more: asking again changes nothing. */
export class DriverAway extends DriverRefusal {
  constructor(
    readonly driver: string,
    readonly reason: DriverReason,
  ) {
    super('away')
    this.name = 'DriverAway'
  }
}

/** A scene as a driver is told of it. `fence` grows with every change of owner: a driver refuses a smaller one than it has seen. */
export interface SceneOrder {
  scene: string
  fence: number
  document: TopologyDocument
  /** Of nodes without an address of their own, by `node/port`. */
  addresses: Readonly<Record<string, string>>
  /** Values of flags by flag id, files and images already looked up. */
  flags: Readonly<Record<string, string>>
  images: Readonly<Record<string, ImageFacts>>
  services: Readonly<Record<string, ServiceFacts>>
}
/** Software that is put on a node. */
export interface ServiceFacts {
  name: string
  release: string
  /** Where it listens; null where it does not. */
  port: number | null
  /** Its package, bytes of it, and where the store keeps it; empty where no such file is. */
  file: string
  size: number
  sha256: string
  at: string
}
export interface ImageFacts {
  id: string
  name: string
  os: 'linux' | 'windows' | 'network' | 'other'
  /** Container images have no desktop. */
  desktop: boolean
  /** Where the image store keeps it; empty for one that only the simulation knows. */
  file: string
  format: string
  /** What the simulation has over it, where somebody worked on it. */
  layer?: string
  /** What a machine of it has, in the words of the image; a driver’s own choice where nothing is said. */
  arch?: string
  disk?: string
  card?: string
  video?: string
}

type Power = NodeStatus

export interface NodeObservation {
  node: string
  power: Power
  /** Of a boot, 0 to 1. */
  progress: number
  address: string
  /** Why it crashed, as a code. */
  reason: string | null
}

export interface NodeMetrics {
  node: string
  /** Percent. */
  cpu: number
  memory: number
  /** Bytes per second. */
  received: number
  sent: number
  read: number
  written: number
}

/** A stream that talks to a node: bytes of a terminal, or RFB (RFC 6143). */
export interface Console {
  stream: Duplex
  /** Of a terminal: tells it its size. */
  resize?(columns: number, rows: number): void
}

export interface InjectedFile {
  path: string
  mode: string
  /** Bytes. */
  size: number
  /** All of them, from the beginning. */
  read: () => Readable
}

/** A USB device as a node sees it. */
export interface UsbPlug {
  id: string
  name: string
  /** Base class in hex, as the standard numbers them. */
  class_code: string
  vendor_id: string
  product_id: string
  manufacturer: string
  serial: string
  /** Of a stick: bytes that it holds, and where the server keeps them; empty where nothing was put on it. */
  bytes: number
  file: string
}

export interface DriverEvent {
  at: Date
  node: string
  level: 'info' | 'warn' | 'error'
  /** A code and its parameters: the app has the sentences. */
  code: string
  params: Record<string, string | number>
}

/** `lacks`: why nodes without an image cannot be run, though others can. */
type Available = { ok: true; lacks?: DriverReason } | { ok: false; reason: DriverReason }

export interface SceneDriver {
  readonly name: string
  /** Its machines are on the server’s own computer and end with it: no other server reaches them. */
  readonly local: boolean
  /** Whether this machine can run it, and why not. */
  available(): Promise<Available>
  /** What would be started, or why it cannot be; costs nothing and waits for nothing, so that it may be asked inside a transaction. */
  plan(order: SceneOrder): Promise<{ nodes: readonly Node[]; problems: readonly { node: string; code: string }[] }>
  /** Disks and wires as the drawing has them: what is there stays as it is, what the drawing lacks goes, what is new is off. */
  create(order: SceneOrder): Promise<void>
  /** Of all nodes or of those named; returns when the work has begun, `look` tells how far it is. */
  start(order: SceneOrder, nodes?: readonly string[]): Promise<void>
  stop(order: SceneOrder, nodes?: readonly string[], hard?: boolean): Promise<void>
  pause(order: SceneOrder): Promise<void>
  resume(order: SceneOrder): Promise<void>
  snapshot(order: SceneOrder, name: string): Promise<{ bytes: number }>
  restore(order: SceneOrder, name: string): Promise<void>
  dropSnapshot(order: SceneOrder, name: string): Promise<void>
  /**
   * The disk of a node that is off as an image of its own: written to `file` in the format of its image where disks are real, kept as the
   * layer of that name in the simulation.
   * @returns which of the two
   */
  capture?: (
    order: Pick<SceneOrder, 'scene' | 'fence'>,
    node: string,
    to: { file: string; layer: string },
  ) => Promise<'file' | 'layer'>
  /** Leaves nothing behind. */
  delete(order: Pick<SceneOrder, 'scene' | 'fence'>): Promise<void>
  look(order: Pick<SceneOrder, 'scene' | 'fence'>): Promise<readonly NodeObservation[]>
  metrics(order: Pick<SceneOrder, 'scene' | 'fence'>): Promise<readonly NodeMetrics[]>
  /** The same of several scenes in one question, where somebody is asked for it. */
  metricsOf?(scenes: readonly string[]): Promise<ReadonlyMap<string, readonly NodeMetrics[]>>
  /** Of instants of the last half hour, where the driver remembers; nothing of a node that was off then. */
  history?(
    order: Pick<SceneOrder, 'scene' | 'fence'>,
    at: readonly Date[],
  ): Promise<readonly (readonly NodeMetrics[])[]>
  console(order: Pick<SceneOrder, 'scene' | 'fence'>, node: string, kind: 'terminal' | 'desktop'): Promise<Console>
  /**
   * The status of a line that is run on a node as root, at no terminal: 0 says yes. What it changes is not kept. Not there where a driver has no
   * way into a machine but its screen.
   * @param limit milliseconds it may take; `slow` when it took longer, `off` where the node does not run, `other` where it has no such shell
   */
  ask?(
    order: Pick<SceneOrder, 'scene' | 'fence'>,
    node: string,
    line: string,
    limit: number,
  ): Promise<{ status: number } | 'off' | 'other' | 'slow'>
  inject: (order: Pick<SceneOrder, 'scene' | 'fence'>, node: string, file: InjectedFile) => Promise<void>
  /** Plugs a USB device into a node that is on; one that is in already stays in. It goes with the power of the node. */
  plug?: (order: Pick<SceneOrder, 'scene' | 'fence'>, node: string, device: UsbPlug) => Promise<void>
  unplug?(order: Pick<SceneOrder, 'scene' | 'fence'>, node: string, device: string): Promise<void>
  /** Base classes of USB devices that it emulates; all of them where nothing is said. */
  readonly usbClasses?: ReadonlySet<string>
  /** Its machines boot without the packages of services: they are put into them like files, when they are up. */
  readonly packagesAsFiles?: true
  events(order: Pick<SceneOrder, 'scene' | 'fence'>, since: Date): Promise<readonly DriverEvent[]>
  /** Scenes it has anything of, for the reconciliation at start. */
  scenes(): Promise<readonly string[]>
  /** The server ends: so does what runs in its name. */
  close?(): Promise<void>
}
