/** Listening on the wire. */
import { FileError, fileWords } from '../disk.ts'
import { packetsIn } from '../image.ts'
import { modelOf } from '../model.ts'
import { type Cmd, type Program, type Programs, type Sent, strictly } from '../program.ts'
import { facesOf, neighbours } from '../reach.ts'
import { type Packet, pcap, readPcap } from '../serve/packets.ts'
import { printable } from './bytes.ts'
import { at } from './files.ts'
import { own } from './net.ts'

const most = 500
/** Real milliseconds between two looks at what nodes send of themselves, and how long one listens at most. */
const beat = 120
const longest = 600_000

type Fits = (p: Packet) => boolean
/** `tcp and port 21 or host 10.0.0.5`; undefined of what is not understood. */
function filterOf(words: readonly string[]): Fits | undefined {
  let all: Fits[][] = [[]]
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    if (word === 'and') continue
    if (word === 'or') {
      all = [...all, []]
      continue
    }
    let fits: Fits | undefined
    if (word === 'tcp' || word === 'udp') fits = (p) => p.proto === word
    else {
      const side = word === 'src' || word === 'dst' ? word : undefined
      const kind = side && /^(host|port)$/.test(words[i + 1] ?? '') ? words[++i] : side ? 'host' : word
      const value = words[++i] ?? ''
      if (kind === 'port')
        fits = (p) =>
          (side !== 'dst' && p.ports[0] === Number(value)) || (side !== 'src' && p.ports[1] === Number(value))
      else if (kind === 'host') fits = (p) => (side !== 'dst' && p.from === value) || (side !== 'src' && p.to === value)
    }
    if (!fits) return undefined
    all.at(-1)?.push(fits)
  }
  return (p) => all.some((part) => part.every((f) => f(p)))
}

function line(p: Packet, how: { text: boolean; hex: boolean }): string {
  const time = new Date(p.at * 1000).toISOString().slice(11, 23)
  const tcp = p.proto === 'tcp'
  const flags = tcp
    ? `Flags [${p.flags}], seq ${p.seq}${p.body.length ? `:${p.seq + p.body.length}` : ''}, ack ${p.ack}, win 502, `
    : 'UDP, '
  const head = `${time} IP ${p.from}.${p.ports[0]} > ${p.to}.${p.ports[1]}: ${flags}length ${p.body.length}\n`
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
function hearing(c: Cmd): (sent: Sent) => boolean {
  const { host } = c.shell
  const near = new Set(own(c).flatMap((f) => neighbours(host.ground, f).map((n) => n.node.id)))
  const mirror = modelOf(host.node)?.mirror === true
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
  use: 'tcpdump [-nvAX] [-i interface] [-c count] [-r file] [-w file] [tcp|udp] [[src|dst] host|port x] [and|or …]',
  async run(c) {
    const o = strictly(c, 'tcpdump', 'nvAXqlU', 'icrws')
    if (!o) return 1
    const fits = filterOf(o.rest)
    if (!fits) {
      c.err(`tcpdump: can't parse filter expression: syntax error\n`)
      return 1
    }
    const count = Math.min(most, Number(o.value('c') ?? most) || most)
    const how = { text: o.has('A'), hex: o.has('X') }
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
        const name = o.value('i') ?? own(c)[0]?.name ?? 'eth0'
        if (name !== 'any' && name !== 'lo' && !own(c).some((f) => f.name === name)) {
          c.err(`tcpdump: ${name}: No such device exists\n`)
          return 1
        }
        c.err(`tcpdump: listening on ${name}, link-type EN10MB (Ethernet), snapshot length 262144 bytes\n`)
        await live(c, take, () => taken.length >= count)
        c.err(`${taken.length} packets captured\n`)
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
    const all = modelOf(h.node)?.traffic ?? []
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
