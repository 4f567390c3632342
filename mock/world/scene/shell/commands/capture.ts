/** Listening on the wire. */
import { FileError, fileWords } from '../disk.ts'
import { packetsIn } from '../image.ts'
import { nodeModelOf } from '../model.ts'
import type { Cmd, Program, Programs, SentPackets } from '../program.ts'
import { facesOf, neighbours } from '../reach.ts'
import { filterOf } from '../serve/filter.ts'
import { type Packet, pcap, readPcap } from '../serve/packets.ts'
import { portNames } from '../wellKnown.ts'
import { printable } from './bytes.ts'
import { at } from './files.ts'
import { ownInterfacesOf } from './net.ts'

const most = 500
/** Real milliseconds between two looks at what nodes send of themselves, and how long one listens at most. */
const beat = 120
const longest = 600_000

interface How {
  text: boolean
  hex: boolean
  time: boolean
  /** Of an address, where names are wanted. */
  nameOf(address: string): string
  portName(port: number): string
}
function line(p: Packet, how: How): string {
  const micros = String(Math.round((p.at % 1) * 1e6) % 1e6).padStart(6, '0')
  const time = how.time ? `${new Date(p.at * 1000).toISOString().slice(11, 19)}.${micros} ` : ''
  const [from, to] = [how.nameOf(p.from), how.nameOf(p.to)]
  const ack = p.flags.includes('.') ? `ack ${p.ack}, ` : ''
  const flags = `Flags [${p.flags}], seq ${p.seq}${p.body.length ? `:${p.seq + p.body.length}` : ''}, ${ack}win 502, `
  const head =
    p.proto === 'icmp'
      ? `${time}IP ${from} > ${to}: ICMP echo ${p.body[0] === 8 ? 'request' : 'reply'}, id ${p.body.readUInt16BE(4)}, seq ${p.seq}, length ${p.body.length}\n`
      : `${time}IP ${from}.${how.portName(p.ports[0])} > ${to}.${how.portName(p.ports[1])}: ${p.proto === 'tcp' ? flags : 'UDP, '}length ${p.body.length}\n`
  const body = p.body.subarray(0, 1500)
  if (how.hex) {
    const rows: string[] = []
    for (let i = 0; i < body.length; i += 16) {
      const row = body.subarray(i, i + 16)
      rows.push(
        `\t0x${i.toString(16).padStart(4, '0')}:  ${(row.toString('hex').match(/.{1,4}/g) ?? []).join(' ').padEnd(40)} ${[...row].map(printable).join('')}\n`,
      )
    }
    return head + rows.join('')
  }
  return how.text && body.length
    ? `${head}${[...body].map((n) => (n === 10 || n === 13 ? (n === 10 ? '\n' : '') : printable(n))).join('')}\n`
    : head
}

/** What a node hears: its own packets, those of its segment that are for everybody, all of it at a port that mirrors them. */
function hearing(c: Cmd): (sent: SentPackets) => boolean {
  const { host } = c.shell
  const near = new Set(ownInterfacesOf(c).flatMap((f) => neighbours(host.ground, f).map((n) => n.node.id)))
  const mirror = nodeModelOf(host.node)?.mirror === true
  return ({ from, to, packets }) => {
    const target = packets[0]?.to ?? ''
    const forAll = /^(22[4-9]|23\d)\.|\.255$/.test(target)
    return (
      from === host.node.id ||
      to === host.node.id ||
      (near.has(from) && (forAll || mirror)) ||
      (mirror && to !== undefined && near.has(to))
    )
  }
}

const tcpdump: Program = {
  about: 'listen on the wire, or read what was written down',
  use: 'tcpdump [-nvAX] [-i interface] [-c count] [-r file] [-w file] [expression]',
  more: `  -i interface   where to listen (any: everywhere); -D lists them
  -c count       stop after so many packets
  -n             addresses and ports as numbers
  -A, -X         what the packets say, as text, or as hex and text
  -w file        write the packets to a file; -r file reads them again
EXPRESSION
  host printer, net 10.0.0.0/24, port 80, port http, portrange 20-25
  src or dst before them; tcp, udp, icmp; and, or, not, ( )
`,
  knows: 'n v A X x t D/list-interfaces ~l ~U ~p ~K ~s: i: c: r: w: /version',
  async run(c) {
    const { o } = c
    if (o.has('version')) {
      c.out('tcpdump version 4.99.3\nlibpcap version 1.10.3 (with TPACKET_V3)\n')
      return 0
    }
    if (o.has('D')) {
      const all = [...ownInterfacesOf(c).map((f) => f.name), 'any', 'lo']
      all.forEach((name, i) => c.out(`${i + 1}.${name} [Up, Running]\n`))
      return 0
    }
    const fits = filterOf(o.rest.join(' '), (name) => c.find(name)?.address)
    if (typeof fits !== 'function') {
      c.err(`tcpdump: ${fits.fault}\n`)
      return 1
    }
    const count = Math.min(most, Number(o.value('c') ?? most) || most)
    const faces = o.has('n') ? [] : facesOf(c.shell.host.ground)
    const how: How = {
      text: o.has('A'),
      hex: o.has('X') || o.has('x'),
      time: !o.has('t'),
      nameOf: (address) => faces.find((f) => f.address === address)?.node.name ?? address,
      portName: (port) => (o.has('n') ? undefined : portNames[port]) ?? String(port),
    }
    const [file, into] = [o.value('r'), o.value('w')]
    const taken: Packet[] = []
    const take = (p: Packet) => {
      if (taken.length >= count || !fits(p)) return
      taken.push(p)
      if (into === undefined) c.out(line(p, how))
    }
    try {
      if (file !== undefined) {
        const read = readPcap(c.shell.disk.read(at(c, file), c.shell.user))
        if (!read) {
          c.err('tcpdump: unknown file format\n')
          return 1
        }
        read.forEach(take)
      } else {
        if (c.shell.user !== 'root') {
          c.err("tcpdump: eth0: You don't have permission to capture on that device\n")
          return 1
        }
        const name = o.value('i') ?? ownInterfacesOf(c)[0]?.name ?? 'eth0'
        if (name !== 'any' && name !== 'lo' && !ownInterfacesOf(c).some((f) => f.name === name)) {
          c.err(`tcpdump: ${name}: No such device exists\n`)
          return 1
        }
        if (into === undefined && !o.has('v'))
          c.err('tcpdump: verbose output suppressed, use -v[v]... for full protocol decode\n')
        c.err(`listening on ${name}, link-type EN10MB (Ethernet), snapshot length 262144 bytes\n`)
        await live(c, take, () => taken.length >= count)
        const n = taken.length
        c.err(
          `${n} packet${n === 1 ? '' : 's'} captured\n${n} packet${n === 1 ? '' : 's'} received by filter\n0 packets dropped by kernel\n`,
        )
      }
      if (into !== undefined) c.shell.disk.write(at(c, into), pcap(taken, new Date(0)), c.shell.user)
    } catch (e) {
      if (!(e instanceof FileError)) throw e
      c.err(`tcpdump: ${file ?? into}: ${fileWords[e.code]}\n`)
      return 1
    }
    return 0
  },
}

/** Takes what goes by until it is enough, or somebody presses ^C. */
async function live(c: Cmd, take: (p: Packet) => void, enough: () => boolean): Promise<void> {
  const hears = hearing(c)
  const end = c.wire.tap((sent) => hears(sent) && sent.packets.forEach(take))
  // what nodes send of themselves comes again and again, in its order, from whoever is on
  const faces = facesOf(c.shell.host.ground)
  const idOf = (address: string) => faces.find((f) => f.address === address)?.node.id
  const own = c.hosts().flatMap((h) => {
    const all = nodeModelOf(h.node)?.traffic ?? []
    return all.map((t) => ({ every: Math.max(1, t.after) * 1000, h, t, next: 300 * all.indexOf(t) }))
  })
  try {
    for (let passed = 0; passed < longest && !enough(); passed += beat) {
      for (const one of own) {
        if (passed < one.next || enough()) continue
        one.next += one.every
        const packets = packetsIn(one.h, [{ ...one.t, after: 0 }]).map((p) => ({
          ...p,
          at: p.at + c.shell.now().getTime() / 1000,
        }))
        const first = packets[0]
        if (first && hears({ from: idOf(first.from) ?? one.h.node.id, to: idOf(first.to), packets }))
          packets.forEach(take)
      }
      if (!enough() && !(await c.sleep(beat))) return
    }
  } finally {
    end()
  }
}

export const captureCommands: Programs = { tcpdump, tshark: { ...tcpdump, use: 'tshark (as tcpdump)' } }
