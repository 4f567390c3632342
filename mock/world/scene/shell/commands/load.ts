/** What a machine says of how busy it is. */
import { seededFraction } from '../../../service/chance.ts'
import { processesOf } from '../processes.ts'
import type { Cmd } from '../program.ts'

const upSeconds = (c: Pick<Cmd, 'shell'>): number =>
  Math.max(1, Math.floor((c.shell.now().getTime() - c.shell.host.since.getTime()) / 1000))
export const timeOfDay = (d: Date): string => d.toISOString().slice(11, 19)
const loads = (c: Pick<Cmd, 'shell'>): string =>
  [1, 5, 15]
    .map((n) =>
      (seededFraction(c.shell.host.node.id, 'load', n, Math.floor(c.shell.now().getTime() / 60_000 / n)) * 0.8).toFixed(
        2,
      ),
    )
    .join(', ')

export function upText(c: Cmd): string {
  const s = upSeconds(c)
  const text =
    s < 3600
      ? `${Math.floor(s / 60)} min`
      : `${Math.floor(s / 3600)}:${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}`
  return ` ${timeOfDay(c.shell.now())} up ${text},  1 user,  load average: ${loads(c)}\n`
}

export const memory = (c: Cmd) => {
  const total = c.shell.host.node.memory * 1024
  const used = processesOf(c.shell).reduce((n, p) => n + p.memory, 0) + Math.floor(total * 0.06)
  return { total, used: Math.min(used, total), free: Math.max(0, total - used) }
}
