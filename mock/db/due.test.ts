import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from './db.ts'
import { cancelDue, type DueHandlers, plan, sweep, sweepOne, ticker } from './due.ts'
import { openPg } from './pg.ts'
import { type Opened, onPostgres, targets } from './testing/targets.ts'

/** The machine may be busy. */
const { all, server, end } = await targets()
afterAll(end)

const start = Date.parse('2026-05-01T08:00:00Z')
let clock = start
const now = (): Date => new Date(clock)
const at = (seconds: number): Date => new Date(start + seconds * 1000)
beforeEach(() => {
  clock = start
})

describe.each(all.filter((t) => t.name !== 'PGlite in its worker'))('due jobs on $name', ({ open, skip }) => {
  if (skip) return test.skip('no server', () => {})
  let db: Db
  let done: string[]
  let opened: Opened | undefined
  beforeAll(async () => {
    opened = await open()
    db = opened.db
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    done = []
    await db.script('truncate due; create table if not exists effect (ref text); truncate effect')
  })
  const handlers: DueHandlers = {
    note: async (q, ref) => {
      await q.query('insert into effect values ($1)', [ref])
      done.push(ref)
    },
    fail: async (q, ref) => {
      await q.query('insert into effect values ($1)', [ref])
      throw new Error(`no ${ref}`)
    },
  }
  const rows = async () =>
    (
      await db.query<{ kind: string; ref: string; at: string; tries: number; error: string | null }>(
        'select kind, ref, at, tries, error from due order by id',
      )
    ).rows
  const effects = async () => (await db.query<{ ref: string }>('select ref from effect')).rows.map((r) => r.ref)

  test('are done when their time has come by the given clock, the longest due first', async () => {
    await plan(db, 'note', 'late', at(20))
    await plan(db, 'note', 'early', at(10))
    expect(await sweep(db, handlers, now)).toBe(0)
    clock = at(20).getTime()
    expect(await sweep(db, handlers, now)).toBe(2)
    expect(done).toEqual(['early', 'late'])
    expect(await rows()).toEqual([])
  })

  test('planned again are moved, cancelled are gone', async () => {
    await plan(db, 'note', 'a', at(10))
    await plan(db, 'note', 'a', at(30))
    await plan(db, 'note', 'b', at(10))
    await cancelDue(db, 'note', 'b')
    clock = at(15).getTime()
    expect(await sweep(db, handlers, now)).toBe(0)
    expect(await rows()).toMatchObject([{ ref: 'a', at: at(30).toISOString() }])
  })

  test('exist only if the fact they follow from does', async () => {
    await db
      .tx(async (q) => {
        await plan(q, 'note', 'never', at(0))
        throw new Error('no')
      })
      .catch(() => {})
    expect(await rows()).toEqual([])
  })

  test('that fail leave no effect, keep the reason and come again after 1, 2, 4 … seconds', async () => {
    await plan(db, 'fail', 'x', at(0))
    for (const [tries, wait] of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300].entries()) {
      expect(await sweepOne(db, handlers, now)).toBe('failed')
      expect(await sweepOne(db, handlers, now)).toBe('none')
      expect(await rows()).toEqual([
        { kind: 'fail', ref: 'x', at: new Date(clock + wait * 1000).toISOString(), tries: tries + 1, error: 'no x' },
      ])
      clock += wait * 1000
    }
    expect(await effects()).toEqual([])
    clock += 1e9
    expect(await sweepOne(db, handlers, now)).toBe('none')
    await plan(db, 'fail', 'x', now())
    expect(await rows()).toMatchObject([{ tries: 0, error: null }])
  })

  test('that fail do not hold up the others', async () => {
    await plan(db, 'fail', 'x', at(0))
    await plan(db, 'note', 'y', at(1))
    clock = at(1).getTime()
    expect(await sweep(db, handlers, now)).toBe(1)
    expect(done).toEqual(['y'])
  })

  test('planned anew while they fail keep the new time', async () => {
    await plan(db, 'note', 'again', at(0))
    const outcome = await sweepOne(
      {
        ...db,
        // between the failure and its record another server plans the job
        query: async (sql, params) => {
          if (sql.startsWith('update due')) await plan(db, 'note', 'again', at(500))
          return db.query(sql, params)
        },
      },
      { note: () => Promise.reject(new Error('no')) },
      now,
    )
    expect(outcome).toBe('failed')
    expect(await rows()).toMatchObject([{ at: at(500).toISOString(), tries: 0, error: null }])
  })

  test('may plan themselves again', async () => {
    const again: DueHandlers = { note: (q, ref) => plan(q, 'note', ref, new Date(clock + 60_000)) }
    await plan(db, 'note', 'hourly', at(0))
    expect(await sweep(db, again, now)).toBe(1)
    expect(await rows()).toMatchObject([{ ref: 'hourly', at: at(60).toISOString() }])
  })

  test('of a kind this server does not know are left to one that does', async () => {
    await plan(db, 'newer', 'x', at(0))
    await plan(db, 'constructor', 'x', at(0))
    expect(await sweep(db, handlers, now)).toBe(0)
    expect(await rows()).toMatchObject([{ tries: 0 }, { tries: 0 }])
  })

  test('are done by the ticker as they become due, until it is stopped', async () => {
    await plan(db, 'note', 'one', at(10))
    const tick = ticker(db, handlers, { now, everyMs: 3_600_000 })
    clock = at(10).getTime()
    tick.wake()
    await expect.poll(() => done).toEqual(['one'])
    await plan(db, 'note', 'two', at(10))
    tick.wake()
    await expect.poll(() => done).toEqual(['one', 'two'])
    await tick.stop()
    await plan(db, 'note', 'three', at(10))
    tick.wake()
    expect(await rows()).toHaveLength(1)
  })

  test('wait for a database that is away', async () => {
    const errors: unknown[] = []
    let away = true
    const tick = ticker({ ...db, tx: (fn) => (away ? Promise.reject(new Error('away')) : db.tx(fn)) }, handlers, {
      now,
      everyMs: 5,
      failed: (e) => errors.push(e),
    })
    await plan(db, 'note', 'one', at(0))
    await expect.poll(() => errors.length).toBeGreaterThan(2)
    away = false
    await expect.poll(() => done).toEqual(['one'])
    await tick.stop()
  })
})

test.skipIf(!server)(
  'three servers on one PostgreSQL do 300 jobs exactly once, though one fails and retries',
  async () => {
    if (!server) return
    const first = await onPostgres(server, 'due_race')
    const dbs = [first.db, await openPg(first.url), await openPg(first.url)]
    await first.db.script(`create table effect (ref text);
    insert into due (kind, ref, at) select 'note', n::text, '2026-05-01 07:00:00Z' from generate_series(1, 300) n`)
    const share: number[] = [0, 0, 0]
    const moody = new Set<string>()
    await Promise.all(
      dbs.flatMap((db, i) =>
        [0, 1].map(async () => {
          const note: DueHandlers['note'] = async (q, ref) => {
            await q.query('insert into effect values ($1)', [ref])
            if (Number(ref) % 10 === 0 && !moody.has(ref)) {
              moody.add(ref)
              throw new Error('once')
            }
          }
          const mine = await sweep(db, { note }, now)
          share[i] = (share[i] ?? 0) + mine
        }),
      ),
    )
    clock += 1000
    share[0] =
      (share[0] ?? 0) +
      (await sweep(
        first.db,
        { note: (q, ref) => q.query('insert into effect values ($1)', [ref]).then(() => {}) },
        now,
      ))
    const { rows } = await first.db.query(
      'select count(*) as all, count(distinct ref) as distinct, (select count(*) from due) as left from effect',
    )
    expect(rows).toEqual([{ all: 300, distinct: 300, left: 0 }])
    expect(share.reduce((a, b) => a + b)).toBe(300)
    expect(share.every((n) => n > 0)).toBe(true)
    for (const db of dbs) await db.close()
  },
)
