/**
 * Scenes of real machines on this computer: one QEMU per node, its cables as sockets of QEMU's own, no rights beyond this user's. Machines die
 * with the server (`process.ts`); what is left of them lies in folders that the next one reads (`place.ts`).
 */
import fs from 'node:fs/promises'
import type { Logger } from '#mock/http/request/handler.ts'
import type { NodeObservation, SceneDriver } from '../driver.ts'
import { qemuSupportOf } from './available.ts'
import { connectCables, endHubs } from './cables.ts'
import { imageFor, prepare, writeDisk } from './disk.ts'
import { readDriverEvents } from './events.ts'
import { keepFigures } from './figures.ts'
import { knownIn } from './known.ts'
import { lookAt } from './look.ts'
import { machineFilesOf } from './machine.ts'
import { sceneOrdersIn, scenePathsOf, sweepSockets } from './place.ts'
import { problemsOf } from './plan.ts'
import { booted, powerOf } from './power.ts'
import { endProcess, pidOf } from './process.ts'
import { driverRefusalOf, failuresAsRefusals } from './refusal.ts'
import { sharedLine } from './serial.ts'
import type { Boot } from './smallLinux.ts'
import { dropSnapshot, rollBack, snapshotNote, takeSnapshot } from './snapshot.ts'
import { openNodeConsole, injectInto, plugInto, pullOutOf } from './talk.ts'
import { emulatedUsbClasses } from './usb.ts'

export interface QemuOptions {
  /** Folder for scenes. */
  root: string
  /** Folder that holds `boot/` and `lib/modules/` of a Linux. */
  system: string
  /** `tcg` works anywhere, `kvm` where the host lends its processor. */
  accel: 'tcg' | 'kvm'
  now: () => Date
  log: Pick<Logger, 'warn'>
}

export function qemuDriver({ root, system, accel, now, log }: QemuOptions): SceneDriver {
  const means = qemuSupportOf(system)
  const boot = async (): Promise<Boot> => {
    const b = await means.boot()
    if (!b) throw driverRefusalOf('no_small_linux')
    return b
  }
  const lines = sharedLine()
  const figures = keepFigures(now)
  const known = knownIn(root, { boot, accel })
  const power = powerOf({ root, known, means, now, hangUp: lines.drop })
  const safe = failuresAsRefusals(log)

  return {
    name: 'qemu',
    local: true,
    usbClasses: emulatedUsbClasses,
    packagesAsFiles: true,

    async available() {
      const missing = await means.look()
      if (missing) return { ok: false, reason: missing }
      const small = means.small()
      return small && !small.ok ? { ok: true, lacks: small.reason } : { ok: true }
    },

    plan: (order) => Promise.resolve({ nodes: booted(order), problems: problemsOf(order, means.small()) }),

    create: safe(async (order) => {
      const { before, m } = await known.take(order)
      if (before) await power.drop(before, m)
      for (const n of booted(order)) await prepare(m.place, order, n, machineFilesOf(m.place, n.id), boot)
      // what runs hears the new ones at once
      if (before) await connectCables(m)
    }),

    start: safe((order, only) => power.on(order, only)),
    stop: safe(async (order, only, hard = false) => {
      const m = await known.mine(order)
      await power.off(m, booted(m.order, only), hard)
    }),
    pause: safe(async (order) => power.tell(await known.mine(order), 'stop')),
    resume: safe(async (order) => power.tell(await known.mine(order), 'cont')),

    snapshot: safe(async (order, name) => takeSnapshot(await known.mine(order), name)),
    restore: safe(async (order, name) => {
      const m = await known.mine(order)
      const taken = await snapshotNote(m, name)
      if (!taken) throw driverRefusalOf('no_snapshot')
      await power.off(m, booted(m.order), true)
      for (const n of booted(m.order)) await rollBack(m, n.id, name, taken.on.includes(n.id))
    }),
    dropSnapshot: safe(async (order, name) => dropSnapshot(await known.mine(order), name)),

    capture: safe(async (order, node, { file }) => {
      const m = await known.mine(order)
      const f = machineFilesOf(m.place, node)
      const drawn = m.order.document.nodes.find((n) => n.id === node)
      if (!drawn) throw driverRefusalOf('unknown_scene')
      if (await pidOf(f.pid, f.qmp)) throw driverRefusalOf('node_on')
      await writeDisk(imageFor(m.order, drawn), f, file)
      return 'file' as const
    }),

    delete: safe(async (order) => {
      const m = await known.own(order)
      if (!m) return
      await power.off(m, booted(m.order), true)
      await endHubs(m.place)
      figures.forget(order.scene)
      await fs.rm(m.place.sockets, { recursive: true, force: true })
      await fs.rm(m.place.folder, { recursive: true, force: true })
    }),

    look: safe(async (order) => {
      const m = await known.read(order)
      if (!m) return []
      const looks = await Promise.all(
        booted(m.order).map(async (n): Promise<NodeObservation> => {
          const first = n.ports[0]
          const address = first ? first.address || (m.order.addresses[`${n.id}/${first.id}`] ?? '') : ''
          return { node: n.id, address, ...(await lookAt(machineFilesOf(m.place, n.id), now().getTime())) }
        }),
      )
      if (looks.some((l) => l.power === 'on')) void figures.keep(m).catch(() => {})
      return looks
    }),

    async metrics(order) {
      const m = await known.read(order)
      return m ? figures.now(m) : []
    },
    history: (order, times) => Promise.resolve(figures.at(order.scene, times)),

    console: safe(async (order, node, kind) => openNodeConsole(lines, await known.there(order), node, kind)),
    inject: safe(async (order, node, file) => injectInto(await known.there(order), node, file)),
    plug: safe(async (order, node, device) => plugInto(await known.mine(order), node, device)),
    unplug: safe(async (order, node, device) => pullOutOf(await known.mine(order), node, device)),

    async events(order, since) {
      const m = await known.read(order)
      return m ? (await readDriverEvents(m.place)).filter((e) => e.at > since) : []
    },

    async scenes() {
      await sweepSockets()
      return (await sceneOrdersIn(root)).map((o) => o.scene)
    },

    async close() {
      for (const order of await sceneOrdersIn(root)) {
        const place = scenePathsOf(root, order.scene)
        for (const n of booted(order)) {
          const f = machineFilesOf(place, n.id)
          lines.drop(f.serial)
          await endProcess(f.pid, f.qmp)
        }
        await endHubs(place)
      }
    },
  }
}
