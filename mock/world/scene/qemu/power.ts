/** Machines on and off: as many as this computer has memory for, each with its cables. */
import fs from 'node:fs/promises'
import os from 'node:os'
import { bootedKinds, type Node } from '#src/contract/topology/document.ts'
import { type DriverEvent, DriverAway, type SceneOrder } from '../driver.ts'
import type { Means } from './available.ts'
import { connectCables } from './cables.ts'
import { writeEvent } from './events.ts'
import type { SceneFence, SceneOrderStore } from './known.ts'
import { machineFilesOf, type SceneMachines, machineMemoryOf, startMachine } from './machine.ts'
import { sceneOrdersIn, scenePathsOf } from './place.ts'
import { endProcess, endsWithin, pidOf } from './process.ts'
import { withGuest, withMachine } from './qmp.ts'
import { driverRefusalOf } from './refusal.ts'

const MiB = 1024 * 1024
/** Share of this computer's memory that machines may be promised; the rest is the server's. */
const promised = 0.85
/** Milliseconds an orderly shutdown may take. */
const patience = 10_000

export const room = (): number => (os.totalmem() * promised) / MiB
export const booted = (order: Pick<SceneOrder, 'document'>, only?: readonly string[]): Node[] =>
  order.document.nodes.filter((n) => bootedKinds.has(n.kind) && (!only || only.includes(n.id)))

export interface Power {
  on(ask: SceneFence, only?: readonly string[]): Promise<void>
  off(m: SceneMachines, nodes: readonly Pick<Node, 'id'>[], hard: boolean): Promise<void>
  /** What the drawing had and lacks now. */
  drop(before: SceneOrder, m: SceneMachines): Promise<void>
  /** Says the same to every machine that runs. */
  tell(m: SceneMachines, execute: 'stop' | 'cont'): Promise<void>
}

interface Given {
  root: string
  known: SceneOrderStore
  means: Means
  now: () => Date
  /** The line of a machine that goes off. */
  hangUp: (socket: string) => void
}

export function powerOf({ root, known, means, now, hangUp }: Given): Power {
  const note = (m: SceneMachines, node: string, level: DriverEvent['level'], code: string) =>
    writeEvent(m.place, { at: now(), node, level, code, params: {} })

  /** MiB of all machines that run. */
  async function inUse(): Promise<number> {
    let sum = 0
    for (const order of await sceneOrdersIn(root))
      for (const n of booted(order)) {
        const f = machineFilesOf(scenePathsOf(root, order.scene), n.id)
        if (await pidOf(f.pid, f.qmp)) sum += machineMemoryOf(n)
      }
    return sum
  }

  async function off(m: SceneMachines, nodes: readonly Pick<Node, 'id'>[], hard: boolean): Promise<void> {
    await Promise.all(
      nodes.map(async (n) => {
        const f = machineFilesOf(m.place, n.id)
        if (!hard) {
          // the guest's own way first, the power button second, pulling the plug last
          await withGuest(f.guest, (c) => c.ask('guest-shutdown', { mode: 'powerdown' }, 2000)).catch(() =>
            withMachine(f.qmp, (c) => c.ask('system_powerdown')).catch(() => undefined),
          )
          await endsWithin(f.pid, f.qmp, patience)
        }
        hangUp(f.serial)
        await endProcess(f.pid, f.qmp)
        await fs.rm(f.usb, { recursive: true, force: true })
        const was = await fs.rm(f.on).then(
          () => true,
          () => false,
        )
        if (was) await note(m, n.id, 'info', 'node_stopped')
      }),
    )
  }

  return {
    off,
    async on(ask, only) {
      const missing = await means.look()
      if (missing) throw new DriverAway('qemu', missing)
      const m = await known.mine(ask)
      await connectCables(m)
      for (const n of booted(m.order, only)) {
        const f = machineFilesOf(m.place, n.id)
        if (await pidOf(f.pid, f.qmp)) continue
        if ((await inUse()) + machineMemoryOf(n) > room()) throw driverRefusalOf('no_memory', n.name)
        // somebody newer may have been here while others started
        await known.mine(ask)
        if (await startMachine(m, n)) await note(m, n.id, 'info', 'node_started')
      }
    },
    async drop(before, m) {
      const there = new Set(booted(m.order).map((n) => n.id))
      const gone = booted(before).filter((n) => !there.has(n.id))
      await off(m, gone, true)
      for (const n of gone) await fs.rm(m.place.node(n.id), { recursive: true, force: true })
    },
    async tell(m, execute) {
      for (const n of booted(m.order))
        await withMachine(machineFilesOf(m.place, n.id).qmp, (c) => c.ask(execute)).catch(() => undefined)
    },
  }
}
