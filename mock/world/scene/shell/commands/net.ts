/** Commands that see the network: the other nodes of the scene, as far as cables, gateways and power let them. */
import { inCidr, parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import { share, whole } from '../../../service/chance.ts'
import { macOf } from '../../mac.ts'
import { gatewaysOf } from '../image.ts'
import { textOf } from '../disk.ts'
import { type Cmd, options, type Program, type Programs } from '../program.ts'
import { type Face, facesOf, neighbours, type Path, reach } from '../reach.ts'
import { type Service, servicesOf } from '../services.ts'
import { at } from './files.ts'

const own = (c: Cmd): Face[] => facesOf(c.shell.host.ground).filter((f) => f.node.id === c.shell.host.node.id)
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
const delay = (c: Cmd, p: Path, n: number): number =>
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

/** What listens there, of those that are not stopped. */
const open = (target: { host: Cmd['shell']['host'] }): Service[] => servicesOf(target.host)

const sockets: Program = {
  about: 'what listens here',
  use: 'ss -lnt',
  run(c) {
    c.out('State   Recv-Q  Send-Q   Local Address:Port   Peer Address:Port\n')
    for (const s of open(c.shell))
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
      const services = open(target).filter((s) => !only || only.includes(s.port))
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
function connect(c: Cmd, name: string, port: number): Met {
  const address = addressOf(c, name)
  if (!address) return { why: 'Could not resolve host' }
  const p = reach(c.shell.host.ground, c.shell.host.node.id, address)
  if (!p.ok)
    return { why: p.why === 'no_route' || p.why === 'no_address' ? 'No route to host' : 'Connection timed out' }
  const there = address === '127.0.0.1' ? { host: c.shell.host } : c.find(address)
  if (!there) return { why: 'Connection timed out' }
  const service = open(there).find((s) => s.port === port)
  return service ? { host: there.host, service } : { why: 'Connection refused' }
}

const pageOf = (name: string) =>
  `<!doctype html>\n<html><head><title>${name}</title></head>\n<body><h1>It works on ${name}</h1></body></html>\n`
function urlOf(text: string): { host: string; port: number; path: string } | undefined {
  const whole = text.includes('://') ? text : `http://${text}`
  if (!URL.canParse(whole)) return undefined
  const u = new URL(whole)
  return { host: u.hostname, port: Number(u.port || (u.protocol === 'https:' ? 443 : 80)), path: u.pathname }
}

const curl: Program = {
  about: 'fetch from a web server',
  use: 'curl [-I] [-o file] url',
  async run(c) {
    const o = options(c.args, 'oXHd')
    const u = urlOf(o.rest[0] ?? '')
    if (!u) {
      c.err("curl: try 'curl --help' for more information\n")
      return 2
    }
    await c.sleep(60)
    const met = connect(c, u.host, u.port)
    if ('why' in met) {
      c.err(
        `curl: (${met.why === 'Could not resolve host' ? 6 : met.why === 'Connection timed out' ? 28 : 7}) Failed to connect to ${u.host} port ${u.port}: ${met.why}\n`,
      )
      return 7
    }
    const here = met.host.node.id === c.shell.host.node.id
    const file = `/var/www/html${u.path === '/' ? '/index.html' : u.path}`
    const body =
      here && c.shell.disk.stat(file)
        ? textOf(c.shell.disk.read(file, 'root'))
        : u.path === '/' || u.path === '/index.html'
          ? pageOf(met.host.node.name)
          : undefined
    const status = body === undefined ? '404 Not Found' : '200 OK'
    if (o.has('I'))
      c.out(
        `HTTP/1.1 ${status}\nServer: nginx/1.24.0\nContent-Type: text/html\nContent-Length: ${Buffer.byteLength(body ?? '')}\n\n`,
      )
    else if (o.value('o')) c.shell.disk.write(at(c, o.value('o') ?? ''), Buffer.from(body ?? ''), c.shell.user)
    else c.out(body ?? '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n')
    return 0
  },
}

const nc: Program = {
  about: 'talk to a port',
  use: 'nc [-z] [-v] address port',
  async run(c) {
    const o = options(c.args, 'w')
    const [name = '', port = ''] = o.rest
    await c.sleep(80)
    const met = connect(c, name, Number(port))
    if ('why' in met) {
      if (o.has('v') || o.has('z')) c.err(`nc: connect to ${name} port ${port} (tcp) failed: ${met.why}\n`)
      return 1
    }
    if (o.has('v') || o.has('z')) c.err(`Connection to ${name} ${port} port [tcp/${met.service.name}] succeeded!\n`)
    if (!o.has('z')) c.out(`${met.service.banner}\n`)
    return 0
  },
}

const ssh: Program = {
  about: 'sign in to another node; unless changed, a password is the account’s name',
  use: 'ssh [user@]address',
  async run(c) {
    const [target = ''] = options(c.args, 'pli').rest
    const [user, name] = target.includes('@') ? target.split('@') : [c.shell.user, target]
    const met = connect(c, name ?? '', 22)
    if ('why' in met) {
      c.err(`ssh: connect to host ${name} port 22: ${met.why}\n`)
      return 255
    }
    for (let i = 0; i < 3; i++) {
      const given = await c.ask(`${user}@${name}'s password: `, true)
      if (given === undefined) return 130
      if (await c.enter(user ?? '', { host: met.host, password: given })) return 0
      await c.sleep(900)
      c.err('Permission denied, please try again.\n')
    }
    c.err(`${user}@${name}: Permission denied (publickey,password).\n`)
    return 255
  },
}

const lookup: Program = {
  about: 'address of a name',
  use: 'nslookup name',
  run(c) {
    const [name = ''] = options(c.args).rest.filter((a) => !a.startsWith('@') && !a.startsWith('+'))
    const found = c.find(name)
    c.out(`Server:\t\t${gatewaysOf(c.shell.host)[0] ?? '127.0.0.1'}\n\n`)
    if (!found) {
      c.out(`** server can't find ${name}: NXDOMAIN\n`)
      return 1
    }
    c.out(`Name:\t${found.host.node.name}\nAddress: ${found.address}\n`)
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
  ss: sockets,
  netstat: sockets,
  nmap,
  curl,
  wget: {
    about: 'fetch a file',
    use: 'wget [-q] [-O file] url',
    async run(c) {
      const o = options(c.args, 'O')
      const u = urlOf(o.rest[0] ?? '')
      const name = o.value('O') ?? (u?.path.split('/').at(-1) || 'index.html')
      const status = await c.run(['curl', '-o', name, o.rest[0] ?? ''])
      if (status === 0 && !o.has('q')) c.err(`'${name}' saved\n`)
      return status
    },
  },
  nc,
  telnet: { about: 'talk to a port', use: 'telnet address port', run: (c) => c.run(['nc', '-v', ...c.args]) },
  ssh,
  nslookup: lookup,
  dig: lookup,
  host: lookup,
}
