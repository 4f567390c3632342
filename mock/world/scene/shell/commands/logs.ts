/** What happened on this machine: its journal, and who was signed in. */
import { FileError, diskText } from '../disk.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { processesOf } from '../processes.ts'
import { stoppedOn } from '../services.ts'
import { webFault } from './clients.ts'

/** Lines of a log; none where it is not there. */
function linesOf(c: Cmd, file: string, user = c.shell.user): string[] {
  try {
    return diskText(c.shell.disk.read(file, user)).split('\n').filter(Boolean)
  } catch (e) {
    if (e instanceof FileError) return []
    throw e
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const stamp = (d: Date) =>
  `${months[d.getUTCMonth()]} ${String(d.getUTCDate()).padStart(2, '0')} ${d.toISOString().slice(11, 19)}`
/** In the order of their time; lines of one second stay as they are. */
const order = (lines: string[]): string[] =>
  lines.toSorted((a, b) => {
    const key = (l: string) => `${String(months.indexOf(l.slice(0, 3))).padStart(2, '0')}${l.slice(4, 15)}`
    return key(a).localeCompare(key(b))
  })

const journal: Program = {
  about: 'what the system and its services wrote down',
  use: 'journalctl [-u service] [-t program] [-n lines] [-x] [-e] [-r] [-k] [--no-pager]',
  knows: 'r/reverse k/dmesg u:/unit n:/lines t:/identifier ~e/pager-end ~x ~b? ~a ~q ~/no-pager',
  run(c) {
    const { o } = c
    const unit = o.value('u')?.replace(/\.service$/, '')
    const { host, disk } = c.shell
    const own = processesOf(c.shell).filter((p) => p.unit !== undefined)
    const fault = webFault(c, unit)
    const began = stamp(host.since)
    const services = own.map((p) => `${began} ${host.node.name} systemd[1]: Started ${p.unit}.service.`)
    const broken = fault
      ? [
          `${stamp(c.shell.now())} ${host.node.name} nginx[${300 + (c.shell.pid % 400)}]: ${fault}`,
          `${stamp(c.shell.now())} ${host.node.name} systemd[1]: nginx.service: Failed with result 'exit-code'.`,
        ]
      : []
    const all = order([...linesOf(c, '/var/log/syslog'), ...linesOf(c, '/var/log/auth.log'), ...services]).concat(
      broken,
    )
    const names: Readonly<Record<string, string>> = { ssh: 'sshd', nginx: 'nginx' }
    const lines =
      unit === undefined
        ? o.has('k')
          ? all.filter((l) => l.includes(' kernel: '))
          : all
        : all.filter((l) => l.includes(` ${names[unit] ?? unit}[`) || l.includes(`${unit}.service`))
    if (unit !== undefined && stoppedOn(disk, host).has(unit) && !fault)
      lines.push(`${stamp(c.shell.now())} ${host.node.name} systemd[1]: Stopped ${unit}.service.`)
    const by = o.value('t')
    if (by !== undefined) lines.splice(0, lines.length, ...lines.filter((l) => l.includes(` ${by}[`)))
    const n = Number(o.value('n') ?? lines.length) || lines.length
    const shown = lines.slice(-n)
    for (const l of o.has('r') ? shown.toReversed() : shown) c.out(`${l}\n`)
    if (!shown.length) c.out('-- No entries --\n')
    return 0
  },
}

const last: Program = {
  about: 'who was signed in, by the log of the system',
  use: 'last [-n lines] [user]',
  knows: '# n:/limit',
  run(c) {
    const { o } = c
    const [who] = o.rest
    // the record of sign-ins is everybody's to read, the log it is made of is not
    const rows = linesOf(c, '/var/log/auth.log', 'root').flatMap((l) => {
      const [, at = '', user = '', from = ''] =
        /^(\w{3} +\d+ [\d:]{5}):\d\d .*Accepted \w+ for (\S+) from (\S+)/.exec(l) ?? []
      return user === '' || (who !== undefined && who !== user)
        ? []
        : [`${user.padEnd(8)} pts/0        ${from.padEnd(16)} ${at}\n`]
    })
    const here = `${c.shell.user.padEnd(8)} ttyS0        ${''.padEnd(16)} ${stamp(c.shell.since).slice(0, 12)}   still logged in\n`
    const all = [...(who === undefined || who === c.shell.user ? [here] : []), ...rows.toReversed()]
    const most = Number(o.value('n') ?? o.value('#') ?? all.length) || all.length
    for (const row of all.slice(0, most)) c.out(row)
    c.out(`\nwtmp begins ${stamp(c.shell.host.since)}\n`)
    return 0
  },
}

const crontab: Program = {
  about: 'jobs of somebody',
  use: 'crontab -l [-u user]',
  knows: 'l u:',
  run(c) {
    const { o } = c
    const user = o.value('u') ?? c.shell.user
    if (user !== c.shell.user && c.shell.user !== 'root') {
      c.err('must be privileged to use -u\n')
      return 1
    }
    if (!o.has('l')) {
      c.err(`usage: ${c.use} (jobs of the system are in /etc/crontab and /etc/cron.d)\n`)
      return 1
    }
    const own = linesOf(c, `/var/spool/cron/crontabs/${user}`, 'root')
    if (!own.length) {
      c.err(`no crontab for ${user}\n`)
      return 1
    }
    for (const l of own) c.out(`${l}\n`)
    return 0
  },
}

const getent: Program = {
  about: 'what the system knows of a name',
  use: 'getent hosts|passwd|group [name]',
  knows: '',
  run(c) {
    const [of = '', name] = c.o.rest
    if (of === 'hosts' || of === 'ahosts') {
      const found = name === undefined ? undefined : c.find(name)
      if (!found) return 2
      c.out(`${found.address.padEnd(16)}${found.host.node.name}\n`)
      return 0
    }
    if (of !== 'passwd' && of !== 'group') {
      c.err(`Unknown database: ${of}\n`)
      return 1
    }
    const lines = linesOf(c, `/etc/${of}`).filter((l) => name === undefined || l.split(':')[0] === name)
    for (const l of lines) c.out(`${l}\n`)
    return lines.length ? 0 : 2
  },
}

export const logCommands: Programs = { journalctl: journal, last, crontab, getent }
