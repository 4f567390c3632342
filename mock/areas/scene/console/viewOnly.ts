/** What a watcher of a desktop may say: the handshake, formats and requests. Keys, pointer and clipboard are left out. */
import { clientMessages } from './clientMessages.ts'

export interface ViewOnly {
  /** What of it goes on; undefined where it is no RFB. */
  take(bytes: Buffer): Buffer | undefined
}

const passes: ReadonlySet<number | undefined> = new Set([undefined, 0, 2, 3])

export function viewOnly(): ViewOnly {
  const read = clientMessages()
  return {
    take(bytes) {
      const all = read(bytes)
      return all && Buffer.concat(all.filter((m) => passes.has(m.kind)).map((m) => m.bytes))
    },
  }
}
