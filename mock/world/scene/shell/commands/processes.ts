/** Commands about what runs: processes, and services as systemd has them. */
import { type Process, processesOf, unitsOf } from '../processes.ts'
import { type Cmd, options, type Program, type Programs } from '../program.ts'
import { setStopped, stoppedOn } from '../services.ts'
import { webFault } from './clients.ts'
import { memory, upText } from './load.ts'

const ps: Program = {
  about: 'what runs',
  use: 'ps [aux|-ef]',
  run(c) {
    const wide = /a|e/.test(c.args.join(''))
    const all = processesOf(c.shell)
    if (!wide) {
      c.out('    PID TTY          TIME CMD\n')
      for (const p of all.filter((x) => x.command === '-bash'))
        c.out(`${String(p.pid).padStart(7)} ttyS0    00:00:00 bash\n`)
      return 0
    }
    const total = c.shell.host.node.memory * 1024
    c.out('USER         PID %CPU %MEM    RSS TTY      STAT COMMAND\n')
    for (const p of all)
      c.out(
        `${p.user.padEnd(10)} ${String(p.pid).padStart(5)} ${p.cpu.toFixed(1).padStart(4)} ${((p.memory / total) * 100).toFixed(1).padStart(4)} ${String(p.memory).padStart(6)} ${p.command === '-bash' ? 'ttyS0' : '?    '}    S    ${p.command}\n`,
      )
    return 0
  },
}

const top: Program = {
  about: 'what runs now, until a key ends it',
  use: 'top [-n times]',
  async run(c) {
    const times = Number(options(c.args, 'nd').value('n') ?? 30) || 1
    for (let i = 0; i < times; i++) {
      const m = memory(c)
      c.out('\x1b[H\x1b[2J')
      c.out(`top -${upText(c)}`)
      c.out(
        `MiB Mem : ${(m.total / 1024).toFixed(1)} total, ${(m.free / 1024).toFixed(1)} free, ${(m.used / 1024).toFixed(1)} used\n\n`,
      )
      c.out('\x1b[7m    PID USER       %CPU   RSS COMMAND\x1b[0m\n')
      for (const p of processesOf(c.shell).sort((a, b) => b.cpu - a.cpu))
        c.out(
          `${String(p.pid).padStart(7)} ${p.user.padEnd(9)} ${p.cpu.toFixed(1).padStart(5)} ${String(p.memory).padStart(6)} ${p.command.slice(0, 50)}\n`,
        )
      if (i + 1 < times && !(await c.sleep(3000))) return 0
    }
    return 0
  },
}

/** A service whose process ends listens no more. */
function end(c: Cmd, p: Process): void {
  c.shell.killed.add(p.pid)
  const { disk, host } = c.shell
  if (p.unit) setStopped(disk, host, stoppedOn(disk, host).add(p.unit))
}
const byName = (c: Cmd, name: string): Process[] =>
  name === ''
    ? []
    : processesOf(c.shell).filter((p) => p.pid !== 1 && p.command !== '-bash' && p.command.includes(name))
const named = (name: string, about: string): Program => ({
  about,
  use: `${name} name`,
  run(c) {
    const [wanted = ''] = options(c.args).rest
    const found = byName(c, wanted)
    if (!found.length && name === 'killall') c.err(`${wanted}: no process found\n`)
    for (const p of found)
      if (p.user === c.shell.user || c.shell.user === 'root') end(c, p)
      else c.err(`${name}: killing pid ${p.pid} failed: Operation not permitted\n`)
    return found.length ? 0 : 1
  },
})

const kill: Program = {
  about: 'end a process',
  use: 'kill [-9] pid…',
  run(c) {
    let status = 0
    for (const a of c.args.filter((x) => !x.startsWith('-'))) {
      const p = processesOf(c.shell).find((x) => String(x.pid) === a)
      const why = !p
        ? 'No such process'
        : p.user !== c.shell.user && c.shell.user !== 'root'
          ? 'Operation not permitted'
          : undefined
      if (why || !p) {
        c.err(`bash: kill: (${a}) - ${why}\n`)
        status = 1
      } else if (p.command === '-bash') c.leave()
      else if (p.pid !== 1) {
        end(c, p)
      }
    }
    return status
  },
}

const systemctl: Program = {
  about: 'services of the system',
  use: 'systemctl [status|start|stop|restart|list-units] [service]',
  run(c) {
    const [verb = 'list-units', name = ''] = c.args
    const unit = name.replace(/\.service$/, '')
    const units = unitsOf(c.shell)
    const { disk, host } = c.shell
    const stopped = stoppedOn(disk, host)
    const state = (u: string) => (stopped.has(u) ? 'inactive (dead)' : 'active (running)')
    if (verb === 'list-units') {
      for (const u of units) c.out(`  ${`${u}.service`.padEnd(24)} loaded ${state(u)}\n`)
      return 0
    }
    if (!units.includes(unit)) {
      c.err(`Unit ${unit}.service could not be found.\n`)
      return 4
    }
    if (verb === 'status') {
      c.out(
        `${stopped.has(unit) ? '○' : '\x1b[32m●\x1b[0m'} ${unit}.service\n     Loaded: loaded (/lib/systemd/system/${unit}.service; enabled)\n     Active: ${state(unit)}\n`,
      )
      const fault = webFault(c, unit)
      if (stopped.has(unit) && fault) c.out(`\n${fault}\n`)
      return stopped.has(unit) ? 3 : 0
    }
    if (verb === 'is-active') {
      c.out(stopped.has(unit) ? 'inactive\n' : 'active\n')
      return stopped.has(unit) ? 3 : 0
    }
    if (c.shell.user !== 'root') {
      c.err(`Failed to ${verb} ${unit}.service: Access denied\n`)
      return 1
    }
    if (verb === 'enable' || verb === 'disable') return 0
    if (!/^(start|stop|restart|reload)$/.test(verb)) {
      c.err(`Unknown command verb ${verb}.\n`)
      return 1
    }
    const fault = verb === 'stop' ? undefined : webFault(c, unit)
    if (verb === 'stop' || (fault && verb !== 'reload')) stopped.add(unit)
    else if (!fault) stopped.delete(unit)
    if (fault)
      c.err(
        `Job for ${unit}.service failed because the control process exited with error code.\nSee "systemctl status ${unit}.service" for details.\n`,
      )
    setStopped(disk, host, stopped)
    c.shell.killed.clear()
    return fault ? 1 : 0
  },
}

export const processCommands: Programs = {
  ps,
  top,
  htop: top,
  kill,
  pkill: named('pkill', 'end processes by name'),
  killall: named('killall', 'end processes by name'),
  pgrep: {
    about: 'numbers of processes by name',
    use: 'pgrep name',
    run(c) {
      const found = byName(c, options(c.args).rest[0] ?? '')
      for (const p of found) c.out(`${p.pid}\n`)
      return found.length ? 0 : 1
    },
  },
  systemctl,
  service: {
    about: 'a service of the system',
    use: 'service name start|stop|restart|status',
    run: (c) => c.run(['systemctl', c.args[1] ?? 'status', c.args[0] ?? '']),
  },
}
