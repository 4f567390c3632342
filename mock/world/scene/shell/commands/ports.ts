/** Commands that knock at ports. */
import { inCidr, parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import { matches } from '../language/glob.ts'
import { type Cmd, type Program, type Programs, strictly } from '../program.ts'
import { type Host, withFlags } from '../image.ts'
import type { Conversation } from '../model.ts'
import { packetsOf } from '../serve/packets.ts'
import { facesOf, reach } from '../reach.ts'
import { type Service, listening } from '../services.ts'
import { addressOf, delay } from './net.ts'

/** What listens there, of what is not stopped. */
const open = async (c: Cmd, { host }: { host: Host }): Promise<Service[]> =>
  listening(host, host.node.id === c.shell.host.node.id ? c.shell.disk : await c.diskOf(host))

const sockets: Program = {
  about: 'what listens here',
  use: 'ss -lnt',
  async run(c) {
    c.out('State   Recv-Q  Send-Q   Local Address:Port   Peer Address:Port\n')
    for (const s of await open(c, c.shell))
      c.out(`LISTEN  0       128            0.0.0.0:${String(s.port).padEnd(6)}     0.0.0.0:*\n`)
    return 0
  },
}

/** Hosts of an address, a name or a range. */
function targets(c: Cmd, text: string): string[] {
  const net = text.includes('/') ? parseCidr(text) : undefined
  if (!net) {
    const a = addressOf(c, text)
    return a ? [a] : []
  }
  return [...new Set(facesOf(c.shell.host.ground).map((f) => f.address))].filter((a) => {
    const i = parseIp(a)
    return i !== undefined && inCidr(i, net)
  })
}

const nmap: Program = {
  about: 'look for hosts and open ports',
  use: 'nmap [-sn] [-sV] [-Pn] [-p ports] address|network…',
  async run(c) {
    const args = c.args.map((a) => (/^-s[nVSTC]$|^-Pn$|^-A$|^-T[0-5]$/.test(a) ? `--${a.slice(1)}` : a))
    const known = [
      '--sn',
      '--sV',
      '--sS',
      '--sT',
      '--sC',
      '--Pn',
      '--A',
      '--open',
      ...[0, 1, 2, 3, 4, 5].map((n) => `--T${n}`),
    ]
    const o = strictly({ args, use: c.use, out: c.out, err: c.err }, 'nmap', 'vnF', 'p', known)
    if (!o) return 255
    if (!o.rest.length) c.err('WARNING: No targets were specified, so 0 hosts scanned.\n')
    const ports = o.value('p') === '-' ? '1-65535' : o.value('p')
    const only = ports?.split(',').flatMap((r) => {
      const [a = 0, b] = r.split('-').map(Number)
      return b === undefined ? [a] : Array.from({ length: Math.max(0, Math.min(b, 65_535) - a + 1) }, (_, i) => a + i)
    })
    c.out(
      `Starting Nmap 7.93 ( https://nmap.org ) at ${c.shell.now().toISOString().slice(0, 16).replace('T', ' ')} UTC\n`,
    )
    let up = 0
    const all = o.rest.flatMap((t) => targets(c, t))
    for (const address of all) {
      if (!(await c.sleep(150))) return 130
      const there = c.find(address)
      const p = reach(c.shell.host.ground, c.shell.host.node.id, address)
      if (!p.ok || (!there && address !== '127.0.0.1')) continue
      up++
      const target = there ?? { host: c.shell.host }
      c.out(
        `Nmap scan report for ${target.host.node.name} (${address})\nHost is up (${(delay(c, p, 1) / 1000).toFixed(5)}s latency).\n`,
      )
      if (o.has('--sn')) continue
      const wanted = only && new Set(only)
      const services = (await open(c, target)).filter((s) => !wanted || wanted.has(s.port))
      c.out(`Not shown: ${(wanted?.size ?? 1000) - services.length} closed tcp ports (reset)\n`)
      if (services.length) c.out(`PORT      STATE SERVICE${o.has('--sV') || o.has('--A') ? '        VERSION' : ''}\n`)
      for (const s of services)
        c.out(
          `${`${s.port}/tcp`.padEnd(9)} open  ${o.has('--sV') || o.has('--A') ? `${s.name.padEnd(14)} ${s.banner}` : s.name}\n`,
        )
      c.out('\n')
    }
    c.out(`Nmap done: ${all.length} IP address${all.length === 1 ? '' : 'es'} (${up} host${up === 1 ? '' : 's'} up)\n`)
    return 0
  },
}

export interface Reached {
  host: Host
  service: Service
  address: string
}
type Met = Reached | { why: string }
/** A connection to a port, or why there is none. */
export async function connect(c: Cmd, name: string, port: number): Promise<Met> {
  const address = addressOf(c, name)
  if (!address) return { why: 'Could not resolve host' }
  const p = reach(c.shell.host.ground, c.shell.host.node.id, address)
  if (!p.ok)
    return { why: p.why === 'no_route' || p.why === 'no_address' ? 'No route to host' : 'Connection timed out' }
  const there = address === '127.0.0.1' ? { host: c.shell.host } : c.find(address)
  if (!there) return { why: 'Connection timed out' }
  const service = (await open(c, there)).find((s) => s.port === port)
  return service ? { host: there.host, service, address } : { why: 'Connection refused' }
}
/** Whoever listens on the wire hears what was said. */
export function overheard(c: Cmd, met: Reached, port: number, says: Conversation['says']): void {
  const here = c.shell.host
  const own = facesOf(here.ground).filter((f) => f.node.id === here.node.id)
  const path = reach(here.ground, here.node.id, met.address)
  const from = own.find((f) => path.ok && path.hops.some((h) => h.network === f.network)) ?? own[0]
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

const nc: Program = {
  about: 'talk to a port',
  use: 'nc [-z] [-v] address port',
  async run(c) {
    const o = strictly(c, 'nc', 'zvnq', 'w')
    if (!o) return 1
    const [name = '', port = ''] = o.rest
    await c.sleep(80)
    const met = await connect(c, name, Number(port))
    if ('why' in met) {
      if (o.has('v') || o.has('z')) c.err(`nc: connect to ${name} port ${port} (tcp) failed: ${met.why}\n`)
      return 1
    }
    if (o.has('v') || o.has('z')) c.err(`Connection to ${name} ${port} port [tcp/${met.service.name}] succeeded!\n`)
    if (o.has('z')) return 0
    const { served } = met.service
    if (served?.kind !== 'lines' && served?.kind !== 'redis') {
      c.out(`${met.service.banner}\n`)
      return 0
    }
    if (served.greeting) c.out(served.greeting)
    const talk: Conversation['says'] = served.greeting ? [['<', served.greeting]] : []
    for (let n = 0, line = await c.line(); line !== undefined && n < 200; line = await c.line(), n++) {
      const said = served.kind === 'redis' ? redisSays(met, line) : lineSays(met, line)
      talk.push(['>', `${line}\n`], ['<', said])
      c.out(said)
      if (/^(quit|exit|bye)$/i.test(line.trim())) break
    }
    overheard(c, met, Number(port), talk.slice(0, 40))
    return 0
  },
}
/** What a service of lines answers: the same line, else what stands last. */
function lineSays({ host, service }: Reached, line: string): string {
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
      .filter((k) => matches(key || '*', k))
      .map((k, i) => `${i + 1}) "${k}"\n`)
      .join('')
  if (/^get$/i.test(verb)) return Object.hasOwn(keys, key) ? `"${withFlags(host, keys[key] ?? '')}"\n` : '(nil)\n'
  return `(error) ERR unknown command '${verb}'\n`
}

export const portCommands: Programs = {
  ss: sockets,
  netstat: sockets,
  nmap,
  nc,
  ncat: nc,
  telnet: { about: 'talk to a port', use: 'telnet address port', run: (c) => c.run(['nc', '-v', ...c.args]) },
}
