/** The last output of a terminal, to be shown again to whoever comes back: so many bytes and no more, however small the pieces it came in. */
export interface ScrollbackBuffer {
  add(bytes: Uint8Array): void
  /** What there is, from the beginning of a line where something was dropped. */
  all(): Buffer
}

const first = 4096

export function makeRing(most: number): ScrollbackBuffer {
  let room = Buffer.alloc(Math.min(first, most))
  /** Where the next byte goes, and how many there are. */
  let at = 0
  let size = 0
  let dropped = false
  const whole = (): Buffer =>
    size < room.length ? Buffer.from(room.subarray(0, size)) : Buffer.concat([room.subarray(at), room.subarray(0, at)])

  function grow(to: number): void {
    const had = whole()
    room = Buffer.alloc(Math.min(most, Math.max(to, room.length * 2)))
    had.copy(room)
    at = size % room.length
  }
  return {
    add(bytes) {
      if (size + bytes.length > room.length && room.length < most) grow(size + bytes.length)
      dropped ||= size + bytes.length > most
      const rest = bytes.subarray(Math.max(0, bytes.length - room.length))
      const end = Math.min(rest.length, room.length - at)
      room.set(rest.subarray(0, end), at)
      room.set(rest.subarray(end), 0)
      at = (at + rest.length) % room.length
      size = Math.min(room.length, size + rest.length)
    },
    all() {
      const last = whole()
      return dropped ? last.subarray(last.indexOf(10) + 1) : last
    },
  }
}
