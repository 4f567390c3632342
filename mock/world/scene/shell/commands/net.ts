/** Commands that see the network: the other nodes of the scene, as far as cables, gateways and power let them. */
import { parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import { share, whole } from '../../../service/chance.ts'
import { macOf } from '../../mac.ts'
import { gatewaysOf } from '../image.ts'
import { type Cmd, options, type Program, type Programs } from '../program.ts'
import { type Face, facesOf, neighbours, type Path, reach } from '../reach.ts'

export const own = (c: Cmd): Face[] => facesOf(c.shell.host.ground).filter((f) => f.node.id === c.shell.host.node.id)
const cidrOf = (c: Cmd, f: Face) =>
  parseCidr(c.shell.host.ground.document.networks.find((n) => n.id === f.network)?.cidr ?? '')
const mac = (c: Cmd, f: Face) =>
  f.node.ports.find((p) => p.id === f.port)?.mac || macOf(c.shell.host.scene, f.node.id, f.port)

/** The address somebody means; undefined when nobody has that name. */
export function addressOf(c: Pick<Cmd, 'find' | 'shell'>, name: string): string | undefined {
  if (parseIp(name)) return name
  if (name === 'localhost' || name === c.shell.host.node.name) return '127.0.0.1'
  return c.find(name)?.address
}
export const delay = (c: Cmd, p: Path, n: number): number =>
  p.ok ? 0.18 + p.hops.length * 0.4 + share(c.shell.host.node.id, n, p.hops.length) * 0.4 + (p.to ? 0 : 14) : 0

const ping: Program = {
  about: 'ask whether somebody is there',
  use: 'ping [-c count] address',
  async run(c) {
    const o = options(c.args, 'ciWt')
    const [name = ''] = o.rest
    const to = addressOf(c, name)
    if (!to) {
      c.err(`ping: ${name}: Name or service not known\n`)
      return 2
    }
    const n = Math.min(1000, Number(o.value('c') ?? 1000) || 1)
    c.out(`PING ${name} (${to}) 56(84) bytes of data.\n`)
    let [sent, got, sum] = [0, 0, 0]
    for (let i = 1; i <= n; i++) {
      const p = reach(c.shell.host.ground, c.shell.host.node.id, to)
      sent++
      if (p.ok) {
        got++
        const ms = delay(c, p, i)
        sum += ms
        c.out(
          `64 bytes from ${to}: icmp_seq=${i} ttl=${64 - Math.max(0, p.hops.length - 1)} time=${ms.toFixed(3)} ms\n`,
        )
      } else if (p.why === 'no_route' || p.why === 'no_address' || p.why === 'down')
        c.out(`From ${own(c)[0]?.address ?? '127.0.0.1'} icmp_seq=${i} Destination Host Unreachable\n`)
      if (i < n && !(await c.sleep(1000))) break
    }
    c.out(
      `\n--- ${name} ping statistics ---\n${sent} packets transmitted, ${got} received, ${Math.round((1 - got / sent) * 100)}% packet loss\n`,
    )
    if (got) c.out(`rtt avg = ${(sum / got).toFixed(3)} ms\n`)
    return got ? 0 : 1
  },
}

const traceroute: Program = {
  about: 'the way to an address',
  use: 'traceroute address',
  async run(c) {
    const [name = ''] = options(c.args).rest
    const to = addressOf(c, name)
    if (!to) {
      c.err(`${name}: Name or service not known\n`)
      return 2
    }
    c.out(`traceroute to ${name} (${to}), 30 hops max, 60 byte packets\n`)
    const p = reach(c.shell.host.ground, c.shell.host.node.id, to)
    const hops: (string | undefined)[] = p.ok
      ? [...p.hops.map((h) => h.address), ...(p.to ? [] : [to])]
      : [undefined, undefined, undefined]
    for (const [i, hop] of hops.entries()) {
      if (!(await c.sleep(120))) return 130
      c.out(hop === undefined ? ` ${i + 1}  * * *\n` : ` ${i + 1}  ${hop}  ${(0.3 + i * 0.4).toFixed(3)} ms\n`)
    }
    return 0
  },
}

function interfaces(c: Cmd, short: boolean): void {
  c.out(
    short
      ? 'lo               UNKNOWN        127.0.0.1/8\n'
      : '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n',
  )
  own(c).forEach((f, i) => {
    const net = cidrOf(c, f)
    const v = f.address.includes(':') ? 'inet6' : 'inet'
    if (short) c.out(`${f.name.padEnd(16)} UP             ${f.address}/${net?.prefix ?? 32}\n`)
    else
      c.out(
        `${i + 2}: ${f.name}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n    link/ether ${mac(c, f)} brd ff:ff:ff:ff:ff:ff\n    ${v} ${f.address}/${net?.prefix ?? 32} scope global ${f.name}\n`,
      )
  })
}
function routes(c: Cmd): void {
  const gateways = gatewaysOf(c.shell.host)
  if (gateways[0]) c.out(`default via ${gateways[0]} dev ${own(c)[0]?.name ?? 'eth0'}\n`)
  for (const f of own(c)) {
    const n = c.shell.host.ground.document.networks.find((x) => x.id === f.network)
    if (n?.cidr) c.out(`${n.cidr} dev ${f.name} proto kernel scope link src ${f.address}\n`)
  }
}
function near(c: Cmd): Face[] {
  return own(c).flatMap((f) => neighbours(c.shell.host.ground, f))
}

const ip: Program = {
  about: 'addresses, routes, neighbours',
  use: 'ip [-br] addr|route|neigh|link',
  run(c) {
    const what = c.args.find((a) => !a.startsWith('-')) ?? 'addr'
    if ('address'.startsWith(what) || 'link'.startsWith(what)) interfaces(c, c.args.includes('-br'))
    else if ('route'.startsWith(what)) routes(c)
    else if ('neighbour'.startsWith(what))
      for (const f of near(c)) c.out(`${f.address} dev ${own(c)[0]?.name ?? 'eth0'} lladdr ${mac(c, f)} REACHABLE\n`)
    else {
      c.err(`Object "${what}" is unknown, try "ip help".\n`)
      return 1
    }
    return 0
  },
}

export const netCommands: Programs = {
  ping,
  traceroute,
  tracepath: traceroute,
  ip,
  ifconfig: {
    about: 'addresses',
    use: 'ifconfig',
    run(c) {
      for (const f of own(c))
        c.out(
          `${f.name}: flags=4163<UP,BROADCAST,RUNNING,MULTICAST>  mtu 1500\n        inet ${f.address}\n        ether ${mac(c, f)}\n        RX packets ${whole(900, 90_000, f.node.id, 'rx')}  TX packets ${whole(500, 60_000, f.node.id, 'tx')}\n\n`,
        )
      c.out('lo: flags=73<UP,LOOPBACK,RUNNING>  mtu 65536\n        inet 127.0.0.1  netmask 255.0.0.0\n')
      return 0
    },
  },
  route: { about: 'routes', use: 'route', run: (c) => (routes(c), 0) },
  arp: {
    about: 'who is near',
    use: 'arp -a',
    run(c) {
      for (const f of near(c))
        c.out(`${f.node.name} (${f.address}) at ${mac(c, f)} [ether] on ${own(c)[0]?.name ?? 'eth0'}\n`)
      return 0
    },
  },
}
