/** The machine this server runs on, as it really is. */
import fs from 'node:fs/promises'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

interface MachineFacts {
  host: string
  /** Percent. */
  cpu: number
  memory: number
  disk: number
}
/** A real platform puts a driver for its machines in this place. */
export interface MachineDriver {
  look(folder: string): Promise<MachineFacts>
}

const between = 200

function times(): { busy: number; all: number } {
  let [busy, all] = [0, 0]
  for (const { times: t } of os.cpus()) {
    const whole = t.user + t.nice + t.sys + t.irq + t.idle
    all += whole
    busy += whole - t.idle
  }
  return { busy, all }
}
const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10

/** Of Linux the memory that programs can still be given, elsewhere what is free. */
async function memory(): Promise<number> {
  const text = await fs.readFile('/proc/meminfo', 'utf8').catch(() => '')
  const figures = new Map(text.split('\n').map((l) => [l.split(':', 1)[0], l.split(/:\s+/)[1]] as const))
  const kib = (name: string) => Number(figures.get(name)?.split(' ')[0])
  const [total, available] = [kib('MemTotal'), kib('MemAvailable')]
  return total > 0 && available >= 0 ? 1 - available / total : 1 - os.freemem() / os.totalmem()
}

export const thisMachine: MachineDriver = {
  async look(folder) {
    const before = times()
    const [used, disk] = await Promise.all([memory(), fs.statfs(folder), pause(between)])
    const after = times()
    return {
      host: os.hostname(),
      cpu: percent(after.all > before.all ? (after.busy - before.busy) / (after.all - before.all) : 0),
      memory: percent(used),
      disk: percent(1 - disk.bavail / Math.max(1, disk.blocks)),
    }
  },
}
