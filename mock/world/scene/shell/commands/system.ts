/** Commands about the system itself. */
import { createHash } from 'node:crypto'
import { share } from '../../../service/chance.ts'
import { textOf } from '../disk.ts'
import { processesOf, unitsOf } from '../processes.ts'
import { lsblk, lsusb, usbMessages } from './usb.ts'
import { type Cmd, options, type Program, type Programs } from '../program.ts'

const upSeconds = (c: Pick<Cmd, 'shell'>): number =>
  Math.max(1, Math.floor((c.shell.now().getTime() - c.shell.host.since.getTime()) / 1000))
const clock = (d: Date): string => d.toISOString().slice(11, 19)
export const loads = (c: Pick<Cmd, 'shell'>): string =>
  [1, 5, 15]
    .map((n) =>
      (share(c.shell.host.node.id, 'load', n, Math.floor(c.shell.now().getTime() / 60_000 / n)) * 0.8).toFixed(2),
    )
    .join(', ')

function upText(c: Cmd): string {
  const s = upSeconds(c)
  const text =
    s < 3600
      ? `${Math.floor(s / 60)} min`
      : `${Math.floor(s / 3600)}:${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}`
  return ` ${clock(c.shell.now())} up ${text},  1 user,  load average: ${loads(c)}\n`
}

const memory = (c: Cmd) => {
  const total = c.shell.host.node.memory * 1024
  const used = processesOf(c.shell).reduce((n, p) => n + p.memory, 0) + Math.floor(total * 0.06)
  return { total, used: Math.min(used, total), free: Math.max(0, total - used) }
}

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
        c.shell.killed.add(p.pid)
        if (p.unit) c.shell.stopped.add(p.unit)
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
    const state = (u: string) => (c.shell.stopped.has(u) ? 'inactive (dead)' : 'active (running)')
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
        `${c.shell.stopped.has(unit) ? '○' : '\x1b[32m●\x1b[0m'} ${unit}.service\n     Loaded: loaded (/lib/systemd/system/${unit}.service; enabled)\n     Active: ${state(unit)}\n`,
      )
      return c.shell.stopped.has(unit) ? 3 : 0
    }
    if (verb === 'is-active') {
      c.out(c.shell.stopped.has(unit) ? 'inactive\n' : 'active\n')
      return c.shell.stopped.has(unit) ? 3 : 0
    }
    if (c.shell.user !== 'root') {
      c.err(`Failed to ${verb} ${unit}.service: Access denied\n`)
      return 1
    }
    if (verb === 'stop') c.shell.stopped.add(unit)
    else c.shell.stopped.delete(unit)
    for (const pid of c.shell.killed) c.shell.killed.delete(pid)
    return 0
  },
}

/** As /etc/shadow has it after `passwd`; before that an account’s password is its name. */
const secretOf = (user: string, text: string): string =>
  `$5$${createHash('sha256').update(`${user} ${text}`).digest('base64')}`
function lineOf(shadow: string, user: string): string[] | undefined {
  return shadow
    .split('\n')
    .map((l) => l.split(':'))
    .find(([n]) => n === user)
}
export function passwordFits(
  disk: { read(at: string, user: string): Uint8Array },
  user: string,
  given: string,
): boolean {
  const kept = lineOf(textOf(disk.read('/etc/shadow', 'root')), user)?.[1] ?? '*'
  if (kept === '*') return false
  return kept.startsWith('$5$') ? kept === secretOf(user, given) : given === user
}

const passwd: Program = {
  about: 'change a password',
  use: 'passwd [user]',
  async run(c) {
    const user = c.args[0] ?? c.shell.user
    if (user !== c.shell.user && c.shell.user !== 'root') {
      c.err('passwd: You may not view or modify password information for others.\n')
      return 1
    }
    const shadow = textOf(c.shell.disk.read('/etc/shadow', 'root'))
    if (!lineOf(shadow, user)) {
      c.err(`passwd: user '${user}' does not exist\n`)
      return 1
    }
    if (c.shell.user !== 'root') {
      const had = await c.ask('Current password: ', true)
      if (had === undefined || !passwordFits(c.shell.disk, user, had)) {
        c.err('passwd: Authentication token manipulation error\n')
        return 10
      }
    }
    const first = await c.ask('New password: ', true)
    const second = await c.ask('Retype new password: ', true)
    if (!first || first !== second) {
      c.err('Sorry, passwords do not match.\n')
      return 10
    }
    const next = shadow
      .split('\n')
      .map((l) =>
        l.startsWith(`${user}:`)
          ? l
              .split(':')
              .map((f, i) => (i === 1 ? secretOf(user, first) : f))
              .join(':')
          : l,
      )
      .join('\n')
    c.shell.disk.write('/etc/shadow', Buffer.from(next), 'root')
    c.out('passwd: password updated successfully\n')
    return 0
  },
}

const su: Program = {
  about: 'become somebody else',
  use: 'su [-] [user]',
  async run(c) {
    const user = c.args.find((a) => a !== '-') ?? 'root'
    if (!c.accounts().some((a) => a.name === user)) {
      c.err(`su: user ${user} does not exist\n`)
      return 1
    }
    if (c.shell.user !== 'root') {
      const given = await c.ask('Password: ', true)
      if (given === undefined || !passwordFits(c.shell.disk, user, given)) {
        c.err('su: Authentication failure\n')
        return 1
      }
    }
    await c.enter(user)
    return 0
  },
}

export const systemCommands: Programs = {
  ps,
  top,
  kill,
  systemctl,
  service: {
    about: 'a service of the system',
    use: 'service name start|stop|restart|status',
    run: (c) => c.run(['systemctl', c.args[1] ?? 'status', c.args[0] ?? '']),
  },
  passwd,
  su,
  sudo: {
    about: 'do something as root',
    use: 'sudo command…',
    async run(c) {
      if (!c.args.length) {
        c.err('usage: sudo command\n')
        return 1
      }
      if (c.args[0] === '-i' || c.args[0] === 'su') {
        await c.enter('root')
        return 0
      }
      const had = c.shell.user
      c.shell.user = 'root'
      try {
        return await c.run(c.args, c.stdin)
      } finally {
        c.shell.user = had
      }
    },
  },
  whoami: { about: 'who am I', use: 'whoami', run: (c) => (c.out(`${c.shell.user}\n`), 0) },
  id: {
    about: 'user and groups',
    use: 'id [user]',
    run(c) {
      const name = c.args[0] ?? c.shell.user
      const a = c.accounts().find((x) => x.name === name)
      if (!a) {
        c.err(`id: '${name}': no such user\n`)
        return 1
      }
      c.out(`uid=${a.uid}(${a.name}) gid=${a.uid}(${a.name}) groups=${a.uid}(${a.name})\n`)
      return 0
    },
  },
  uname: {
    about: 'name of the system',
    use: 'uname [-a|-r]',
    run(c) {
      const name = c.shell.host.node.name
      c.out(
        c.args.includes('-a')
          ? `Linux ${name} 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 x86_64 GNU/Linux\n`
          : c.args.includes('-r')
            ? '6.1.0-18-amd64\n'
            : c.args.includes('-n')
              ? `${name}\n`
              : 'Linux\n',
      )
      return 0
    },
  },
  hostname: {
    about: 'name of this machine',
    use: 'hostname [-I]',
    run(c) {
      const own = Object.entries(c.shell.host.ground.addresses).filter(([k]) =>
        k.startsWith(`${c.shell.host.node.id}/`),
      )
      c.out(c.args.includes('-I') ? `${own.map(([, a]) => a).join(' ')}\n` : `${c.shell.host.node.name}\n`)
      return 0
    },
  },
  date: {
    about: 'date and time',
    use: 'date [-u|-I]',
    run(c) {
      const d = c.shell.now()
      const [day, date, month, year] = d.toUTCString().replace(',', '').split(' ')
      c.out(
        c.args.includes('-I')
          ? `${d.toISOString().slice(0, 10)}\n`
          : `${day} ${month} ${Number(date)} ${clock(d)} UTC ${year}\n`,
      )
      return 0
    },
  },
  uptime: { about: 'how long it runs', use: 'uptime', run: (c) => (c.out(upText(c)), 0) },
  w: {
    about: 'who is here',
    use: 'w',
    run: (c) => (c.out(`${upText(c)}USER     TTY      FROM\n${c.shell.user.padEnd(8)} ttyS0    -\n`), 0),
  },
  df: {
    about: 'space on disks',
    use: 'df [-h]',
    run(c) {
      const gib = Math.max(1, c.shell.host.node.disk)
      const used = 1.4 + gib * 0.04
      c.out('Filesystem      Size  Used Avail Use% Mounted on\n')
      c.out(
        `/dev/vda1       ${`${gib}G`.padStart(4)}  ${used.toFixed(1)}G  ${(gib - used).toFixed(1)}G ${String(Math.round((used / gib) * 100)).padStart(3)}% /\n`,
      )
      c.out('tmpfs           197M     0  197M   0% /run\n')
      return 0
    },
  },
  free: {
    about: 'memory',
    use: 'free [-m|-h]',
    run(c) {
      const m = memory(c)
      const by = c.args.includes('-m') || c.args.includes('-h') ? 1024 : 1
      const f = (n: number) => String(Math.floor(n / by)).padStart(12)
      c.out('               total        used        free\n')
      c.out(`Mem:    ${f(m.total)}${f(m.used)}${f(m.free)}\nSwap:   ${f(0)}${f(0)}${f(0)}\n`)
      return 0
    },
  },
  dmesg: {
    about: 'messages of the kernel',
    use: 'dmesg',
    run(c) {
      c.out(
        '[    0.000000] Linux version 6.1.0-18-amd64\n[    0.912034] virtio_net virtio0 eth0: link up\n[    1.204411] EXT4-fs (vda1): mounted filesystem\n',
      )
      for (const line of usbMessages(c.shell.host.usb)) c.out(`${line}\n`)
      return 0
    },
  },
  lsusb,
  lsblk,
  poweroff: { about: 'switch this node off', use: 'poweroff', run: (c) => c.run(['shutdown', 'now']) },
}
