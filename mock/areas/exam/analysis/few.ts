/** Which groups may have figures while names are hidden. */
import { fewestNamed } from '#src/contract/exam/exam.ts'

/**
 * Groups of enough candidates. Those left out have together none or enough as well: the figures of one small group would be the difference
 * of the whole and the others.
 * @param sizes candidates by group
 */
export function tellable(sizes: ReadonlyMap<string, number>): Set<string> {
  const bySize = [...sizes].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1))
  const shown = new Set(sizes.keys())
  let left = 0
  for (const [key, n] of bySize) {
    if (n >= fewestNamed && (left === 0 || left >= fewestNamed)) break
    shown.delete(key)
    left += n
  }
  return shown
}
