/** The port scanner: what it finds is what listens, and it says it as people know it from nmap. */
import { inCidr, parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import { FileError, bytesOf, fileWords, diskText } from '../disk.ts'
import type { Host } from '../image.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { facesOf, type Path, pathBetween } from '../reach.ts'
import type { Packet } from '../serve/packets.ts'
import type { ListeningService } from '../services.ts'
import { commonPorts, fastPorts, portNames, portNumberOf, rangesOf } from '../wellKnown.ts'
import { at } from './files.ts'
import { resolveAddress, delay, macAt, sourceFor } from './net.ts'
import { connectToPort, openPorts } from './ports.ts'
import { fetched } from './web.ts'

const help = `Nmap 7.93 ( https://nmap.org )
Usage: nmap [Scan Type(s)] [Options] {target specification}
TARGET SPECIFICATION:
  Names, addresses, networks and ranges: printer, 10.0.0.1, 10.0.0.0/24, 10.0.0.1-254
  -iL <file>: targets from a list         --exclude <host>[,<host>]: leave these out
HOST DISCOVERY:
  -sn: find hosts, scan no ports          -Pn: treat every host as up
  -n: no names
SCAN TECHNIQUES:
  -sS/-sT: TCP SYN / connect              -sU: UDP
PORT SPECIFICATION:
  -p <ports>: 22  1-65535  80,443  ssh    -p-: all 65535
  -F: the 100 best known                  --top-ports <number>
SERVICE, VERSION AND OS DETECTION:
  -sV: version of what listens            -sC: default scripts
  -O: operating system                    -A: -O -sV -sC and traceroute
TIMING AND OUTPUT:
  -T<0-5>  -v  --open: open ports only    --reason: why a port is in its state
  -oN <file>: the same output in a file
`

interface Asked {
  targets: string[]
  ports: ReadonlySet<number> | undefined
  /** How many ports that is. */
  size: number
  find: boolean
  udp: boolean
  version: boolean
  scripts: boolean
  system: boolean
  up: boolean
  numbers: boolean
  only: boolean
  reason: boolean
  way: boolean
  file: string | undefined
  connects: boolean
}
type Read = Asked | { fault: string }

/** Options that take a word and change nothing here. */
const quiet = /^--(min-rate|max-rate|max-retries|host-timeout|version-intensity|min-parallelism|scan-delay)(=.*)?$/
function read(c: Cmd): Read {
  const a: Asked = {
    targets: [],
    ports: undefined,
    size: 1000,
    find: false,
    udp: false,
    version: false,
    scripts: false,
    system: false,
    up: false,
    numbers: false,
    only: false,
    reason: false,
    way: false,
    file: undefined,
    connects: c.shell.user !== 'root',
  }
  const words = [...c.args]
  const left: string[] = []
  const choose = (ports: Iterable<number>): void => {
    const all = new Set(ports)
    Object.assign(a, { ports: all, size: all.size })
  }
  const unknown = (word: string) => ({
    fault: `nmap: unrecognized option '${word}'\nSee the output of nmap -h for a summary of options.\n`,
  })
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const value = (short: string) =>
      (word?.length === short.length ? (words.shift() ?? '') : word?.slice(short.length)) ?? ''
    if (!word.startsWith('-') || word === '-') a.targets.push(word)
    else if (word === '--open') a.only = true
    else if (word === '--reason') a.reason = true
    else if (word === '--traceroute') a.way = true
    else if (word.startsWith('--top-ports')) {
      const n = Number(word.includes('=') ? word.split('=')[1] : words.shift())
      if (!(n >= 1)) return { fault: 'Argument to --top-ports must be a non-negative number below 1\n' }
      if (n <= 1000) choose([...commonPorts, ...fastPorts].filter((p, i, all) => all.indexOf(p) === i).slice(0, n))
      a.size = n
    } else if (word === '--exclude' || word.startsWith('--exclude=')) {
      left.push(...(word.includes('=') ? (word.split('=')[1] ?? '') : (words.shift() ?? '')).split(','))
    } else if (word === '--script' || word.startsWith('--script=')) {
      const name = word.includes('=') ? (word.split('=')[1] ?? '') : (words.shift() ?? '')
      if (!/^(default|safe|http-title|ftp-anon)(,(default|safe|http-title|ftp-anon))*$/.test(name))
        return {
          fault: `NSE: failed to initialize the script engine:\n'${name}' did not match a category, filename, or directory\n`,
        }
      a.scripts = true
    } else if (quiet.test(word)) {
      if (!word.includes('=')) words.shift()
    } else if (word.startsWith('--')) return unknown(word)
    else if (word.startsWith('-p')) {
      const ports = portsOf(value('-p'))
      if ('fault' in ports) return ports
      choose(ports.all)
    } else if (word.startsWith('-oN')) a.file = value('-oN')
    else if (word.startsWith('-o'))
      return {
        fault: `nmap: ${word.slice(0, 3)} writes a format that is not kept here; -oN writes the output to a file\n`,
      }
    else if (word.startsWith('-iL')) {
      try {
        a.targets.push(
          ...diskText(c.shell.disk.read(at(c, value('-iL')), c.shell.user))
            .split(/\s+/)
            .filter(Boolean),
        )
      } catch (e) {
        if (!(e instanceof FileError)) throw e
        return { fault: `Failed to open input file ${e.at} for reading: ${fileWords[e.code]}\n` }
      }
    } else if (word === '-Pn' || word === '-P0') a.up = true
    else if (/^-T[0-5]$|^-v+$|^-PE$|^-P[SAU][\d,]*$/.test(word)) continue
    else if (word === '-n') a.numbers = true
    else if (word === '-F') choose(fastPorts)
    else if (word === '-O') a.system = true
    else if (word === '-A') Object.assign(a, { version: true, scripts: true, system: true, way: true })
    else if (/^-s[nSTUVCA]+$/.test(word)) {
      for (const letter of word.slice(2)) {
        if (letter === 'n') a.find = true
        if (letter === 'U') a.udp = true
        if (letter === 'V') a.version = true
        if (letter === 'C') a.scripts = true
        if (letter === 'T') a.connects = true
      }
    } else return unknown(word)
    if (c.shell.user !== 'root' && (a.udp || (a.system && word === '-O') || /^-s\w*[SU]/.test(word)))
      return { fault: 'You requested a scan type which requires root privileges.\n' }
  }
  a.targets = a.targets.filter((t) => !left.includes(t))
  return a
}

function portsOf(text: string): { all: number[] } | { fault: string } {
  if (text === '-' || text === '1-65535') return { all: rangesOf('1-65535') }
  const out: number[] = []
  for (const part of text.replace(/[TUS]:/g, '').split(',')) {
    if (/^\d*-\d*$/.test(part) && part !== '') {
      if (part.split('-').some((n) => Number(n) > 65_535))
        return { fault: 'Ports specified must be between 0 and 65535 inclusive\n' }
      out.push(...rangesOf(part.startsWith('-') ? `1${part}` : part))
      continue
    }
    const port = portNumberOf(part)
    if (port === undefined)
      return {
        fault: /^\d+$/.test(part)
          ? 'Ports specified must be between 0 and 65535 inclusive\n'
          : part === '' || /[^\w-]/.test(part)
            ? 'Your port specifications are illegal.  Example of proper form: "-100,200-1024,T:3000-4000,U:60000-"\n'
            : `Found no matches for the service mask '${part}' and your specified protocols\n`,
      }
    out.push(port)
  }
  return { all: out }
}

interface Targets {
  /** How many addresses that is. */
  count: number
  /** Those that somebody has, or the one that was asked for. */
  addresses: string[]
}
/** Addresses of a name, an address, a network (`10.0.0.0/24`) or a range (`10.0.0.1-30`, `10.0.0.*`); undefined where nothing has that name. */
function targetsOf(c: Cmd, text: string): Targets | undefined {
  const known = [...new Set(facesOf(c.shell.host.ground).map((f) => f.address))]
  const [name = '', bits] = text.split('/')
  if (bits !== undefined) {
    const net = parseCidr(`${parseIp(name) ? name : (resolveAddress(c, name) ?? '')}/${bits}`)
    if (!net) return undefined
    const addresses = known.filter((k) => {
      const ip = parseIp(k)
      return ip !== undefined && inCidr(ip, net)
    })
    return { count: 2 ** Math.max(0, 32 - Number(bits)), addresses }
  }
  const parts = text.split('.')
  if (parts.length === 4 && parts.every((p) => /^[\d,*-]+$/.test(p)) && /[,*-]/.test(text)) {
    const sets = parts.map(
      (p) =>
        new Set(
          p === '*' ? rangesOf('0-255') : rangesOf(p.startsWith('-') ? `0${p}` : p.endsWith('-') ? `${p}255` : p),
        ),
    )
    return {
      count: sets.reduce((n, s) => n * s.size, 1),
      addresses: known.filter(
        (k) => k.split('.').length === 4 && k.split('.').every((p, i) => sets[i]?.has(Number(p))),
      ),
    }
  }
  const address = resolveAddress(c, text)
  return address === undefined ? undefined : { count: 1, addresses: [address] }
}

/** What a banner says of the program behind it, as the scanner words it. */
function versionOf({ name, banner }: ListeningService): string {
  const ssh = /^SSH-(\d\.\d)-(\S+)(?: (\S+))?/.exec(banner)
  if (ssh) {
    const [, protocol = '', program = '', system = ''] = ssh
    return `${program.replace('_', ' ')}${system ? ` ${system.replace('-', ' ')}` : ''} (protocol ${protocol})`
  }
  return name === 'http' ? banner.replace('/', ' ') : banner
}

/** Columns as wide as what stands in them. */
function table(rows: readonly (readonly string[])[]): string {
  const wide = rows[0]?.map((_, i) => Math.max(...rows.map((r) => r[i]?.length ?? 0))) ?? []
  return rows
    .map(
      (r) =>
        `${r
          .map((v, i) => v.padEnd(wide[i] ?? 0))
          .join(' ')
          .trimEnd()}\n`,
    )
    .join('')
}

interface Found {
  port: number
  state: 'open' | 'closed' | 'filtered'
  service: ListeningService | undefined
}
/** More of one state than this are only counted. */
const mostListed = 25

const scripted = async (c: Cmd, address: string, f: Found): Promise<string> => {
  if (f.service?.name === 'http') {
    const met = await connectToPort(c, address, f.port)
    if ('why' in met) return ''
    const asked = {
      method: 'GET',
      path: '/',
      query: new URLSearchParams(),
      body: '',
      headers: new Map<string, string>(),
    }
    const { body } = await fetched(c, met, asked)
    const title = /<title>([^<]*)<\/title>/i.exec(body.toString('utf8'))?.[1]?.trim()
    return `|_http-title: ${title ?? "Site doesn't have a title (text/html)."}\n`
  }
  if (f.service?.served?.kind === 'ftp' && f.service.served.anonymous)
    return '|_ftp-anon: Anonymous FTP login allowed (FTP code 230)\n'
  return ''
}

/** Packets of a scan, for whoever listens: of the ports that are open, and of the first that are not. */
function knocks(c: Cmd, target: Host, address: string, found: readonly Found[]): void {
  const [from] = sourceFor(c, pathBetween(c.shell.host.ground, c.shell.host.node.id, address))
  if (!from || target.node.id === c.shell.host.node.id) return
  const start = c.shell.now().getTime() / 1000
  const shown = [...found.filter((f) => f.state === 'open'), ...found.filter((f) => f.state === 'closed').slice(0, 20)]
  const packets = shown.flatMap(({ port, state }, i): Packet[] => {
    const base = { at: start + i * 0.0004, proto: 'tcp' as const, body: Buffer.alloc(0) }
    const mine = { from: from.address, to: address, ports: [51_000 + (i % 900), port] as const }
    const back = { from: address, to: from.address, ports: [port, 51_000 + (i % 900)] as const }
    return [
      { ...base, ...mine, flags: 'S', seq: 0, ack: 0 },
      { ...base, ...back, at: base.at + 0.0002, flags: state === 'open' ? 'S.' : 'R.', seq: 0, ack: 1 },
      ...(state === 'open' ? [{ ...base, ...mine, at: base.at + 0.0003, flags: 'R', seq: 1, ack: 0 }] : []),
    ]
  })
  if (packets.length) c.wire.send({ from: c.shell.host.node.id, to: target.node.id, packets })
}

const nmap: Program = {
  about: 'network exploration tool and port scanner',
  use: 'nmap [-sn] [-sS|-sT|-sU] [-sV] [-sC] [-O] [-A] [-Pn] [-n] [-F|-p ports] [--open] [-oN file] target…',
  knows: undefined,
  more: help,
  async run(c) {
    if (!c.args.length || c.args.some((a) => a === '-h' || a === '--help')) {
      c.out(help)
      return 0
    }
    if (c.args.some((a) => a === '-V' || a === '--version')) {
      c.out('Nmap version 7.93 ( https://nmap.org )\n')
      return 0
    }
    const a = read(c)
    if ('fault' in a) {
      c.err(`${a.fault}QUITTING!\n`)
      return 1
    }
    let text = ''
    const say = (line: string) => {
      text += line
      c.out(line)
    }
    let slept = 0
    const sleep = (ms: number) => {
      slept += ms
      return c.sleep(ms)
    }
    say(
      `Starting Nmap 7.93 ( https://nmap.org ) at ${c.shell.now().toISOString().slice(0, 16).replace('T', ' ')} UTC\n`,
    )
    if (!a.targets.length) c.err('WARNING: No targets were specified, so 0 hosts scanned.\n')
    let [up, count] = [0, 0]
    for (const word of a.targets) {
      const of = targetsOf(c, word)
      if (!of) {
        c.err(`Failed to resolve "${word}".\n`)
        continue
      }
      count += of.count
      for (const address of of.addresses) {
        if (!(await sleep(120))) return 130
        const there = address === '127.0.0.1' ? { host: c.shell.host } : c.find(address)
        const path = pathBetween(c.shell.host.ground, c.shell.host.node.id, address)
        const alive = path.ok && there !== undefined
        if (!alive && !(a.up && of.count === 1)) continue
        up++
        if (!(await report(c, a, say, sleep, { address, path, host: alive ? there.host : undefined }))) return 130
      }
    }
    if (count === 1 && up === 0)
      say('Note: Host seems down. If it is really up, but blocking our ping probes, try -Pn\n')
    if (up && (a.version || a.system) && !a.find)
      say(
        `${a.system && a.version ? 'OS and Service' : a.system ? 'OS' : 'Service'} detection performed. Please report any incorrect results at https://nmap.org/submit/ .\n`,
      )
    say(
      `Nmap done: ${count} IP address${count === 1 ? '' : 'es'} (${up} host${up === 1 ? '' : 's'} up) scanned in ${(slept / 1000 + 0.05 * count ** 0.5).toFixed(2)} seconds\n`,
    )
    if (a.file !== undefined)
      try {
        c.shell.disk.write(at(c, a.file), bytesOf(text), c.shell.user)
      } catch (e) {
        if (!(e instanceof FileError)) throw e
        c.err(`Failed to open normal output file ${a.file} for writing: ${fileWords[e.code]}\n`)
        return 1
      }
    return 0
  },
}

interface Seen {
  address: string
  path: Path
  /** Undefined where nothing answers. */
  host: Host | undefined
}
/** What is said of one host. @returns false where it was interrupted */
async function report(
  c: Cmd,
  a: Asked,
  say: (text: string) => void,
  sleep: (ms: number) => Promise<boolean>,
  { address, path, host }: Seen,
): Promise<boolean> {
  const name = address === '127.0.0.1' ? 'localhost' : host?.node.name
  say(`Nmap scan report for ${name && !a.numbers ? `${name} (${address})` : address}\n`)
  say(host ? `Host is up (${(delay(c, path, 1) / 1000).toFixed(5)}s latency).\n` : 'Host is up.\n')
  const mac = host && c.shell.user === 'root' ? macAt(c, address) : undefined
  const card = mac ? `MAC Address: ${mac.toUpperCase()} (QEMU virtual NIC)\n` : ''
  if (a.find) {
    say(card)
    return true
  }
  const services = host ? await openPorts(c, host) : []
  if (!(await sleep((a.version ? 400 : 0) + (a.size > 10_000 ? 600 : 30)))) return false
  const listens = services.filter(
    (s) =>
      (a.ports === undefined || a.ports.has(s.port)) &&
      (s.served?.kind === 'dns' || s.name === 'domain' ? true : !a.udp),
  )
  const [shut, answer] = !host
    ? (['filtered', 'no-response'] as const)
    : (['closed', a.udp ? 'port-unreach' : a.connects ? 'conn-refused' : 'reset'] as const)
  const others = a.size - listens.length
  const listed =
    others <= mostListed && a.ports
      ? [...a.ports]
          .filter((p) => !listens.some((s) => s.port === p))
          .map((port): Found => ({ port, state: shut, service: undefined }))
      : []
  const found = [
    ...listens.map((service): Found => ({ port: service.port, state: 'open', service })),
    ...(a.only ? [] : listed),
  ].sort((x, y) => x.port - y.port)
  if (host && !a.udp) knocks(c, host, address, found)
  const kind = a.udp ? 'udp' : 'tcp'
  if (!found.length && others > 0)
    say(
      `All ${a.size} scanned ports on ${name && !a.numbers ? `${name} (${address})` : address} are in ignored states.\n`,
    )
  if (others > 0 && !listed.length)
    say(`Not shown: ${others} ${shut} ${kind} port${others === 1 ? '' : 's'} (${answer})\n`)
  if (found.length) {
    const heads = ['PORT', 'STATE', 'SERVICE', ...(a.reason ? ['REASON'] : []), ...(a.version ? ['VERSION'] : [])]
    const rows = found.map((f) => [
      `${f.port}/${kind}`,
      f.state,
      a.version && f.service ? f.service.name : (portNames[f.port] ?? f.service?.name ?? 'unknown'),
      ...(a.reason ? [f.state === 'open' ? 'syn-ack' : answer] : []),
      ...(a.version ? [f.service ? versionOf(f.service) : ''] : []),
    ])
    const lines = table([heads, ...rows]).split('\n')
    for (const [i, line] of lines.entries()) {
      if (line === '') continue
      say(`${line}\n`)
      const f = i > 0 ? found[i - 1] : undefined
      if (a.scripts && f) say(await scripted(c, address, f))
    }
  }
  say(card)
  if (a.system && host)
    say(
      host.system === 'windows'
        ? 'Running: Microsoft Windows 2019\nOS details: Microsoft Windows Server 2019\n'
        : host.system === 'linux'
          ? 'Device type: general purpose\nRunning: Linux 5.X|6.X\nOS CPE: cpe:/o:linux:linux_kernel:6\nOS details: Linux 5.0 - 6.2\n'
          : 'No exact OS matches for host\n',
    )
  if (a.system && path.ok) say(`Network Distance: ${path.hops.length} hop${path.hops.length === 1 ? '' : 's'}\n`)
  if (a.version && listens.length && host && host.system !== 'other' && host.system !== 'network')
    say(
      host.system === 'windows'
        ? 'Service Info: OS: Windows; CPE: cpe:/o:microsoft:windows\n'
        : 'Service Info: OS: Linux; CPE: cpe:/o:linux:linux_kernel\n',
    )
  if (a.way && path.ok && path.hops.length)
    say(
      `\nTRACEROUTE\nHOP RTT     ADDRESS\n${path.hops.map((h, i) => `${String(i + 1).padEnd(3)} ${(0.3 + i * 0.4).toFixed(2)} ms ${h.node.name} (${h.address})\n`).join('')}`,
    )
  say('\n')
  return true
}

export const scanCommands: Programs = { nmap }
