/** The last output of a terminal, to be shown again to whoever comes back. */
export interface Ring {
  add(bytes: Uint8Array): void
  /** What there is, from the beginning of a line where something was dropped. */
  all(): Buffer
}

export function makeRing(most: number): Ring {
  const parts: Buffer[] = []
  let size = 0
  let dropped = false
  return {
    add(bytes) {
      parts.push(Buffer.from(bytes))
      size += bytes.length
      while (size > most && parts.length > 1) {
        size -= parts.shift()?.length ?? 0
        dropped = true
      }
    },
    all() {
      const whole = Buffer.concat(parts).subarray(-most)
      const line = dropped ? whole.indexOf(10) + 1 : 0
      return whole.subarray(line)
    },
  }
}
