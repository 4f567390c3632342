/** How a node is: believed of the process, the machine and the system inside, in this order. */
import fs from 'node:fs/promises'
import type { NodeObservation, NodeMetrics } from '../driver.ts'
import { insideFigures, isGuestUp } from './guest.ts'
import type { MachineFiles } from './machine.ts'
import { isThere as there } from './place.ts'
import { pidOf } from './process.ts'
import { withMachine } from './qmp.ts'

/** A system without an agent counts as up after so long. Milliseconds. */
const silentBoot = 120_000
/** What a boot takes about, for its progress. */
const usualBoot = 20_000

type Seen = Pick<NodeObservation, 'power' | 'progress' | 'reason'>
const seen = (power: NodeObservation['power'], progress: number, reason: string | null = null): Seen => ({
  power,
  progress,
  reason,
})

export async function lookAt(f: MachineFiles, now: number): Promise<Seen> {
  if (!(await there(f.disk))) return seen('absent', 0)
  if ((await pidOf(f.pid, f.qmp)) === undefined)
    return (await there(f.on)) ? seen('crashed', 0, 'process_ended') : seen('off', 0)
  const status = await withMachine(f.qmp, (c) => c.ask<{ status: string }>('query-status')).then(
    (s) => s.status,
    // it is busy, for instance with a snapshot
    () => 'running',
  )
  if (status === 'paused' || status === 'suspended' || status === 'save-vm') return seen('suspended', 1)
  if (status === 'guest-panicked' || status === 'internal-error' || status === 'io-error')
    return seen('crashed', 0, status.replace('-', '_'))
  if (await there(f.up)) return seen('on', 1)
  const since = now - (await fs.stat(f.on)).mtimeMs
  if (since > silentBoot || (await isGuestUp(f.guest))) {
    await fs.writeFile(f.up, '')
    return seen('on', 1)
  }
  return seen('booting', Math.min(0.95, Math.round((since / usualBoot) * 100) / 100))
}

/** Sums so far of a node; figures are what two of them differ by. */
export interface Sums {
  at: number
  /** Seconds of all processors. */
  busy: number
  read: number
  written: number
  received: number
  sent: number
  memory: number
}

/** Clock ticks of `/proc/<pid>/stat`: USER_HZ is 100 on every Linux that people can see (time(7)). */
const ticks = 100

/** Of `/proc/<pid>/stat` (proc_pid_stat(5)): seconds in user and system mode; the name in brackets may hold anything. */
function busySeconds(stat: string): number {
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(rest[11]) + Number(rest[12])) / ticks
}

/** Percent of its memory that a machine has touched: what is known of a system without an agent. */
async function residentShare(pid: number, memory: number): Promise<number> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  return Math.min(100, Math.round((kib / 1024 / memory) * 1000) / 10)
}

interface BlockStats {
  'node-name'?: string
  stats: { rd_bytes: number; wr_bytes: number }
}

export async function sumsOf(f: MachineFiles, node: { memory: number }, now: number): Promise<Sums | undefined> {
  const pid = await pidOf(f.pid, f.qmp)
  if (pid === undefined) return undefined
  const [stat, blocks, inside] = await Promise.all([
    fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined),
    withMachine(f.qmp, (c) => c.ask<BlockStats[]>('query-blockstats', { 'query-nodes': true })).catch(() => []),
    insideFigures(f.guest),
  ])
  if (stat === undefined) return undefined
  const disk = blocks.find((b) => b['node-name'] === 'disk')?.stats
  return {
    at: now,
    busy: busySeconds(stat),
    read: disk?.rd_bytes ?? 0,
    written: disk?.wr_bytes ?? 0,
    received: inside?.received ?? 0,
    sent: inside?.sent ?? 0,
    memory: inside?.memory ?? (await residentShare(pid, node.memory)),
  }
}

/** Figures per second between two sums. @param cpus that the busy seconds are shared by */
export function ratesBetween(before: Sums, after: Sums, cpus: number): Omit<NodeMetrics, 'node'> {
  const seconds = Math.max(0.001, (after.at - before.at) / 1000)
  const per = (name: 'read' | 'written' | 'received' | 'sent') =>
    Math.max(0, Math.round((after[name] - before[name]) / seconds))
  return {
    cpu: Math.min(100, Math.max(0, Math.round(((after.busy - before.busy) / seconds / cpus) * 1000) / 10)),
    memory: after.memory,
    received: per('received'),
    sent: per('sent'),
    read: per('read'),
    written: per('written'),
  }
}
