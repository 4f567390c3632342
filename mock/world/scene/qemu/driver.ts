/**
 * Scenes of real machines on this computer: one QEMU per node, its cables as sockets of QEMU's own, no rights beyond this user's. Machines die
 * with the server (`process.ts`); what is left of them lies in folders that the next one reads (`place.ts`).
 */
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bootedKinds, type Node } from '#src/contract/topology/document.ts'
import type { Console, DriverEvent, NodeLook, SceneDriver, SceneOrder } from '../driver.ts'
import { putFile } from './guest.ts'
import { lookAt, rates, type Sums, sumsOf } from './look.ts'
import { endHubs, filesOf, type Machines, prepare, startHubs, startMachine } from './machine.ts'
import { kept, placeOf, readOrder, writeOrder } from './place.ts'
import { end, endsWithin } from './process.ts'
import { QemuError, withGuest, withMachine } from './qmp.ts'
import { sharedLine } from './serial.ts'
import { type Boot, type BootFound, findBoot } from './smallLinux.ts'
import { dropSnapshot, rollBack, snapshotNote, tagOf, takeSnapshot } from './snapshot.ts'

export interface QemuOptions {
  /** Folder for scenes. */
  root: string
  /** Folder that holds `boot/` and `lib/modules/` of a Linux. */
  system: string
  /** `tcg` works anywhere, `kvm` where the host lends its processor. */
  accel: 'tcg' | 'kvm'
  now(): Date
}

const has = (program: string): Promise<boolean> =>
  promisify(execFile)(program, ['--version'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
/** Formats a machine boots from as they are. */
const bootable: ReadonlySet<string> = new Set(['qcow2', 'raw', 'vmdk', 'vdi', 'vhdx', 'vpc'])
const MiB = 1024 * 1024

const booted = (order: SceneOrder, only?: readonly string[]): Node[] =>
  order.document.nodes.filter((n) => bootedKinds.has(n.kind) && (!only || only.includes(n.id)))

export function qemuDriver({ root, system, accel, now }: QemuOptions): SceneDriver {
  let found: Promise<BootFound> | undefined
  const boot = async (): Promise<Boot> => {
    const b = await (found ??= findBoot(system))
    if (!b.ok) throw new QemuError('refused', b.reason)
    return b.boot
  }
  const lines = sharedLine()
  const before = new Map<string, Sums>()

  const known = async ({ scene, fence }: Pick<SceneOrder, 'scene' | 'fence'>): Promise<Machines | undefined> => {
    const place = placeOf(root, scene)
    const order = await readOrder(place)
    if (!order) return undefined
    if (order.fence > fence) throw new QemuError('refused', 'stale_fence')
    if (order.fence < fence) await writeOrder(place, { ...order, fence })
    return { place, order, boot: await boot(), accel }
  }
  const mine = async (order: Pick<SceneOrder, 'scene' | 'fence'>): Promise<Machines> => {
    const m = await known(order)
    if (!m) throw new QemuError('refused', 'no_scene')
    return m
  }
  const note = async (m: Machines, node: string, level: DriverEvent['level'], code: string, params = {}) =>
    fs.appendFile(
      path.join(m.place.folder, 'events'),
      `${JSON.stringify({ at: now(), node, level, code, params } satisfies DriverEvent)}\n`,
    )

  async function begin(m: Machines, nodes: readonly Node[], snapshot?: string): Promise<void> {
    await startHubs(m)
    for (const n of nodes)
      if (await startMachine(m, n, snapshot && tagOf(snapshot))) await note(m, n.id, 'info', 'node_started')
  }

  async function halt(m: Machines, nodes: readonly Node[], hard: boolean): Promise<void> {
    await Promise.all(
      nodes.map(async (n) => {
        const f = filesOf(m.place, m.order, n.id)
        if (!hard) {
          // the guest's own way first, the power button second, pulling the plug last
          await withGuest(f.guest, (c) => c.ask('guest-shutdown', { mode: 'powerdown' }, 2000)).catch(() =>
            withMachine(f.qmp, (c) => c.ask('system_powerdown')).catch(() => undefined),
          )
          await endsWithin(f.pid, f.qmp, 10_000)
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

  return {
    name: 'qemu',

    async available() {
      if (process.platform !== 'linux') return { ok: false, reason: 'no_linux' }
      for (const program of ['qemu-system-x86_64', 'qemu-img', 'setpriv', 'prlimit'])
        if (!(await has(program))) return { ok: false, reason: `no_${program}` }
      const b = await (found ??= findBoot(system))
      return b.ok ? { ok: true } : b
    },

    async plan(order) {
      const nodes = booted(order)
      const problems: { node: string; code: string }[] = []
      let memory = 0
      for (const n of nodes) {
        const image = n.image_id ? order.images[n.image_id] : undefined
        if (image?.file && !bootable.has(image.format)) problems.push({ node: n.id, code: 'image_format' })
        else if (image && !image.file && image.os !== 'linux' && image.os !== 'network')
          problems.push({ node: n.id, code: 'image_without_file' })
        memory += n.memory
        if (memory * MiB > os.totalmem()) problems.push({ node: n.id, code: 'no_memory' })
      }
      return { nodes, problems }
    },

    async create(order) {
      const place = placeOf(root, order.scene)
      const old = await readOrder(place)
      if (old && old.fence > order.fence) throw new QemuError('refused', 'stale_fence')
      await writeOrder(place, order)
      const b = await boot()
      for (const n of booted(order)) await prepare(place, order, n, b)
    },

    async start(order, only) {
      const m = await mine(order)
      await begin(m, booted(m.order, only))
    },
    async stop(order, only, hard = false) {
      const m = await mine(order)
      await halt(m, booted(m.order, only), hard)
    },
    async pause(order) {
      const m = await mine(order)
      for (const n of booted(m.order))
        await withMachine(filesOf(m.place, m.order, n.id).qmp, (c) => c.ask('stop')).catch(() => undefined)
    },
    async resume(order) {
      const m = await mine(order)
      for (const n of booted(m.order))
        await withMachine(filesOf(m.place, m.order, n.id).qmp, (c) => c.ask('cont')).catch(() => undefined)
    },

    async snapshot(order, name) {
      return takeSnapshot(await mine(order), name)
    },
    async restore(order, name) {
      const m = await mine(order)
      const taken = await snapshotNote(m, name)
      if (!taken) throw new QemuError('refused', 'no_snapshot')
      await halt(m, booted(m.order), true)
      for (const n of booted(m.order)) await rollBack(m, n.id, name)
      await begin(m, booted(m.order, taken.on), name)
    },
    async dropSnapshot(order, name) {
      await dropSnapshot(await mine(order), name)
    },

    async delete(order) {
      const m = await known(order)
      if (!m) return
      await halt(m, booted(m.order), true)
      await endHubs(m.place, m.order)
      for (const n of m.order.document.nodes) before.delete(`${m.order.scene}/${n.id}`)
      await fs.rm(m.place.sockets, { recursive: true, force: true })
      await fs.rm(m.place.folder, { recursive: true, force: true })
    },

    async look(order) {
      const m = await known(order)
      if (!m) return []
      return Promise.all(
        booted(m.order).map(async (n): Promise<NodeLook> => {
          const first = n.ports[0]
          const address = first ? first.address || (m.order.addresses[`${n.id}/${first.id}`] ?? '') : ''
          return { node: n.id, address, ...(await lookAt(filesOf(m.place, m.order, n.id), now().getTime())) }
        }),
      )
    },

    async metrics(order) {
      const m = await known(order)
      if (!m) return []
      const all = await Promise.all(
        booted(m.order).map(async (n) => {
          const f = filesOf(m.place, m.order, n.id)
          const key = `${m.order.scene}/${n.id}`
          let old = before.get(key)
          if (!old) {
            old = await sumsOf(f, performance.now())
            await pause(250)
          }
          const sums = await sumsOf(f, performance.now())
          if (!sums || !old) return undefined
          before.set(key, sums)
          return { node: n.id, ...rates(old, sums, n.cpu) }
        }),
      )
      return all.filter((each) => each !== undefined)
    },

    async console(order, node, kind): Promise<Console> {
      const m = await mine(order)
      const f = filesOf(m.place, m.order, node)
      if (kind === 'terminal') return { stream: await lines.open(f.serial, f.log) }
      const stream = net.connect(f.screen)
      await new Promise<void>((resolve, reject) => {
        stream.once('connect', resolve)
        stream.once('error', (e) => reject(new QemuError('no_answer', e.message)))
      })
      return { stream }
    },

    async inject(order, node, file) {
      const m = await mine(order)
      if (!/^\/[^"\\\p{Cc}]*$/u.test(file.path)) throw new QemuError('refused', 'bad_path')
      await putFile(filesOf(m.place, m.order, node).guest, file)
      await note(m, node, 'info', 'file_injected', { path: file.path, bytes: file.bytes.length })
    },

    async events(order, since) {
      const m = await known(order)
      if (!m) return []
      const text: string[] = []
      const stream = createReadStream(path.join(m.place.folder, 'events'), 'utf8')
      try {
        for await (const chunk of stream) text.push(String(chunk))
      } catch {
        return []
      }
      return text
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((l) => JSON.parse(l) as Omit<DriverEvent, 'at'> & { at: string })
        .map((e) => ({ ...e, at: new Date(e.at) }))
        .filter((e) => e.at > since)
    },

    async scenes() {
      return (await kept(root)).map((o) => o.scene)
    },
  }
}
