/** What runs on a simulated node: the same for everybody who looks, without what was killed. */
import { seededFraction, seededInteger } from '../../service/chance.ts'
import type { Shell } from './program.ts'
import { nodeServicesOf, stoppedOn } from './services.ts'

export interface Process {
  pid: number
  user: string
  cpu: number
  /** KiB. */
  memory: number
  command: string
  /** Of which service, for `systemctl`. */
  unit?: string
}

const daemons: Readonly<Record<string, readonly [user: string, command: string, unit: string]>> = {
  ssh: ['root', 'sshd: /usr/sbin/sshd -D [listener] 0 of 10-100 startups', 'ssh'],
  http: ['www-data', 'nginx: worker process', 'nginx'],
  mysql: ['mysql', '/usr/sbin/mariadbd', 'mariadb'],
  postgresql: ['postgres', '/usr/lib/postgresql/15/bin/postgres', 'postgresql'],
  redis: ['redis', '/usr/bin/redis-server 127.0.0.1:6379', 'redis-server'],
  smtp: ['root', '/usr/lib/postfix/sbin/master -w', 'postfix'],
  domain: ['bind', '/usr/sbin/named -f -u bind', 'named'],
  ftp: ['root', '/usr/sbin/vsftpd /etc/vsftpd.conf', 'vsftpd'],
  modbus: ['root', '/opt/plc/modbusd --port 502', 'modbusd'],
}

export function unitsOf(shell: Shell): string[] {
  const { host } = shell
  const own = nodeServicesOf(host).flatMap((s) => s.served?.unit ?? daemons[s.name]?.[2] ?? s.unit ?? [])
  return ['cron', 'rsyslog', ...own]
}

export function processesOf(shell: Shell): Process[] {
  const { host } = shell
  const seed = `${host.scene} ${host.node.id}`
  const tick = Math.floor(shell.now().getTime() / 3000)
  const list: [user: string, command: string, unit?: string][] = [
    ['root', '/sbin/init'],
    ['root', '/lib/systemd/systemd-journald'],
    ['root', '/usr/sbin/cron -f', 'cron'],
    ['root', '/usr/sbin/rsyslogd -n', 'rsyslog'],
    ...nodeServicesOf(host).flatMap((s): [string, string, string][] => {
      if (s.served) return [[s.served.user, daemons[s.name]?.[1] ?? `/usr/sbin/${s.served.unit}`, s.served.unit]]
      const d = daemons[s.name] ?? (s.unit ? (['root', s.banner, s.unit] as const) : undefined)
      return d ? [[d[0], d[1], d[2]]] : []
    }),
    [shell.user, '-bash'],
  ]
  const stopped = stoppedOn(shell.disk, host)
  let pid = 1
  return list.flatMap(([user, command, unit], i): Process[] => {
    const mine = i === 0 ? 1 : (pid += seededInteger(40, 260, seed, command))
    if (shell.killed.has(mine) || (unit !== undefined && stopped.has(unit))) return []
    const busy = seededFraction(seed, command, tick)
    return [
      {
        pid: mine,
        user,
        cpu: Math.round(busy * busy * 40) / 10,
        memory: seededInteger(2_400, 64_000, seed, command, 'memory'),
        command,
        ...(unit === undefined ? {} : { unit }),
      },
    ]
  })
}
