/**
 * What ledgers came to, kept for each run and each view of it: whoever asks takes in the rows that came since, once for all who ask meanwhile.
 * Rows are given their place under the lock of the contest, so that what was read up to a row never changes, whichever server wrote it.
 */
import { type ContestFold, type FoldSnapshot, foldSnapshot, newFold, takeRow } from '#src/contract/contest/fold.ts'
import type { LedgerRow } from '#src/contract/contest/ledger.ts'
import type { ItemRule } from '#src/contract/contest/solve.ts'
import type { Queryable } from '#mock/db/db.ts'

interface Kept {
  fold: ContestFold
  seen: FoldSnapshot | undefined
  reading: Promise<void> | undefined
}
/** Views that are kept; the longest unused goes first. */
const mostViews = 64
const stores = new WeakMap<Queryable, Map<string, Kept>>()

interface Reckoned {
  run: string
  /** Of the last row that the caller knows of. */
  seq: number
  until: number
  rules: ReadonlyMap<string, ItemRule>
}
const keyOf = ({ run, until, rules }: Reckoned): string =>
  until === Number.POSITIVE_INFINITY ? run : `${run} ${until} ${JSON.stringify([...rules])}`

function keptOf(q: Queryable, of: Reckoned): Kept {
  const store = stores.get(q) ?? new Map<string, Kept>()
  stores.set(q, store)
  const key = keyOf(of)
  const kept = store.get(key) ?? { fold: newFold(of.until, of.rules), seen: undefined, reading: undefined }
  store.delete(key)
  store.set(key, kept)
  for (const oldest of store.keys()) {
    if (store.size <= mostViews) break
    store.delete(oldest)
  }
  return kept
}

/** @param read rows after one, in order */
export async function reckoned(
  q: Queryable,
  of: Reckoned,
  read: (after: number) => Promise<LedgerRow[]>,
): Promise<FoldSnapshot> {
  // what a transaction wrote may come to nothing: it keeps what it read to itself
  const shared = 'idle' in q
  const kept: Kept = shared ? keptOf(q, of) : { fold: newFold(of.until, of.rules), seen: undefined, reading: undefined }
  for (;;) {
    if (kept.seen && kept.seen.seq >= of.seq) return kept.seen
    if (kept.reading) {
      // whoever waits tries for themselves what failed for another
      await kept.reading.catch(() => undefined)
      continue
    }
    kept.reading = (async () => {
      const rows = await read(kept.fold.seq)
      for (const row of rows) takeRow(kept.fold, row)
      if (rows.length || !kept.seen) kept.seen = foldSnapshot(kept.fold)
    })().finally(() => {
      kept.reading = undefined
    })
    await kept.reading
    // nothing more is there, whatever the caller thought
    if (kept.seen) return kept.seen
  }
}
