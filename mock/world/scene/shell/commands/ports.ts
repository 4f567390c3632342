/** Commands that knock at ports. */
import { inCidr, parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import { type Cmd, options, type Program, type Programs } from '../program.ts'
import type { Host } from '../image.ts'
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
  use: 'nmap [-sn] [-sV] [-p ports] address|network',
  async run(c) {
    const o = options(
      c.args.map((a) => (/^-s[nVST]$|^-Pn$|^-A$/.test(a) ? `--${a.slice(1)}` : a)),
      'p',
    )
    const only = o
      .value('p')
      ?.split(',')
      .flatMap((r) => {
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
      const services = (await open(c, target)).filter((s) => !only || only.includes(s.port))
      c.out(`Not shown: ${(only?.length ?? 1000) - services.length} closed tcp ports (reset)\n`)
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

type Met = { host: Cmd['shell']['host']; service: Service } | { why: string }
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
  return service ? { host: there.host, service } : { why: 'Connection refused' }
}

const nc: Program = {
  about: 'talk to a port',
  use: 'nc [-z] [-v] address port',
  async run(c) {
    const o = options(c.args, 'w')
    const [name = '', port = ''] = o.rest
    await c.sleep(80)
    const met = await connect(c, name, Number(port))
    if ('why' in met) {
      if (o.has('v') || o.has('z')) c.err(`nc: connect to ${name} port ${port} (tcp) failed: ${met.why}\n`)
      return 1
    }
    if (o.has('v') || o.has('z')) c.err(`Connection to ${name} ${port} port [tcp/${met.service.name}] succeeded!\n`)
    if (!o.has('z')) c.out(`${met.service.banner}\n`)
    return 0
  },
}

export const portCommands: Programs = {
  ss: sockets,
  netstat: sockets,
  nmap,
  nc,
  ncat: nc,
  telnet: { about: 'talk to a port', use: 'telnet address port', run: (c) => c.run(['nc', '-v', ...c.args]) },
}
