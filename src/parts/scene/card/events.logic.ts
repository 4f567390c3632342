interface Placed {
  seq: number
}
/** Lines of two pages together, newest first, none twice. */
export function mergedEventPages<T extends Placed>(known: readonly T[], came: readonly T[]): T[] {
  const all = new Map([...known, ...came].map((line) => [line.seq, line]))
  return [...all.values()].sort((a, b) => b.seq - a.seq)
}
