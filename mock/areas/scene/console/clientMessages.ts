/**
 * What an RFB client says, message by message (RFC 6143 7.1 to 7.5), however its bytes are cut; with what clients say to servers that know it:
 * continuous updates, fences, power, sizes of the desktop, keys as QEMU has them (github.com/rfbproto/rfbproto).
 */
import { byteQueue } from '#mock/world/scene/desktop/byteQueue.ts'

export interface ClientMessage {
  /** Undefined in the handshake. */
  kind: number | undefined
  bytes: Buffer
}

const handshake = [12, 1, 1]
const fixed: Readonly<Record<number, number>> = { 0: 20, 3: 10, 4: 8, 5: 6, 150: 10, 250: 4 }
const mostCut = 65_536

/** Length of the message that begins here; undefined where there is none of that kind, infinite while it is not to be seen yet. */
function lengthOf(b: Buffer): number | undefined {
  const [kind = 0] = b
  if (kind === 2) return b.length < 4 ? Infinity : 4 + b.readUInt16BE(2) * 4
  if (kind === 248) return b.length < 9 ? Infinity : 9 + (b[8] ?? 0)
  if (kind === 251) return b.length < 8 ? Infinity : 8 + (b[6] ?? 0) * 16
  if (kind === 255) return b.length < 2 ? Infinity : b[1] === 0 ? 12 : undefined
  if (kind !== 6) return fixed[kind]
  if (b.length < 8) return Infinity
  const cut = b.readUInt32BE(4)
  return cut > mostCut ? undefined : 8 + cut
}

/** @returns those that are whole; undefined from the first thing on that is no RFB */
export function clientMessages(): (bytes: Buffer) => ClientMessage[] | undefined {
  const held = byteQueue()
  let step = 0
  let lost = false
  return (bytes) => {
    if (lost) return undefined
    held.add(bytes)
    const out: ClientMessage[] = []
    while (held.length) {
      const now = held.peek()
      const greeting = handshake[step]
      const length = greeting ?? lengthOf(now)
      if (length === undefined) {
        lost = true
        held.clear()
        return undefined
      }
      if (now.length < length) break
      out.push({ kind: greeting === undefined ? now[0] : undefined, bytes: held.take(length) })
      if (greeting !== undefined) step++
    }
    return out
  }
}
