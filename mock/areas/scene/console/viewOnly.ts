/** What a watcher of a desktop may say: the handshake, formats and requests. Keys, pointer and clipboard are left out. */
import { clientMessages } from './clientMessages.ts'

export interface ViewOnly {
  /** What of it goes on; undefined where it is no RFB. */
  take(bytes: Buffer): Buffer | undefined
}

const passes: ReadonlySet<number | undefined> = new Set([undefined, 0, 2, 3])

/** @param types whether keys and pointer of the watcher get through now */
export function viewOnly(types: () => boolean = () => false): ViewOnly {
  const read = clientMessages()
  return {
    take(bytes) {
      const all = read(bytes)
      const free = types()
      return all && Buffer.concat(all.filter((m) => free || passes.has(m.kind)).map((m) => m.bytes))
    },
  }
}

/** What of the page of a desktop goes on: all of it, or what only looks while its keys are with somebody else. What is no RFB is not held apart. */
export function keysGate(types: () => boolean): (bytes: Buffer) => Buffer | undefined {
  const read = clientMessages()
  let rest = Buffer.alloc(0)
  let raw = false
  return (bytes) => {
    const free = types()
    if (raw) return free ? bytes : undefined
    rest = Buffer.concat([rest, bytes])
    const all = read(bytes)
    if (!all) {
      raw = true
      return free ? rest : undefined
    }
    rest = rest.subarray(all.reduce((n, m) => n + m.bytes.length, 0))
    return Buffer.concat(all.filter((m) => free || passes.has(m.kind)).map((m) => m.bytes))
  }
}
