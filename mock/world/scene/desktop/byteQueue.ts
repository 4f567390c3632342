/** Bytes that come in pieces of any size and are taken in wholes. A piece costs what it is long, however much waits before it. */
export interface ByteQueue {
  readonly length: number
  /** What waits, until more is added or something is taken. */
  peek(): Buffer
  add(bytes: Uint8Array): void
  /** The first of them, as a copy. */
  take(n: number): Buffer
  clear(): void
}

const least = 1024

export function byteQueue(): ByteQueue {
  let room = Buffer.alloc(least)
  let [from, to] = [0, 0]
  return {
    get length() {
      return to - from
    },
    peek: () => room.subarray(from, to),
    add(bytes) {
      const size = to - from + bytes.length
      if (to + bytes.length > room.length) {
        // half of it is free afterwards, so the next move is as far away as this one was long
        const next = size * 2 > room.length ? Buffer.alloc(size * 2) : room
        room.copy(next, 0, from, to)
        ;[room, from, to] = [next, 0, to - from]
      }
      room.set(bytes, to)
      to += bytes.length
    },
    take(n) {
      const out = Buffer.from(room.subarray(from, from + n))
      from += out.length
      // what was large once is not kept for good
      if (from === to) [from, to, room] = [0, 0, room.length > 64 * least ? Buffer.alloc(least) : room]
      return out
    },
    clear() {
      ;[from, to, room] = [0, 0, Buffer.alloc(least)]
    },
  }
}
