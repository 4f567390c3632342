/** What a watcher of a desktop may say: the handshake, formats and requests of RFB (RFC 6143 7.5). Keys, pointer and clipboard are left out. */
export interface ViewOnly {
  /** What of it goes on; undefined where it is no RFB. */
  take(bytes: Buffer): Buffer | undefined
}

const handshake = [12, 1, 1]
const fixed: Readonly<Record<number, number>> = { 0: 20, 3: 10, 4: 8, 5: 6 }
const passes: ReadonlySet<number> = new Set([0, 2, 3])
const mostCut = 65_536

export function viewOnly(): ViewOnly {
  let held: Buffer = Buffer.alloc(0)
  let step = 0
  return {
    take(bytes) {
      held = held.length ? Buffer.concat([held, bytes]) : bytes
      const out: Buffer[] = []
      for (;;) {
        const [kind] = held
        let length = handshake[step]
        let pass = true
        if (length !== undefined) step++
        else if (kind === undefined) break
        else {
          pass = passes.has(kind)
          length = fixed[kind]
          if (kind === 2) length = held.length < 4 ? Infinity : 4 + held.readUInt16BE(2) * 4
          if (kind === 6) length = held.length < 8 ? Infinity : 8 + held.readUInt32BE(4)
          if (length === undefined || (kind === 6 && Number.isFinite(length) && length > mostCut)) return undefined
        }
        if (held.length < length) {
          if (step > 0 && step <= handshake.length && handshake[step - 1] === length) step--
          break
        }
        if (pass) out.push(held.subarray(0, length))
        held = held.subarray(length)
      }
      return Buffer.concat(out)
    },
  }
}
