/** Commands that see the network: the other nodes of the scene, as far as cables, gateways and power let them. */
import { parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import { seededFraction, seededInteger } from '../../../service/chance.ts'
import { macOf } from '../../mac.ts'
import { gatewaysOf } from '../image.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { type NodeInterface, facesOf, neighbours, type Path, pathBetween } from '../reach.ts'
import { echoOf } from '../serve/packets.ts'

export const ownInterfacesOf = (c: Cmd): NodeInterface[] =>
  facesOf(c.shell.host.ground).filter((f) => f.node.id === c.shell.host.node.id)
const cidrOf = (c: Cmd, f: NodeInterface) =>
  parseCidr(c.shell.host.ground.document.networks.find((n) => n.id === f.network)?.cidr ?? '')
const mac = (c: Cmd, f: NodeInterface) =>
  f.node.ports.find((p) => p.id === f.port)?.mac || macOf(c.shell.host.scene, f.node.id, f.port)

/** Of whoever has the address, where he is near. */
export function macAt(c: Cmd, address: string): string | undefined {
  const f = near(c).find((x) => x.address === address)
  return f && mac(c, f)
}

/** The address somebody means; undefined when nobody has that name. */
export function resolveAddress(c: Pick<Cmd, 'find' | 'shell'>, name: string): string | undefined {
  if (parseIp(name)) return name
  if (name === 'localhost' || name === c.shell.host.node.name) return '127.0.0.1'
  return c.find(name)?.address
}
export const delay = (c: Cmd, p: Path, n: number): number =>
  p.ok ? 0.18 + p.hops.length * 0.4 + seededFraction(c.shell.host.node.id, n, p.hops.length) * 0.4 + (p.to ? 0 : 14) : 0

const ping: Program = {
  about: 'ask whether somebody is there',
  use: 'ping [-c count] [-i seconds] [-w seconds] [-s bytes] [-q] [-n] address',
  knows: 'n q c: i: w: s: ~W: ~4',
  wrong: 2,
  async run(c) {
    const { o } = c
    const [name] = o.rest
    if (name === undefined) {
      c.err('ping: usage error: Destination address required\n')
      return 1
    }
    const to = resolveAddress(c, name)
    if (!to) {
      c.err(`ping: ${name}: Name or service not known\n`)
      return 2
    }
    const { ground, node } = c.shell.host
    const wanted = o.value('c')
    if (wanted !== undefined && !/^[1-9]\d*$/.test(wanted)) {
      c.err(`ping: invalid argument: '${wanted}'\n`)
      return 1
    }
    const first = pathBetween(ground, node.id, to)
    if (!first.ok && first.by === undefined && (first.why === 'network_unreachable' || first.why === 'no_address')) {
      c.err('ping: connect: Network is unreachable\n')
      return 2
    }
    const pause = Math.max(200, Number(o.value('i') ?? 1) * 1000 || 1000)
    const longest = o.has('w') ? Math.max(1, Math.floor(((Number(o.value('w')) || 1) * 1000) / pause)) : 1000
    const n = Math.min(1000, longest, Number(wanted ?? 1000))
    const size = Math.min(65_507, Math.max(0, Number(o.value('s') ?? 56) || 0))
    const known = !o.has('n') && c.find(to)?.host.node.name
    const shown = known ? `${known} (${to})` : to
    c.out(`PING ${name} (${to}) ${size}(${size + 28}) bytes of data.\n`)
    const times: number[] = []
    let [sent, errors] = [0, 0]
    for (let i = 1; i <= n; i++) {
      const p = pathBetween(ground, node.id, to)
      sent++
      const ms = p.ok ? delay(c, p, i) : 0
      echoes(c, p, to, i, ms)
      if (p.ok) {
        times.push(ms)
        if (!o.has('q'))
          c.out(
            `${size + 8} bytes from ${shown}: icmp_seq=${i} ttl=${64 - Math.max(0, p.hops.length - 1)} time=${ms.toFixed(3)} ms\n`,
          )
      } else if (p.why !== 'no_answer') {
        errors++
        const by = p.by ?? ownInterfacesOf(c)[0]?.address ?? '127.0.0.1'
        c.out(`From ${by} icmp_seq=${i} Destination ${p.why === 'host_unreachable' ? 'Host' : 'Net'} Unreachable\n`)
      }
      if (i < n && !(await c.sleep(pause))) break
    }
    const got = times.length
    c.out(
      `\n--- ${name} ping statistics ---\n${sent} packets transmitted, ${got} received, ${errors ? `+${errors} errors, ` : ''}${Math.round((1 - got / sent) * 100)}% packet loss, time ${(sent - 1) * pause}ms\n`,
    )
    if (got) {
      const mean = times.reduce((a, b) => a + b, 0) / got
      const spread = Math.sqrt(times.reduce((a, b) => a + (b - mean) ** 2, 0) / got)
      c.out(
        `rtt min/avg/max/mdev = ${[Math.min(...times), mean, Math.max(...times), spread].map((x) => x.toFixed(3)).join('/')} ms\n`,
      )
    }
    return got ? 0 : 1
  },
}
/** On the wire for whoever listens. */
function echoes(c: Cmd, p: Path, to: string, seq: number, ms: number): void {
  const [from] = sourceFor(c, p)
  if (!from || from.address === to) return
  const packets = echoOf(from.address, to, {
    id: 1 + (c.shell.pid % 30_000),
    seq,
    at: c.shell.now().getTime() / 1000,
    ms,
    answered: p.ok,
  })
  c.wire.send({ from: c.shell.host.node.id, to: p.ok ? p.to?.node.id : undefined, packets })
}
/** Interfaces it may leave by, the one in the network of the first hop first. */
export function sourceFor(c: Cmd, p: Path): NodeInterface[] {
  const all = ownInterfacesOf(c)
  const best = all.find((f) => p.ok && p.hops.some((h) => h.network === f.network))
  return best ? [best, ...all.filter((f) => f !== best)] : all
}

const traceroute = (name: 'traceroute' | 'tracepath'): Program => ({
  about: 'the way to an address',
  use: `${name} [-n] [-m hops] [-f first] [-q probes] address`,
  knows: 'n m:/max-hops f:/first q:/queries ~w: ~I ~T ~U ~4',
  async run(c) {
    const { o } = c
    const [target] = o.rest
    if (target === undefined) {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    const to = resolveAddress(c, target)
    if (!to) {
      c.err(
        `${target}: Name or service not known\nCannot handle "host" cmdline arg \`${target}' on position 1 (argc 1)\n`,
      )
      return 2
    }
    const most = Math.min(30, Number(o.value('m') ?? 30) || 30)
    c.out(`traceroute to ${target} (${to}), ${most} hops max, 60 byte packets\n`)
    const p = pathBetween(c.shell.host.ground, c.shell.host.node.id, to)
    const known = (address: string) => (o.has('n') ? undefined : c.find(address)?.host.node.name)
    const hops: (string | undefined)[] = p.ok
      ? [...p.hops.map((h) => h.address), ...(p.to ? [] : [to])]
      : [...(p.by === undefined ? [] : [p.by]), ...Array.from({ length: most - 1 }, () => undefined)]
    const probes = Math.min(10, Math.max(1, Number(o.value('q') ?? 3) || 3))
    const begin = Math.max(1, Number(o.value('f') ?? 1) || 1)
    for (const [i, hop] of hops.slice(0, most).entries()) {
      if (i + 1 < begin) continue
      if (!(await c.sleep(hop === undefined ? 40 : 120))) return 130
      const ms = (k: number) => (0.3 + i * 0.4 + seededFraction(c.shell.host.node.id, hop ?? '', k) * 0.2).toFixed(3)
      const name = hop === undefined ? undefined : known(hop)
      c.out(
        hop === undefined
          ? `${String(i + 1).padStart(2)}  ${Array.from({ length: probes }, () => '*').join(' ')}\n`
          : `${String(i + 1).padStart(2)}  ${name ? `${name} (${hop})` : hop}${Array.from({ length: probes }, (_, k) => `  ${ms(k + 1)} ms`).join('')}\n`,
      )
      if (!p.ok && hop === p.by && p.why === 'host_unreachable') break
    }
    return 0
  },
})

function interfaces(c: Cmd, short: boolean, only?: string): void {
  if (only === undefined || only === 'lo')
    c.out(
      short
        ? 'lo               UNKNOWN        127.0.0.1/8\n'
        : '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n',
    )
  ownInterfacesOf(c).forEach((f, i) => {
    if (only !== undefined && f.name !== only) return
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
  if (gateways[0]) c.out(`default via ${gateways[0]} dev ${ownInterfacesOf(c)[0]?.name ?? 'eth0'}\n`)
  for (const f of ownInterfacesOf(c)) {
    const n = c.shell.host.ground.document.networks.find((x) => x.id === f.network)
    if (n?.cidr) c.out(`${n.cidr} dev ${f.name} proto kernel scope link src ${f.address}\n`)
  }
}
function near(c: Cmd): NodeInterface[] {
  return ownInterfacesOf(c).flatMap((f) => neighbours(c.shell.host.ground, f))
}

const ip: Program = {
  about: 'addresses, routes, neighbours',
  use: 'ip [-br] addr|route|neigh|link [show [device]]',
  knows: undefined,
  run(c) {
    const short = /^-br(ief)?$/
    const options = c.args.filter((a) => a.startsWith('-'))
    const other = options.find((a) => !short.test(a) && !/^-(4|c|color|o)$/.test(a))
    const [what = 'addr', verb = 'show', ...more] = c.args.filter((a) => !a.startsWith('-'))
    if (other !== undefined) {
      c.err(`Option "${other}" is unknown, try "ip -help".\n`)
      return 255
    }
    if (!'show'.startsWith(verb) && !'list'.startsWith(verb) && verb !== 'ls') {
      c.err(`ip: "${[what, verb, ...more].join(' ')}" is not supported on this simulated machine\n`)
      return 1
    }
    const name = more[0] === 'dev' ? more[1] : more[0]
    if (name !== undefined && name !== 'lo' && !ownInterfacesOf(c).some((f) => f.name === name)) {
      c.err(`Device "${name}" does not exist.\n`)
      return 1
    }
    if ('address'.startsWith(what) || 'link'.startsWith(what))
      interfaces(
        c,
        options.some((a) => short.test(a)),
        name,
      )
    else if ('route'.startsWith(what)) routes(c)
    else if ('neighbour'.startsWith(what))
      for (const f of near(c))
        c.out(`${f.address} dev ${ownInterfacesOf(c)[0]?.name ?? 'eth0'} lladdr ${mac(c, f)} REACHABLE\n`)
    else {
      c.err(`Object "${what}" is unknown, try "ip help".\n`)
      return 1
    }
    return 0
  },
}

export const netCommands: Programs = {
  ping,
  traceroute: traceroute('traceroute'),
  tracepath: traceroute('tracepath'),
  ip,
  ifconfig: {
    about: 'addresses',
    use: 'ifconfig',
    knows: '~a',
    run(c) {
      for (const f of ownInterfacesOf(c))
        c.out(
          `${f.name}: flags=4163<UP,BROADCAST,RUNNING,MULTICAST>  mtu 1500\n        inet ${f.address}\n        ether ${mac(c, f)}\n        RX packets ${seededInteger(900, 90_000, f.node.id, 'rx')}  TX packets ${seededInteger(500, 60_000, f.node.id, 'tx')}\n\n`,
        )
      c.out('lo: flags=73<UP,LOOPBACK,RUNNING>  mtu 65536\n        inet 127.0.0.1  netmask 255.0.0.0\n')
      return 0
    },
  },
  route: { about: 'routes', use: 'route [-n]', knows: '~n', run: (c) => (routes(c), 0) },
  arp: {
    about: 'who is near',
    use: 'arp -a',
    knows: '~a ~n',
    run(c) {
      for (const f of near(c))
        c.out(`${f.node.name} (${f.address}) at ${mac(c, f)} [ether] on ${ownInterfacesOf(c)[0]?.name ?? 'eth0'}\n`)
      return 0
    },
  },
}
