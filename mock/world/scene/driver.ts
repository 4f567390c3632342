/**
 * What runs the nodes of scenes: simulated here, QEMU where it is installed, a real hypervisor elsewhere. The engine calls it outside
 * transactions, may call anything again after a crash, and believes `look` more than its own memory; so every call is idempotent: a node that
 * runs already is started, one that is gone is deleted.
 */
import type { Duplex } from 'node:stream'
import type { ConsoleKind, NodeReason, NodeStatus, System } from '#src/contract/scene/node.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'

/** What a driver says when it will not, as a code. */
export class DriverRefusal extends Error {
  constructor(
    readonly code: string,
    readonly node = '',
  ) {
    super(code)
    this.name = 'DriverRefusal'
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
}
export interface ImageFacts {
  id: string
  name: string
  os: System
  /** Container images have no desktop. */
  desktop: boolean
  /** Where the image store keeps it; empty for one that only the simulation knows. */
  file: string
  format: string
}

export interface NodeLook {
  node: string
  power: NodeStatus
  /** Of a boot, 0 to 1. */
  progress: number
  /** Why it crashed. */
  reason: NodeReason | null
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
  bytes: Uint8Array
}

export interface SceneDriver {
  readonly name: string
  /** Whether this machine can run it, and why not. */
  available(): Promise<{ ok: true } | { ok: false; reason: string }>
  /** Why it cannot be started, by node; costs nothing. */
  plan(order: SceneOrder): Promise<readonly { node: string; code: string }[]>
  /** Disks and wires as the drawing has them: what is there already stays as it is, what the drawing lacks goes. New nodes are off. */
  create(order: SceneOrder): Promise<void>
  /** Of all nodes or of those named; returns when the work has begun, `look` tells how far it is. */
  start(order: SceneOrder, nodes?: readonly string[]): Promise<void>
  stop(order: SceneOrder, nodes?: readonly string[], hard?: boolean): Promise<void>
  pause(order: SceneOrder): Promise<void>
  resume(order: SceneOrder): Promise<void>
  snapshot(order: SceneOrder, name: string): Promise<{ bytes: number }>
  restore(order: SceneOrder, name: string): Promise<void>
  dropSnapshot(order: Pick<SceneOrder, 'scene' | 'fence'>, name: string): Promise<void>
  /** Leaves nothing behind. */
  delete(order: Pick<SceneOrder, 'scene' | 'fence'>): Promise<void>
  /** Of every node it has; nothing of a scene it does not know. */
  look(order: Pick<SceneOrder, 'scene'>): Promise<readonly NodeLook[]>
  /** Of the instants asked for, which lie in the last half hour; nothing of a node that was off then. */
  metrics(order: Pick<SceneOrder, 'scene'>, at: readonly Date[]): Promise<readonly (readonly NodeMetrics[])[]>
  console(order: Pick<SceneOrder, 'scene' | 'fence'>, node: string, kind: ConsoleKind, who: string): Promise<Console>
  inject(order: Pick<SceneOrder, 'scene' | 'fence'>, node: string, file: InjectedFile): Promise<void>
  /** Scenes it has anything of, for the reconciliation at start. */
  scenes(): Promise<readonly string[]>
}
