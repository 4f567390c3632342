import { deepEqual } from '../../../contract/lib/equal.ts'
import { isRecord } from '../../../contract/lib/typed.ts'

/** Both changed the same thing. */
class Both extends Error {}

interface Keyed extends Record<string, unknown> {
  id: string
}
const isKeyed = (v: unknown): v is Keyed => isRecord(v) && typeof v['id'] === 'string'
const isList = (v: unknown): v is Keyed[] => Array.isArray(v) && v.every(isKeyed)
const idsOf = (list: readonly Keyed[]): string[] => list.map((x) => x.id)

/** The ids of a list that two changed: one of them moved its parts, or both only added and took away. */
function mergedIds(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  if (deepEqual(mine, base)) return [...theirs]
  if (deepEqual(theirs, base)) return [...mine]
  const [inMine, inTheirs] = [new Set(mine), new Set(theirs)]
  const left = base.filter((id) => inMine.has(id) && inTheirs.has(id))
  const stays = new Set(left)
  for (const side of [mine, theirs])
    if (
      !deepEqual(
        side.filter((id) => stays.has(id)),
        left,
      )
    )
      throw new Both()
  const had = new Set(base)
  const out = theirs.filter((id) => stays.has(id) || !had.has(id))
  for (const [n, id] of mine.entries())
    if (!had.has(id) && !inTheirs.has(id)) out.splice(out.indexOf(mine[n - 1] ?? '') + 1, 0, id)
  return out
}

function mergedLists(base: readonly Keyed[], mine: readonly Keyed[], theirs: readonly Keyed[]): Keyed[] {
  const [b, m, t] = [base, mine, theirs].map((list) => new Map(list.map((x) => [x.id, x])))
  const ids = mergedIds(idsOf(base), idsOf(mine), idsOf(theirs))
  const chosen = new Set(ids)
  // what one took away, or into another list, the other has left as it was
  for (const [id, was] of b ?? [])
    if (!chosen.has(id))
      for (const side of [m, t]) {
        const is = side?.get(id)
        if (is && !deepEqual(is, was)) throw new Both()
      }
  return ids.map((id) => {
    const [was, one, other] = [b?.get(id), m?.get(id), t?.get(id)]
    const is = one && other ? merged(was, one, other) : (one ?? other)
    if (!isKeyed(is)) throw new Both()
    return is
  })
}

function merged(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (deepEqual(mine, base) || deepEqual(mine, theirs)) return theirs
  if (deepEqual(theirs, base)) return mine
  if (isList(base) && isList(mine) && isList(theirs)) return mergedLists(base, mine, theirs)
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) throw new Both()
  return Object.fromEntries(
    [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map((key) => [
      key,
      merged(base[key], mine[key], theirs[key]),
    ]),
  )
}

/**
 * What two made of the same document (records, and lists of records that have an `id`), where they changed different parts of it.
 * @param base what both began with
 * @returns undefined where both changed the same
 */
export function mergeThree<T>(base: T, mine: T, theirs: T): T | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part of it is a part of one of them
    return merged(base, mine, theirs) as T
  } catch (e) {
    if (e instanceof Both) return undefined
    throw e
  }
}
