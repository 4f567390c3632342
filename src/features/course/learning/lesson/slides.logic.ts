/** The slide a key leads to; undefined for keys that mean nothing here. */
export function slideFor(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'PageDown':
      return Math.min(last, at + 1)
    case 'ArrowLeft':
    case 'PageUp':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
