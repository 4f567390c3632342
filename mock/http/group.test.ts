import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../db/db.ts'
import { memoryDb } from '#tests/support/database.ts'
import { inTransaction, type InTransaction, Together } from './group.ts'

let db: Db
let commits = 0
let rows: unknown[] = []
let failing = false
let transaction: InTransaction
beforeAll(async () => {
  db = await memoryDb()
  const counting: Db = { ...db, tx: (fn) => (commits++, db.tx(fn)) }
  transaction = inTransaction(counting, {
    append: async (_q, some) => {
      if (failing) throw new Error('the trail cannot be written')
      rows.push(...some)
    },
  })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('delete from due')
  commits = 0
  rows = []
  failing = false
})
const put = (ref: string) =>
  transaction(async (q) => {
    await q.query(`insert into due (kind, ref, at) values ('x', $1, now())`, [ref])
    if (ref.startsWith('bad')) throw new Error(`${ref} failed`)
    return { value: ref, rows: [{ ref } as never] }
  })
const there = async () => (await db.query<{ ref: string }>('select ref from due order by ref')).rows.map((r) => r.ref)

describe('calls that come together', () => {
  it('share a commit, each with its own answer and its own audit rows', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(put))
    expect(answers).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await there()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(rows).toHaveLength(5)
    expect(commits).toBe(2)
  })

  it('fail alone', async () => {
    const answers = await Promise.allSettled(['a', 'bad-1', 'b', 'bad-2', 'c'].map(put))
    expect(answers.map((a) => a.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await there()).toEqual(['a', 'b', 'c'])
    expect(rows).toEqual([{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }])
  })

  it('survive a statement of one that the database refuses', async () => {
    const twice = () => put('same')
    const answers = await Promise.allSettled([put('a'), twice(), twice(), put('z')])
    expect(answers.map((a) => a.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await there()).toEqual(['a', 'same', 'z'])
  })

  it('are all refused when what they share fails, and leave nothing', async () => {
    failing = true
    const answers = await Promise.allSettled(['a', 'b', 'c'].map(put))
    expect(answers.filter((a) => a.status === 'rejected' && a.reason instanceof Together)).toHaveLength(2)
    expect(answers[0]?.status).toBe('rejected')
    expect(await there()).toEqual([])
    failing = false
    expect(await put('later')).toBe('later')
  })

  it('go alone when they ask to, in their turn', async () => {
    const order: string[] = []
    const note = (name: string, alone = false) =>
      transaction(async () => {
        order.push(name)
        return { value: commits, rows: [] }
      }, alone)
    const [, b, c, d, e] = await Promise.all([note('a'), note('b'), note('c', true), note('d'), note('e')])
    expect(order).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect([c === b, d === c, e === d]).toEqual([false, false, true])
  })

  it('get their answer after the commit, not before', async () => {
    const seen: string[][] = []
    await Promise.all(['a', 'b', 'c'].map((ref) => put(ref).then(async () => seen.push(await there()))))
    for (const [n, refs] of seen.entries()) expect(refs.length, String(n)).toBeGreaterThan(0)
    expect(seen.at(-1)).toEqual(['a', 'b', 'c'])
  })

  it('keep their order over many rounds', async () => {
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        transaction(async () => {
          order.push(n)
          return { value: n, rows: [] }
        }),
      ),
    )
    expect(order).toEqual(Array.from({ length: 300 }, (_, n) => n))
    expect(commits).toBeLessThan(10)
  })
})
