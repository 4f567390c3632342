import { expect, it } from 'vitest'
import type { LedgerRow } from '#src/contract/contest/ledger.ts'
import type { Db } from '#mock/db/db.ts'
import { reckoned } from './store.ts'

const all = Array.from(
  { length: 9 },
  (_, n): LedgerRow => ({ seq: n + 1, at: n, kind: 'points', participant: 'p', amount: 1, cause: 'flag' }),
)
/** A ledger of so many rows that counts how often it is read, and from where. */
function ledger(rows: number) {
  const asked: number[] = []
  const read = async (after: number) => {
    asked.push(after)
    const now = rows
    await new Promise((resolve) => setTimeout(resolve, 1))
    return all.slice(after, now)
  }
  return { asked, read, grow: (to: number) => void (rows = to) }
}
const database = () => ({ idle: () => Promise.resolve() }) as unknown as Db
const view = (seq: number, until = Number.POSITIVE_INFINITY) => ({ run: 'r', seq, until, rules: new Map() })
const pointsOf = (seen: Awaited<ReturnType<typeof reckoned>>) => seen.state.participants.get('p')?.points

it('is read once for all who ask at once, and from there on when there is more', async () => {
  const db = database()
  const { asked, read, grow } = ledger(5)
  const seen = await Promise.all(Array.from({ length: 50 }, () => reckoned(db, view(5), read)))
  expect(asked).toEqual([0])
  expect(new Set(seen).size).toBe(1)
  await reckoned(db, view(5), read)
  grow(7)
  expect(pointsOf(await reckoned(db, view(7), read))).toBe(7)
  expect(asked).toEqual([0, 5])
  expect(new Set(seen.map(pointsOf))).toEqual(new Set([5]))
})

it('whoever knows of a row is not answered by a reading that began before it', async () => {
  const db = database()
  const { asked, read, grow } = ledger(5)
  const early = reckoned(db, view(5), read)
  grow(6)
  expect(pointsOf(await reckoned(db, view(6), read))).toBe(6)
  expect(pointsOf(await early)).toBe(5)
  expect(asked).toEqual([0, 5])
})

it('keeps views and databases apart, and of a transaction nothing', async () => {
  const [one, other] = [database(), database()]
  const { asked, read } = ledger(5)
  expect(pointsOf(await reckoned(one, view(5, 3), read))).toBe(3)
  expect(pointsOf(await reckoned(one, view(5), read))).toBe(5)
  await reckoned(other, view(5), read)
  const tx = { query: () => Promise.reject(new Error('not asked')) }
  await reckoned(tx, view(5), read)
  await reckoned(tx, view(5), read)
  expect(asked).toEqual([0, 0, 0, 0, 0])
})

it('a reading that failed is tried again by whoever waited for it', async () => {
  const db = database()
  const { read } = ledger(5)
  let failed = false
  const once = async (after: number) => {
    if (failed) return read(after)
    failed = true
    throw new Error('gone')
  }
  const [first, second] = await Promise.allSettled([reckoned(db, view(5), once), reckoned(db, view(5), once)])
  expect(first.status).toBe('rejected')
  expect(second.status === 'fulfilled' && pointsOf(second.value)).toBe(5)
})
