/**
 * Scenes of real machines on this computer: one QEMU per node, its cables as sockets of QEMU's own, no rights beyond this user's. Machines die
 * with the server (`process.ts`); what is left of them lies in folders that the next one reads (`place.ts`).
 */
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import { bootedKinds, type Node } from '#src/contract/topology/document.ts'
import type { Logger } from '#mock/http/handler.ts'
import {
  type Console,
  type DriverEvent,
  DriverAway,
  type NodeLook,
  type SceneDriver,
  type SceneOrder,
} from '../driver.ts'
import { meansOf } from './available.ts'
import { bootable, imageFor, prepare, writeDisk } from './disk.ts'
import { readEvents, writeEvent } from './events.ts'
import { keepFigures } from './figures.ts'
import { putFile, sizeLine } from './guest.ts'
import { lookAt } from './look.ts'
import { connect, endHubs, filesOf, type Machines, memoryOf, startMachine } from './machine.ts'
import { kept, placeOf, readOrder, sweepSockets, writeOrder } from './place.ts'
import { end, endsWithin, pidOf } from './process.ts'
import { QemuError, withGuest, withMachine } from './qmp.ts'
import { fileRefusal, refuse, refusing } from './refusal.ts'
import { sharedLine } from './serial.ts'
import type { Boot } from './smallLinux.ts'
import { dropSnapshot, rollBack, snapshotNote, takeSnapshot } from './snapshot.ts'

export interface QemuOptions {
  /** Folder for scenes. */
  root: string
  /** Folder that holds `boot/` and `lib/modules/` of a Linux. */
  system: string
  /** `tcg` works anywhere, `kvm` where the host lends its processor. */
  accel: 'tcg' | 'kvm'
  now(): Date
  log: Pick<Logger, 'warn'>
}

const MiB = 1024 * 1024
/** Share of this computer's memory that machines may be promised; the rest is the server's. */
const promised = 0.85
/** Architectures that `qemu-system-x86_64` runs. */
const runs: ReadonlySet<string> = new Set(['', 'x86_64', 'i386'])
/** Milliseconds an orderly shutdown may take, and after which a terminal that is being drawn larger has its size. */
const patience = 10_000
const settled = 150

const booted = (order: SceneOrder, only?: readonly string[]): Node[] =>
  order.document.nodes.filter((n) => bootedKinds.has(n.kind) && (!only || only.includes(n.id)))
const room = (): number => (os.totalmem() * promised) / MiB

type Ask = Pick<SceneOrder, 'scene' | 'fence'>

export function qemuDriver({ root, system, accel, now, log }: QemuOptions): SceneDriver {
  const means = meansOf(system)
  const boot = async (): Promise<Boot> => {
    const b = await means.boot()
    if (!b) throw refuse('no_small_linux')
    return b
  }
  const lines = sharedLine()
  const figures = keepFigures(now)

  const read = async ({ scene }: Pick<Ask, 'scene'>): Promise<Machines | undefined> => {
    const place = placeOf(root, scene)
    const order = await readOrder(place)
    return order && { place, order, boot, accel }
  }
  /** For whoever changes something: nobody newer has been here. */
  const own = async (ask: Ask): Promise<Machines | undefined> => {
    const m = await read(ask)
    if (!m) return undefined
    if (m.order.fence > ask.fence) throw refuse('fenced')
    if (m.order.fence < ask.fence) await writeOrder(m.place, { ...m.order, fence: ask.fence })
    return m
  }
  const must = async (m: Promise<Machines | undefined>): Promise<Machines> => {
    const there = await m
    if (!there) throw refuse('unknown_scene')
    return there
  }
  const note = (m: Machines, node: string, level: DriverEvent['level'], code: string) =>
    writeEvent(m.place, { at: now(), node, level, code, params: {} })

  /** MiB of all machines that run. */
  async function inUse(): Promise<number> {
    let sum = 0
    for (const order of await kept(root))
      for (const n of booted(order)) {
        const f = filesOf(placeOf(root, order.scene), n.id)
        if (await pidOf(f.pid, f.qmp)) sum += memoryOf(n)
      }
    return sum
  }

  async function begin(m: Machines, nodes: readonly Node[]): Promise<void> {
    const missing = await means.look()
    if (missing) throw new DriverAway('qemu', missing)
    await connect(m)
    for (const n of nodes) {
      const f = filesOf(m.place, n.id)
      if (await pidOf(f.pid, f.qmp)) continue
      if ((await inUse()) + memoryOf(n) > room()) throw refuse('no_memory', n.name)
      if (await startMachine(m, n)) await note(m, n.id, 'info', 'node_started')
    }
  }

  async function halt(m: Machines, nodes: readonly Pick<Node, 'id'>[], hard: boolean): Promise<void> {
    await Promise.all(
      nodes.map(async (n) => {
        const f = filesOf(m.place, n.id)
        if (!hard) {
          // the guest's own way first, the power button second, pulling the plug last
          await withGuest(f.guest, (c) => c.ask('guest-shutdown', { mode: 'powerdown' }, 2000)).catch(() =>
            withMachine(f.qmp, (c) => c.ask('system_powerdown')).catch(() => undefined),
          )
          await endsWithin(f.pid, f.qmp, patience)
        }
        lines.drop(f.serial)
        await end(f.pid, f.qmp)
        const was = await fs.rm(f.on).then(
          () => true,
          () => false,
        )
        if (was) await note(m, n.id, 'info', 'node_stopped')
      }),
    )
  }

  /** What the drawing had and lacks now. */
  async function drop(before: SceneOrder, m: Machines): Promise<void> {
    const there = new Set(booted(m.order).map((n) => n.id))
    const gone = booted(before).filter((n) => !there.has(n.id))
    await halt(m, gone, true)
    for (const n of gone) await fs.rm(m.place.node(n.id), { recursive: true, force: true })
  }

  const each = async (m: Machines, execute: string): Promise<void> => {
    for (const n of booted(m.order))
      await withMachine(filesOf(m.place, n.id).qmp, (c) => c.ask(execute)).catch(() => undefined)
  }

  /** The last of many sizes while somebody draws a window larger. */
  function sizing(socket: string): (columns: number, rows: number) => void {
    let timer: NodeJS.Timeout | undefined
    return (columns, rows) => {
      clearTimeout(timer)
      // a system without an agent keeps the size it has
      timer = setTimeout(() => void sizeLine(socket, columns, rows).catch(() => {}), settled)
      timer.unref()
    }
  }

  const calls: SceneDriver = {
    name: 'qemu',
    local: true,

    async available() {
      const missing = await means.look()
      if (missing) return { ok: false, reason: missing }
      const small = means.small()
      return small && !small.ok ? { ok: true, lacks: small.reason } : { ok: true }
    },

    plan(order) {
      const nodes = booted(order)
      const problems: { node: string; code: string }[] = []
      const say = (n: Node, code: string) => problems.push({ node: n.id, code })
      let memory = 0
      for (const n of nodes) {
        const image = imageFor(order, n)
        if (n.image_id !== null && !image) say(n, 'image_missing')
        else if (!image && means.small()?.ok === false) say(n, 'no_small_linux')
        else if (image && !image.file) say(n, 'image_without_file')
        else if (image && !bootable(image.format)) say(n, 'image_format')
        else if (image && !runs.has(image.arch ?? '')) say(n, 'image_architecture')
        memory += memoryOf(n)
        if (memory > room()) say(n, 'no_memory')
      }
      return Promise.resolve({ nodes, problems })
    },

    async create(order) {
      const place = placeOf(root, order.scene)
      const before = await readOrder(place)
      if (before && before.fence > order.fence) throw refuse('fenced')
      const m: Machines = { place, order, boot, accel }
      await writeOrder(place, order)
      if (before) await drop(before, m)
      for (const n of booted(order)) await prepare(place, order, n, filesOf(place, n.id), boot)
      // what runs hears the new ones at once
      if (before) await connect(m)
    },

    async start(order, only) {
      const m = await must(own(order))
      await begin(m, booted(m.order, only))
    },
    async stop(order, only, hard = false) {
      const m = await must(own(order))
      await halt(m, booted(m.order, only), hard)
    },
    pause: async (order) => each(await must(own(order)), 'stop'),
    resume: async (order) => each(await must(own(order)), 'cont'),

    snapshot: async (order, name) => takeSnapshot(await must(own(order)), name),
    async restore(order, name) {
      const m = await must(own(order))
      const taken = await snapshotNote(m, name)
      if (!taken) throw refuse('no_snapshot')
      await halt(m, booted(m.order), true)
      for (const n of booted(m.order)) await rollBack(m, n.id, name, taken.on.includes(n.id))
    },
    dropSnapshot: async (order, name) => dropSnapshot(await must(own(order)), name),

    async capture(order, node, { file }) {
      const m = await must(own(order))
      const f = filesOf(m.place, node)
      const drawn = m.order.document.nodes.find((n) => n.id === node)
      if (!drawn) throw refuse('unknown_scene')
      if (await pidOf(f.pid, f.qmp)) throw refuse('node_on')
      await writeDisk(imageFor(m.order, drawn), f, file)
      return 'file'
    },

    async delete(order) {
      const m = await own(order)
      if (!m) return
      await halt(m, booted(m.order), true)
      await endHubs(m.place)
      figures.forget(order.scene)
      await fs.rm(m.place.sockets, { recursive: true, force: true })
      await fs.rm(m.place.folder, { recursive: true, force: true })
    },

    async look(order) {
      const m = await read(order)
      if (!m) return []
      const looks = await Promise.all(
        booted(m.order).map(async (n): Promise<NodeLook> => {
          const first = n.ports[0]
          const address = first ? first.address || (m.order.addresses[`${n.id}/${first.id}`] ?? '') : ''
          return { node: n.id, address, ...(await lookAt(filesOf(m.place, n.id), now().getTime())) }
        }),
      )
      if (looks.some((l) => l.power === 'on')) void figures.keep(m).catch(() => {})
      return looks
    },

    async metrics(order) {
      const m = await read(order)
      return m ? figures.now(m) : []
    },
    history: (order, times) => Promise.resolve(figures.at(order.scene, times)),

    async console(order, node, kind): Promise<Console> {
      const m = await must(read(order))
      const f = filesOf(m.place, node)
      if (kind === 'terminal') return { stream: await lines.open(f.serial, f.log), resize: sizing(f.guest) }
      const stream = net.connect(f.screen)
      await new Promise<void>((resolve, reject) => {
        stream.once('connect', resolve)
        stream.once('error', (e) => reject(new QemuError('no_answer', e.message)))
      })
      return { stream }
    },

    async inject(order, node, file) {
      const m = await must(read(order))
      if (!/^\/[^"\\\p{Cc}]*$/u.test(file.path)) throw fileRefusal(new Error('is a directory'))
      const f = filesOf(m.place, node)
      if (!(await pidOf(f.pid, f.qmp))) throw refuse('node_off')
      await putFile(f.guest, file).catch((e: unknown) => {
        throw fileRefusal(e)
      })
    },

    async events(order, since) {
      const m = await read(order)
      return m ? (await readEvents(m.place)).filter((e) => e.at > since) : []
    },

    async scenes() {
      await sweepSockets()
      return (await kept(root)).map((o) => o.scene)
    },

    async close() {
      for (const order of await kept(root)) {
        const place = placeOf(root, order.scene)
        for (const n of booted(order)) {
          const f = filesOf(place, n.id)
          lines.drop(f.serial)
          await end(f.pid, f.qmp)
        }
        await endHubs(place)
      }
    },
  }

  const safe = refusing(log)
  return {
    ...calls,
    create: safe(calls.create),
    start: safe(calls.start),
    stop: safe(calls.stop),
    pause: safe(calls.pause),
    resume: safe(calls.resume),
    snapshot: safe(calls.snapshot),
    restore: safe(calls.restore),
    dropSnapshot: safe(calls.dropSnapshot),
    ...(calls.capture ? { capture: safe(calls.capture) } : {}),
    delete: safe(calls.delete),
    look: safe(calls.look),
    console: safe(calls.console),
    inject: safe(calls.inject),
  }
}
