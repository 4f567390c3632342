/** Snapshots of whole scenes: disks, and the memory of what ran, inside each node's own disk (qcow2 keeps both). */
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { qemuImg } from './disk.ts'
import { machineFilesOf, isMade, type SceneMachines } from './machine.ts'
import { pidOf } from './process.ts'
import { type QmpSession, QemuError, withMachine } from './qmp.ts'
import { takeOut } from './usb.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

/** Names are people's own; QEMU is given a hash. */
const tagOf = (name: string): string => `s${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
const noteOf = (m: SceneMachines, name: string): string => path.join(m.place.folder, `${tagOf(name)}.json`)

interface Job {
  id: string
  status: string
  error?: string
}
/** Longest time one node's memory may take to be written. */
const jobMs = 300_000

async function job(c: QmpSession, what: 'snapshot-save' | 'snapshot-delete', tag: string): Promise<void> {
  const id = `job-${tag}`
  const vmstate = what === 'snapshot-save' ? { vmstate: 'disk' } : {}
  await c.ask(what, { 'job-id': id, tag, devices: ['disk'], ...vmstate })
  for (let waited = 0; ; waited += 50) {
    const done = (await c.ask<Job[]>('query-jobs')).find((j) => j.id === id)
    if (!done) return
    if (done.status === 'concluded') {
      await c.ask('job-dismiss', { id })
      if (done.error) throw new QemuError('refused', done.error)
      return
    }
    if (waited > jobMs) throw new QemuError('no_answer', `${what} goes on after ${jobMs} ms`)
    await pause(50)
  }
}

interface ImageInfo {
  snapshots?: { name: string; 'vm-state-size': number }[]
  'actual-size': number
}
async function infoOf(disk: string): Promise<ImageInfo> {
  const info: ImageInfo = JSON.parse(await qemuImg('info', '-U', '--output=json', disk))
  return info
}

const machines = (m: SceneMachines) =>
  m.order.document.nodes.map((n) => ({ id: n.id, ...machineFilesOf(m.place, n.id) }))

async function withDisk(m: SceneMachines) {
  const all = []
  for (const each of machines(m))
    if (await isMade(each)) all.push({ ...each, runs: (await pidOf(each.pid, each.qmp)) !== undefined })
  return all
}

/**
 * Takes one of every node, all of them held still meanwhile, so that they belong together. One of the same name is replaced.
 * @returns bytes of memory that were written
 */
export async function takeSnapshot(m: SceneMachines, name: string): Promise<{ bytes: number }> {
  const tag = tagOf(name)
  await dropSnapshot(m, name)
  const nodes = await withDisk(m)
  const live = nodes.filter((n) => n.runs)
  const still: typeof live = []
  const putIn: (() => Promise<void>)[] = []
  let bytes = 0
  try {
    // while they run, so that the systems inside see it
    for (const n of live) putIn.push(await takeOut(n))
    for (const n of live) {
      const ran = await withMachine(n.jobs, async (c) => {
        const { running } = await c.ask<{ running: boolean }>('query-status')
        if (running) await c.ask('stop')
        return running
      })
      if (ran) still.push(n)
    }
    for (const n of nodes) {
      if (n.runs) await withMachine(n.jobs, (c) => job(c, 'snapshot-save', tag))
      else await qemuImg('snapshot', '-c', tag, n.disk)
      const kept = (await infoOf(n.disk)).snapshots?.find((s) => s.name === tag)
      bytes += kept?.['vm-state-size'] ?? 0
    }
  } finally {
    for (const n of still) await withMachine(n.jobs, (c) => c.ask('cont')).catch(() => undefined)
    for (const again of putIn) await again()
  }
  await fs.writeFile(noteOf(m, name), JSON.stringify({ on: live.map((n) => n.id) }))
  return { bytes }
}

/** The nodes that ran when it was taken, or undefined when there is none of this name. */
export async function snapshotNote(m: SceneMachines, name: string): Promise<{ on: string[] } | undefined> {
  const text = await fs.readFile(noteOf(m, name), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : ownJson<{ on: string[] }>(text)
}

/** Puts a disk that nobody uses back; with its next start the machine wakes up in the memory it had. @param ran whether it had one */
export async function rollBack(m: SceneMachines, node: string, name: string, ran: boolean): Promise<void> {
  const { disk, wake } = machineFilesOf(m.place, node)
  const tag = tagOf(name)
  const { snapshots = [] } = await infoOf(disk)
  await fs.rm(wake, { force: true })
  if (!snapshots.some((s) => s.name === tag)) return
  await qemuImg('snapshot', '-a', tag, disk)
  if (ran) await fs.writeFile(wake, tag)
}

export async function dropSnapshot(m: SceneMachines, name: string): Promise<void> {
  const tag = tagOf(name)
  for (const n of await withDisk(m)) {
    const { snapshots = [] } = await infoOf(n.disk)
    if (!snapshots.some((s) => s.name === tag)) continue
    if ((await fs.readFile(n.wake, 'utf8').catch(() => '')) === tag) await fs.rm(n.wake, { force: true })
    if (n.runs) await withMachine(n.jobs, (c) => job(c, 'snapshot-delete', tag))
    else await qemuImg('snapshot', '-d', tag, n.disk)
  }
  await fs.rm(noteOf(m, name), { force: true })
}
