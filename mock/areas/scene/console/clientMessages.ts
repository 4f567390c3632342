/** What an RFB client says, message by message (RFC 6143 7.1 to 7.5), however its bytes are cut. */
export interface ClientMessage {
  /** Undefined in the handshake. */
  kind: number | undefined
  bytes: Buffer
}

const handshake = [12, 1, 1]
const fixed: Readonly<Record<number, number>> = { 0: 20, 3: 10, 4: 8, 5: 6 }
const mostCut = 65_536

/** Length of the message that begins here; undefined where there is none of that kind, infinite while it is not to be seen yet. */
function lengthOf(b: Buffer): number | undefined {
  const [kind = 0] = b
  if (kind === 2) return b.length < 4 ? Infinity : 4 + b.readUInt16BE(2) * 4
  if (kind !== 6) return fixed[kind]
  if (b.length < 8) return Infinity
  const cut = b.readUInt32BE(4)
  return cut > mostCut ? undefined : 8 + cut
}

/** @returns those that are whole; undefined where it is no RFB */
export function clientMessages(): (bytes: Buffer) => ClientMessage[] | undefined {
  let held: Buffer = Buffer.alloc(0)
  let step = 0
  return (bytes) => {
    held = held.length ? Buffer.concat([held, bytes]) : bytes
    const out: ClientMessage[] = []
    while (held.length) {
      const greeting = handshake[step]
      const length = greeting ?? lengthOf(held)
      if (length === undefined) return undefined
      if (held.length < length) break
      out.push({ kind: greeting === undefined ? held[0] : undefined, bytes: held.subarray(0, length) })
      held = held.subarray(length)
      if (greeting !== undefined) step++
    }
    return out
  }
}
