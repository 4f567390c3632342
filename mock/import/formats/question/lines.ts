/** Lists in one cell: a line an entry, or a JSON list where an entry has lines of its own. */

export function linesCell(entries: readonly string[]): string {
  const plain = entries.join('\n')
  return !entries.length || same(readLines(plain), entries) ? plain : JSON.stringify(entries)
}
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((x, n) => x === b[n])

export function readLines(cell: string): string[] {
  if (/^\s*\[/.test(cell)) {
    try {
      const found: unknown = JSON.parse(cell)
      if (Array.isArray(found) && found.every((x) => typeof x === 'string')) return found
    } catch {
      // words in brackets are words
    }
  }
  return cell
    .split('\n')
    .map((l) => l.replace(/\r$/, '').trim())
    .filter((l) => l !== '')
}
