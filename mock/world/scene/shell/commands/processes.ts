/** Commands about what runs: processes, and services as systemd has them. */
import { type Process, processesOf, unitsOf } from '../processes.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { setStopped, stoppedOn } from '../services.ts'
import { webFault } from './clients.ts'
import { memory, upText } from './load.ts'

const nameOf = (command: string): string =>
  command === '-bash' ? 'bash' : ((command.split(/[\s:]/)[0] ?? '').split('/').at(-1) ?? '')

const columns: Readonly<Record<string, [head: string, of: (p: Process, total: number) => string, size: number]>> = {
  user: ['USER', (p) => p.user, -10],
  pid: ['PID', (p) => String(p.pid), 7],
  ppid: ['PPID', (p) => (p.pid === 1 ? '0' : '1'), 7],
  '%cpu': ['%CPU', (p) => p.cpu.toFixed(1), 5],
  '%mem': ['%MEM', (p, total) => ((p.memory / total) * 100).toFixed(1), 5],
  rss: ['RSS', (p) => String(p.memory), 7],
  tty: ['TT', (p) => (p.command === '-bash' ? 'ttyS0' : '?'), -8],
  stat: ['STAT', () => 'S', -4],
  comm: ['COMMAND', (p) => nameOf(p.command), -16],
  cmd: ['CMD', (p) => p.command, -1],
}
const sameColumn: Readonly<Record<string, string>> = {
  args: 'cmd',
  command: 'cmd',
  pcpu: '%cpu',
  pmem: '%mem',
  uid: 'user',
  euser: 'user',
}
const ps: Program = {
  about: 'what runs',
  use: 'ps [aux|-e|-ef] [-p pid] [-u user] [-C name] [-o columns] [--sort=[-]column]',
  knows: 'A e f a x p:/pid u:/user C: o:/format /sort: ~w',
  // the letters of BSD stand without a dash, and mean something else
  spelled: (args) =>
    args.flatMap((a, i) =>
      /^[auxwf]+$/.test(a) && !/^-[puCo]$/.test(args[i - 1] ?? '')
        ? [/[ax]/.test(a) ? '-e' : '-a', ...(a.includes('u') ? ['-o', 'user,pid,%cpu,%mem,rss,tty,stat,cmd'] : [])]
        : [a],
    ),
  run(c) {
    const { o } = c
    const key = (name: string) => sameColumn[name.toLowerCase()] ?? name.toLowerCase()
    const names = o
      .all('o')
      .flatMap((n) => n.split(/[, ]+/))
      .map((n) => key(n.replace(/=.*$/, '')))
    const order = o.value('sort')?.replace(/^[+-]/, '')
    const wrong = [...names, ...(order === undefined ? [] : [key(order)])].find((n) => !Object.hasOwn(columns, n))
    if (wrong !== undefined) {
      c.err(`error: unknown user-defined format specifier "${wrong}"\n`)
      return 1
    }
    const total = c.shell.host.node.memory * 1024
    const own = (p: Process) => p.command === '-bash'
    const [pids, users, called] = [o.value('p')?.split(','), o.value('u')?.split(','), o.value('C')]
    const all = processesOf(c.shell).filter((p) =>
      pids || users || called !== undefined
        ? pids?.includes(String(p.pid)) || users?.includes(p.user) || nameOf(p.command) === called
        : o.has('e') || o.has('A') || o.has('a') || o.has('x') || own(p),
    )
    if (order !== undefined) {
      const of = (p: Process) => columns[key(order)]?.[1](p, total) ?? ''
      const back = o.value('sort')?.startsWith('-') ? -1 : 1
      all.sort((a, b) => (Number(of(a)) - Number(of(b)) || of(a).localeCompare(of(b))) * back)
    }
    const shown = names.length
      ? names
      : o.has('f')
        ? ['user', 'pid', 'ppid', '%cpu', 'tty', 'cmd']
        : ['pid', 'tty', 'comm']
    const row = (texts: readonly string[]) =>
      texts
        .map((t, i) => {
          const size = columns[shown[i] ?? '']?.[2] ?? 0
          return i === texts.length - 1 ? t : size < 0 ? t.padEnd(-size) : t.padStart(size)
        })
        .join(' ')
        .trimEnd()
    c.out(`${row(shown.map((n) => columns[n]?.[0] ?? ''))}\n`)
    for (const p of all) c.out(`${row(shown.map((n) => columns[n]?.[1](p, total) ?? ''))}\n`)
    return all.length ? 0 : 1
  },
}

const top: Program = {
  about: 'what runs now, until a key ends it',
  use: 'top [-b] [-n times] [-d seconds]',
  knows: 'b n: d:',
  async run(c) {
    const times = Number(c.o.value('n') ?? 30) || 1
    for (let i = 0; i < times; i++) {
      const m = memory(c)
      if (!c.o.has('b')) c.out('\x1b[H\x1b[2J')
      c.out(`top -${upText(c)}`)
      c.out(
        `MiB Mem : ${(m.total / 1024).toFixed(1)} total, ${(m.free / 1024).toFixed(1)} free, ${(m.used / 1024).toFixed(1)} used\n\n`,
      )
      const [on, off] = c.o.has('b') ? ['', ''] : ['\x1b[7m', '\x1b[0m']
      c.out(`${on}    PID USER       %CPU   RSS COMMAND${off}\n`)
      for (const p of processesOf(c.shell).sort((a, b) => b.cpu - a.cpu))
        c.out(
          `${String(p.pid).padStart(7)} ${p.user.padEnd(9)} ${p.cpu.toFixed(1).padStart(5)} ${String(p.memory).padStart(6)} ${p.command.slice(0, 50)}\n`,
        )
      if (i + 1 < times && !(await c.sleep(Math.max(0.2, Number(c.o.value('d') ?? 3) || 3) * 1000))) return 0
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
  use: `${name} [-9] name`,
  knows: '# ~f/full',
  run(c) {
    const [wanted = ''] = c.o.rest
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
  knows: undefined,
  run(c) {
    let status = 0
    const [first = ''] = c.args
    const signal = /^-(?:SIG)?(0|1|2|3|9|15|HUP|INT|QUIT|KILL|TERM)$/.exec(first)?.[1]
    if (first.startsWith('-') && signal === undefined) {
      c.err(`bash: kill: ${first}: is not supported on this simulated machine\nusage: ${c.use}\n`)
      return 2
    }
    for (const a of signal === undefined ? c.args : c.args.slice(1)) {
      const p = processesOf(c.shell).find((x) => String(x.pid) === a)
      const why = !p
        ? 'No such process'
        : p.user !== c.shell.user && c.shell.user !== 'root'
          ? 'Operation not permitted'
          : undefined
      if (why || !p) {
        c.err(`bash: kill: (${a}) - ${why}\n`)
        status = 1
      } else if (signal === '0') continue
      else if (p.command === '-bash') c.leave()
      else if (p.pid !== 1) {
        end(c, p)
      }
    }
    return status
  },
}

const systemctl: Program = {
  about: 'services of the system',
  use: 'systemctl [status|start|stop|restart|list-units] [service…]',
  knows: '~/no-pager ~l/full q/quiet',
  async run(c) {
    const [verb = 'list-units', name = '', ...others] = c.o.rest
    if (others.length) {
      let status = 0
      for (const one of [name, ...others])
        status = (await c.run(['systemctl', ...(c.o.has('q') ? ['-q'] : []), verb, one])) || status
      return status
    }
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
      if (!c.o.has('q')) c.out(stopped.has(unit) ? 'inactive\n' : 'active\n')
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
    use: 'pgrep [-l|-a] [-u user] name',
    knows: 'l/list-name a/list-full u:/euid ~f/full',
    run(c) {
      const { o } = c
      const by = o.value('u')
      const found = (
        o.rest[0] === undefined && by !== undefined ? processesOf(c.shell) : byName(c, o.rest[0] ?? '')
      ).filter((p) => by === undefined || p.user === by)
      for (const p of found)
        c.out(`${p.pid}${o.has('a') ? ` ${p.command}` : o.has('l') ? ` ${nameOf(p.command)}` : ''}\n`)
      return found.length ? 0 : 1
    },
  },
  systemctl,
  service: {
    about: 'a service of the system',
    use: 'service name start|stop|restart|status',
    knows: '',
    run: (c) => c.run(['systemctl', c.args[1] ?? 'status', c.args[0] ?? '']),
  },
}
