import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, DbError, isUnique } from './db.ts'
import { type Opened, targets } from './testing/targets.ts'

/** The machine may be busy. */
const { all, end } = await targets()
afterAll(end)

const caught = (p: Promise<unknown>): Promise<unknown> =>
  p.then(
    () => expect.fail('expected a refusal'),
    (e: unknown) => e,
  )
const settled = (ms = 50): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(all)('$name', ({ open, skip }) => {
  if (skip) return test.skip('no server', () => {})
  let opened: Opened | undefined
  let db: Db
  beforeAll(async () => {
    opened = await open()
    db = opened.db
    await db.script(`create table thing (id int primary key, name text constraint thing_name unique, n int check (n > 0));
      create table payment (id int primary key, thing_id int references thing deferrable initially deferred)`)
  })
  afterAll(() => opened?.close())
  beforeEach(() => db.script('truncate thing, payment'))
  const count = async (): Promise<number | undefined> =>
    (await db.query<{ n: number }>('select count(*) as n from thing')).rows[0]?.n

  describe('rows', () => {
    test('have the same values on every engine', async () => {
      const { rows } = await db.query(
        `select 9007199254740991::bigint as big, 12.50::numeric as money, '2026-03-29'::date as day, true as yes, null as nothing,
          '2026-01-02 03:04:05.678+05:30'::timestamptz as at, '2026-01-02 03:04:05'::timestamp as plain, 'infinity'::timestamptz as ever,
          '{"a":[1,"x",null]}'::jsonb as doc, '\\x00ff'::bytea as raw, 1.5::float8 as real, 7::smallint as small, 'é'::text as text,
          array[1,null,3]::bigint[] as bigs, array[1.5]::numeric[] as moneys, array['2026-03-29'::date] as days, array[]::bigint[] as none,
          array['2026-01-02 03:04:05+00'::timestamptz] as ats, array['a,"b"', null, 'ü']::text[] as texts, array[1,2]::int[] as ints`,
      )
      expect(rows).toEqual([
        {
          big: 9007199254740991,
          money: 12.5,
          day: '2026-03-29',
          yes: true,
          nothing: null,
          at: '2026-01-01T21:34:05.678Z',
          plain: '2026-01-02T03:04:05.000Z',
          ever: 'infinity',
          doc: { a: [1, 'x', null] },
          raw: new Uint8Array([0, 255]),
          real: 1.5,
          small: 7,
          text: 'é',
          bigs: [1, null, 3],
          moneys: [1.5],
          days: ['2026-03-29'],
          none: [],
          ats: ['2026-01-02T03:04:05.000Z'],
          texts: ['a,"b"', null, 'ü'],
          ints: [1, 2],
        },
      ])
    })

    test('come back as they were given', async () => {
      const at = new Date('2026-07-01T10:00:00.123Z')
      const { rows } = await db.query(
        `select $1::text as word, $2::int as n, $3::jsonb as doc, $4::timestamptz as at, $5::text[] as words, $6::bytea as raw,
          $7::boolean as no, $8::text as missing, $9::text as nothing, $10::date as day`,
        ["o'neill \\ $1", 5, '["x"]', at, ['a', 'b"c'], new Uint8Array([1, 2]), false, undefined, null, '2026-03-29'],
      )
      expect(rows).toEqual([
        {
          word: "o'neill \\ $1",
          n: 5,
          doc: ['x'],
          at: at.toISOString(),
          words: ['a', 'b"c'],
          raw: new Uint8Array([1, 2]),
          no: false,
          missing: null,
          nothing: null,
          day: '2026-03-29',
        },
      ])
    })

    test('are ordered by code point', async () => {
      const { rows } = await db.query<{ x: string }>(
        `select x from unnest(array['b','A','a','B','ä','中','Z']) x order by x collate "C"`,
      )
      expect(rows.map((r) => r.x).join('')).toBe('ABZabä中')
    })

    test('days are days of UTC', async () => {
      const { rows } = await db.query(`select ('2026-01-01 23:30:00Z'::timestamptz)::date as day`)
      expect(rows).toEqual([{ day: '2026-01-01' }])
    })

    test('are counted, whether returned or touched', async () => {
      const insert = await db.query(`insert into thing (id, name) values (1, 'a'), (2, 'b')`)
      const returning = await db.query(`insert into thing (id, name) values (3, 'c') returning id`)
      const update = await db.query(`update thing set n = 5 where id < $1`, [3])
      const none = await db.query('update thing set n = 5 where id = 99')
      const select = await db.query('select id from thing')
      const empty = await db.query('select id from thing where id = 99')
      const removed = await db.query('with gone as (delete from thing where id <= 2 returning id) select id from gone')
      expect([insert, returning, update, none, select, empty, removed].map((r) => [r.count, r.rows.length])).toEqual([
        [2, 0],
        [1, 1],
        [2, 0],
        [0, 0],
        [3, 3],
        [0, 0],
        [2, 2],
      ])
    })
  })

  describe('errors', () => {
    test('carry code and constraint', async () => {
      await db.query(`insert into thing (id, name) values (1, 'a')`)
      const twice = await caught(db.query(`insert into thing (id, name) values (2, 'a')`))
      expect(twice).toBeInstanceOf(DbError)
      expect(twice).toMatchObject({ code: '23505', constraint: 'thing_name' })
      expect([isUnique(twice), isUnique(twice, 'thing_name'), isUnique(twice, 'thing_pkey')]).toEqual([
        true,
        true,
        false,
      ])
      const checked = await caught(db.query('insert into thing (id, n) values (3, -1)'))
      expect(checked).toMatchObject({ name: 'DbError', code: '23514', constraint: 'thing_n_check' })
      expect(isUnique(checked)).toBe(false)
    })

    test('of syntax, of unknown names and of values are errors of the same kind, and the next statement works', async () => {
      const codes = []
      for (const sql of ['selec 1', 'select * from nowhere', `select 'x'::int`, 'select 1/0'])
        codes.push(((await caught(db.query(sql))) as DbError).code)
      codes.push(((await caught(db.query('select $1::int', ['x']))) as DbError).code)
      codes.push(((await caught(db.script('select 1; selec 2'))) as DbError).code)
      expect(codes).toEqual(['42601', '42P01', '22P02', '22012', '22P02', '42601'])
      expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })

    test('a query is one statement, so nothing can be appended to it', async () => {
      expect(await caught(db.query('select 1; drop table thing'))).toMatchObject({ code: '42601' })
      expect(await count()).toBe(0)
    })

    test('a parameter that is no value is refused, and the next statement works', async () => {
      await caught(db.query('select $1::int', [Symbol('no value')]))
      expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })

    test('texts are cut before they flood a log', async () => {
      const e = (await caught(
        db.query(`select ${'x'.repeat(60)}${'y'.repeat(9000)}::int + '${'z'.repeat(9000)}'::int`),
      )) as DbError
      expect(e.message.length).toBeLessThanOrEqual(2000)
    })
  })

  describe('a transaction', () => {
    test('keeps everything it did and returns what its function returns', async () => {
      const result = await db.tx(async (q) => {
        await q.query(`insert into thing (id) values (1)`)
        await q.script('insert into thing (id) values (2); insert into thing (id) values (3)')
        return (await q.query('select count(*) as n from thing')).rows[0]
      })
      expect(result).toEqual({ n: 3 })
      expect(await count()).toBe(3)
    })

    test('keeps nothing when its function throws, and hands the error on', async () => {
      const mine = new Error('mine')
      const e = await caught(
        db.tx(async (q) => {
          await q.query('insert into thing (id) values (1)')
          throw mine
        }),
      )
      expect(e).toBe(mine)
      expect(await count()).toBe(0)
    })

    test('keeps nothing when a statement failed, even if its function went on', async () => {
      const e = await caught(
        db.tx(async (q) => {
          await q.query('insert into thing (id) values (1)')
          await q.query('insert into thing (id) values (1)').catch(() => {})
          return 'fine'
        }),
      )
      expect(e).toMatchObject({ code: '23505' })
      expect(await count()).toBe(0)
    })

    test('keeps nothing when a statement could not even be sent and its function went on', async () => {
      const circle: { self?: unknown } = {}
      circle.self = circle
      const e = await caught(
        db.tx(async (q) => {
          await q.query('insert into thing (id) values (1)')
          await q.query('select $1::jsonb', [circle]).catch(() => {})
          await q.query('insert into thing (id) values (2)')
        }),
      )
      expect(e).toBeInstanceOf(DbError)
      expect(await count()).toBe(0)
    })

    test('goes on after a rollback to a savepoint', async () => {
      await db.tx(async (q) => {
        await q.query('insert into thing (id) values (1)')
        await q.query('savepoint here')
        await q.query('insert into thing (id) values (1)').catch(() => {})
        await q.query('rollback to here')
        await q.query('insert into thing (id) values (2)')
      })
      expect(await count()).toBe(2)
    })

    test('reports what only COMMIT finds', async () => {
      const e = await caught(db.tx((q) => q.query('insert into payment (id, thing_id) values (1, 77)')))
      expect(e).toMatchObject({ code: '23503' })
      expect((await db.query('select 1 from payment')).count).toBe(0)
    })

    test('includes statements nobody waited for', async () => {
      await db.tx(async (q) => {
        void q.query('insert into thing (id) values (1)')
        void q.query('insert into thing (id) values (2)')
      })
      expect(await count()).toBe(2)
      const e = await caught(
        db.tx(async (q) => {
          void q.query('insert into thing (id) values (3)')
          void q.query('insert into thing (id) values (3)')
          void q.query('insert into thing (id) values (4)')
        }),
      )
      expect(e).toMatchObject({ code: '23505' })
      expect(await count()).toBe(2)
    })

    test('refuses the database itself, which on one connection would wait for ever', async () => {
      for (const call of [
        () => db.query('select 1'),
        () => db.script('select 1'),
        () => db.tx(async () => {}),
        () => db.close(),
      ]) {
        const e = await caught(db.tx(async () => call()))
        expect(String(e)).toContain('inside db.tx()')
      }
      expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    })

    test('leaves free what it started but did not wait for', async () => {
      let later: Promise<unknown> = Promise.resolve()
      let go = (): void => {}
      const over = new Promise<void>((resolve) => {
        go = resolve
      })
      await db.tx(async () => {
        later = over.then(() => db.query('select 1 as one'))
      })
      go()
      expect(await later).toMatchObject({ rows: [{ one: 1 }] })
    })

    test('lends its handle for its own time only', async () => {
      const handle = await db.tx(async (q) => q)
      expect(String(await caught(handle.query('select 1')))).toContain('over')
    })

    test('isolates: others see nothing of it before it committed', async () => {
      const seen = db.tx(async (q) => {
        await q.query('insert into thing (id) values (1)')
        await q.query('delete from thing')
        await q.query('insert into thing (id) values (2)')
      })
      const [, n] = await Promise.all([seen, count()])
      expect([0, 1]).toContain(n)
      expect(await count()).toBe(1)
    })

    test('of ten that race for one name, one wins', async () => {
      const done = await Promise.allSettled(
        Array.from({ length: 10 }, (_, i) =>
          db.tx((q) => q.query('insert into thing (id, name) values ($1, $2)', [i, 'taken'])),
        ),
      )
      expect(done.filter((d) => d.status === 'fulfilled')).toHaveLength(1)
      expect(done.every((d) => d.status === 'fulfilled' || isUnique(d.reason, 'thing_name'))).toBe(true)
      expect(await count()).toBe(1)
    })
  })

  describe('waiting until it is idle', () => {
    test('lets the statements of a call go first, and does not wait for ever', async () => {
      const said: string[] = []
      const calls = (async () => {
        for (let n = 0; n < 5; n++) {
          await db.query('select 1')
          await new Promise((next) => setImmediate(next))
        }
        said.push('call')
      })()
      await db.idle(10_000).then(() => said.push('idle'))
      await calls
      // on a server's many connections nobody waits for others
      expect(said).toEqual(db.engine === 'pglite' ? ['call', 'idle'] : ['idle', 'call'])

      let free = (): void => {}
      const freed = new Promise<void>((done) => (free = done))
      const held = db.tx(() => freed)
      await db.idle(5)
      free()
      await held
    })

    test('is refused inside a transaction, which would wait for itself', async () => {
      expect(String(await caught(db.tx(() => db.idle())))).toContain('use the handle')
    })
  })

  describe('listening', () => {
    test('hears what was committed, in order, and nothing that was rolled back', async () => {
      const heard: string[] = []
      const stop = await db.listen('Odd "channel"', (payload) => heard.push(payload))
      const notify = (q: Pick<Db, 'query'>, payload: string) =>
        q.query('select pg_notify($1, $2)', ['Odd "channel"', payload])
      await db.tx(async (q) => {
        await notify(q, 'one')
        await settled()
        expect(heard).toEqual([])
        await notify(q, 'two')
      })
      await caught(
        db.tx(async (q) => {
          await notify(q, 'never')
          throw new Error('no')
        }),
      )
      await notify(db, 'three')
      await expect.poll(() => heard).toEqual(['one', 'two', 'three'])
      await stop()
      await notify(db, 'four')
      await settled()
      expect(heard).toEqual(['one', 'two', 'three'])
    })

    test('every subscriber of a channel hears it, and the others go on when one ends', async () => {
      const heard: string[] = []
      const [stop] = await Promise.all([
        db.listen('shared', (p) => heard.push(`a ${p}`)),
        db.listen('shared', (p) => heard.push(`b ${p}`)),
        db.listen('other', (p) => heard.push(`other ${p}`)),
      ])
      await db.query(`select pg_notify('shared', '1')`)
      await expect.poll(() => [...heard].sort()).toEqual(['a 1', 'b 1'])
      await stop()
      await db.query(`select pg_notify('shared', '2')`)
      await expect.poll(() => [...heard].sort()).toEqual(['a 1', 'b 1', 'b 2'])
    })
  })

  describe('the migrated tables', () => {
    test('audit refuses update, delete and truncate', async () => {
      const row = `insert into audit (seq, at, action, result, prev_hash, hash) values ($1, $2, 'course.create', 'done', '', 'h')`
      await db.query(row, [1, '2026-01-01T00:00:00Z'])
      for (const sql of [`update audit set hash = 'x'`, 'delete from audit', 'truncate audit'])
        expect(await caught(db.query(sql))).toMatchObject({ code: '42501', message: 'audit is append-only' })
      expect((await db.query('select hash from audit')).rows).toEqual([{ hash: 'h' }])
    })

    test('an audience names one of five kinds', async () => {
      const add = (kind: string) =>
        db.query(`insert into audience (resource, entity_id, kind, target) values ('tool', '1', $1, 'x')`, [kind])
      for (const kind of ['all', 'org', 'role', 'team', 'user']) await add(kind)
      expect(await caught(add('everyone'))).toMatchObject({ code: '23514' })
    })
  })
})
