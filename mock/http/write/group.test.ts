import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../../db/db.ts'
import { startPglite } from '../../db/pglite-core.ts'
import { pgliteWire } from '../../db/pglite-wire.ts'
import { queueOf } from '../../db/queue.ts'
import { filledDir } from '../../db/testing/targets.ts'
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
    expect(commits).toBe(1)
  })

  it('take along who comes while they are at work', async () => {
    let later: Promise<string> | undefined
    await transaction(async (q) => {
      await q.query('select 1')
      later = put('later')
      return { value: '', rows: [] }
    })
    expect(await later).toBe('later')
    expect(commits).toBe(1)
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

  it('survive one that may be tried again, which is told so itself', async () => {
    const clash = transaction(async (q) => {
      await q.query(`insert into due (kind, ref, at) values ('x', 'clash', now())`)
      await q.query(`do $$ begin raise exception 'serialise' using errcode = '40001'; end $$`)
      return { value: 'clash', rows: [] }
    })
    const answers = await Promise.allSettled([clash, put('a'), put('b')])
    expect(answers.map((a) => a.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(answers[0]).toMatchObject({ reason: { name: 'DbError', code: '40001' } })
    expect(await there()).toEqual(['a', 'b'])
  })

  it.each([
    ['goes on after a statement that failed', `insert into due (kind, ref, at) values ('x', 'a', now())`, '23505'],
    ['breaks a rule that only the commit looks at', `insert into loose values (1)`, '23503'],
  ])('of whom one %s are tried again alone, and only that one fails', async (_what, sql, code) => {
    await db.script(
      `create table if not exists loose (account text collate "C" references account deferrable initially deferred)`,
    )
    await put('a')
    const wrong = (alone: boolean) =>
      transaction(async (q) => {
        await q.query(sql).catch(() => {})
        return { value: 'wrong', rows: [] }
      }, alone)
    const first = await Promise.allSettled([put('b'), wrong(false), put('c')])
    expect(first.map((a) => a.status === 'rejected' && a.reason instanceof Together)).toEqual([true, true, true])
    expect(await there()).toEqual(['a'])
    const again = await Promise.allSettled([put('b'), wrong(true), put('c')])
    expect(again.map((a) => a.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(again[1]).toMatchObject({ reason: { code } })
    expect(await there()).toEqual(['a', 'b', 'c'])
  })

  it('are refused, and not for ever waited for, when the database is gone', async () => {
    const gone = inTransaction(
      { ...db, tx: async () => Promise.reject(new Error('closed')) },
      { append: async () => {} },
    )
    const call = () => gone(async () => ({ value: 1, rows: [] }))
    const answers = await Promise.allSettled([call(), call(), call()])
    expect(answers.map((a) => a.status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('are all refused when what they share fails, and leave nothing', async () => {
    failing = true
    const answers = await Promise.allSettled(['a', 'b', 'c'].map(put))
    expect(answers.filter((a) => a.status === 'rejected' && a.reason instanceof Together)).toHaveLength(3)
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

  it('get their answer after their commit is on the disk, not before', async () => {
    const place = await filledDir('group')
    const pglite = await startPglite(path.join(place.dir, 'db'))
    const wire = pgliteWire(pglite, () => {})
    const happened: string[] = []
    const { db: durable } = queueOf({
      query: async (sql, params) => wire.query(sql, params),
      script: async (sql) => {
        wire.script(sql)
        if (sql === 'COMMIT') happened.push('committed')
      },
      close: () => pglite.close(),
    })
    const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => void happened.push('flushed'))
    try {
      const grouped = inTransaction(durable, { append: async () => {} })
      const write = (ref: string) =>
        grouped(async (q) => {
          await q.query(`insert into due (kind, ref, at) values ('x', $1, now())`, [ref])
          happened.push(`wrote ${ref}`)
          return { value: ref, rows: [] }
        })
      await Promise.all(['a', 'b', 'c'].map((ref) => write(ref).then((r) => happened.push(`answered ${r}`))))
      const flushed = happened.indexOf('flushed', happened.indexOf('wrote c'))
      expect(flushed).toBeGreaterThan(0)
      expect(happened.filter((h) => h !== 'flushed')).toEqual([
        'wrote a',
        'wrote b',
        'wrote c',
        'committed',
        'answered a',
        'answered b',
        'answered c',
      ])
      expect(happened.indexOf('answered a')).toBeGreaterThan(flushed)
    } finally {
      sync.mockRestore()
      await durable.close()
      place.remove()
    }
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
