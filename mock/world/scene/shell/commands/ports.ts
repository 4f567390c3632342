/** Commands that knock at ports. */
import type { Unreached } from '#src/contract/topology/reach.ts'
import { matchesGlob } from '../language/glob.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { type Host, withFlags } from '../image.ts'
import type { TrafficConversation } from '../model.ts'
import { packetsOf } from '../serve/packets.ts'
import { pathBetween } from '../reach.ts'
import { processesOf } from '../processes.ts'
import { type ListeningService, listeningServices, serviceUnitOf } from '../services.ts'
import { portNames } from '../wellKnown.ts'
import { resolveAddress, sourceFor } from './net.ts'

/** What listens there, of what is not stopped, and what people listen with. */
export async function openPorts(c: Cmd, host: Host): Promise<ListeningService[]> {
  const own = listeningServices(host, host.node.id === c.shell.host.node.id ? c.shell.disk : await c.diskOf(host))
  const others = c.wire.ports(host.node.id).filter((port) => own.every((s) => s.port !== port))
  return [
    ...own,
    ...others.map((port) => ({ port, name: portNames[port] ?? 'unknown', banner: '', listener: true })),
  ].sort((a, b) => a.port - b.port)
}

/** As `ss` or `netstat` puts it into columns. */
const sockets = (name: 'ss' | 'netstat'): Program => ({
  about: 'what listens here',
  use: `${name} [-lntup]`,
  knows: 'n/numeric t/tcp u/udp p/processes ~l/listening ~a/all ~4 ~o',
  async run(c) {
    const asked = c.o.has
    const [tcp, udp] = [asked('t') || !asked('u'), asked('u')]
    const process = asked('p') && c.shell.user === 'root'
    const all = processesOf(c.shell)
    const rows = (await openPorts(c, c.shell.host)).flatMap((s) => {
      const by = all.find((p) => p.unit === serviceUnitOf(s))
      const name = by ? processName(by.command) : ''
      const row = { port: s.port, pid: by?.pid ?? 0, name: process ? name : '' }
      return [
        ...(tcp ? [{ ...row, proto: 'tcp' }] : []),
        ...(udp && s.name === 'domain' ? [{ ...row, proto: 'udp' }] : []),
      ]
    })
    const shown = (port: number) => (asked('n') ? undefined : portNames[port]) ?? String(port)
    if (name === 'ss') {
      const kind = (text: string) => (tcp && udp ? text.padEnd(7) : '')
      c.out(
        `${kind('Netid')}State   Recv-Q  Send-Q   Local Address:Port   Peer Address:Port${process ? '  Process' : ''}\n`,
      )
      for (const r of rows)
        c.out(
          `${kind(r.proto)}${r.proto === 'udp' ? 'UNCONN' : 'LISTEN'}  0       128            0.0.0.0:${shown(r.port).padEnd(6)}     0.0.0.0:*${r.name ? `  users:(("${r.name}",pid=${r.pid},fd=3))` : ''}\n`,
        )
      return 0
    }
    c.out(
      `Active Internet connections (only servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State${process ? '       PID/Program name' : ''}\n`,
    )
    for (const r of rows)
      c.out(
        `${r.proto}        0      0 ${`0.0.0.0:${shown(r.port)}`.padEnd(23)} 0.0.0.0:*               ${(r.proto === 'udp' ? '' : 'LISTEN').padEnd(11)}${r.name ? ` ${r.pid}/${r.name}` : ''}\n`,
      )
    return 0
  },
})
const processName = (command: string): string => (command.split(/[\s:]/)[0] ?? '').split('/').at(-1) ?? ''

export interface Reached {
  host: Host
  service: ListeningService
  address: string
}
type Met = Reached | { why: string; address?: string }
/** As the C library words it. */
const unreachedWords: Readonly<Record<Unreached, string>> = {
  host_unreachable: 'No route to host',
  network_unreachable: 'Network is unreachable',
  no_address: 'Network is unreachable',
  no_answer: 'Connection timed out',
}
/** A connection to a port, or why there is none. */
export async function connectToPort(c: Cmd, name: string, port: number): Promise<Met> {
  const address = resolveAddress(c, name)
  if (!address) return { why: 'Could not resolve host' }
  const p = pathBetween(c.shell.host.ground, c.shell.host.node.id, address)
  if (!p.ok) return { why: unreachedWords[p.why], address }
  const there = address === '127.0.0.1' ? { host: c.shell.host } : c.find(address)
  if (!there) return { why: 'Connection timed out', address }
  const service = (await openPorts(c, there.host)).find((s) => s.port === port)
  return service ? { host: there.host, service, address } : { why: 'Connection refused', address }
}
/** Whoever listens on the wire hears what was said. */
export function overheard(c: Cmd, met: Reached, port: number, says: TrafficConversation['says']): void {
  const here = c.shell.host
  const [from] = sourceFor(c, pathBetween(here.ground, here.node.id, met.address))
  const packets = packetsOf(
    {
      from: here.node.name,
      to: met.address,
      port,
      proto: 'tcp',
      after: 0,
      says: says.map(([w, t, h]) => [w, t.slice(0, 1400), h]),
    },
    from?.address ?? '127.0.0.1',
    met.address,
    c.shell.now().getTime() / 1000,
  )
  c.wire.send({ from: here.node.id, to: met.host.node.id, packets })
}

/** What a service of lines answers: the same line, else what stands last. */
export function lineSays({ host, service }: Reached, line: string): string {
  const answers = service.served?.answers ?? []
  const said = answers.find(([asked]) => asked.toLowerCase() === line.trim().toLowerCase()) ?? answers.at(-1)
  return said ? withFlags(host, said[1]) : ''
}
/** GET, KEYS and INFO of a store without a password. */
export function redisSays({ host, service }: Reached, line: string, password?: string): string {
  const [verb = '', key = ''] = line.trim().split(/\s+/)
  const keys = service.served?.keys ?? {}
  const wanted = service.served?.password
  if (verb === '') return ''
  if (wanted !== undefined && password !== wanted) return 'NOAUTH Authentication required.\n'
  if (/^ping$/i.test(verb)) return 'PONG\n'
  if (/^info$/i.test(verb)) return `redis_version:7.4.0\nrole:master\ndb0:keys=${Object.keys(keys).length}\n`
  if (/^keys$/i.test(verb))
    return Object.keys(keys)
      .filter((k) => matchesGlob(key || '*', k))
      .map((k, i) => `${i + 1}) "${k}"\n`)
      .join('')
  if (/^get$/i.test(verb)) return Object.hasOwn(keys, key) ? `"${withFlags(host, keys[key] ?? '')}"\n` : '(nil)\n'
  return `(error) ERR unknown command '${verb}'\n`
}

export const portCommands: Programs = {
  ss: sockets('ss'),
  netstat: sockets('netstat'),
}
