import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import type { Db } from '../db/db.ts'
import { openPg } from '../db/pg.ts'
import { migrate } from '../db/migrate.ts'
import { memoryDb, truncateAll } from '#tests/support/database.ts'
import { postgresOrWhyNot } from '#tests/support/postgres.ts'
import { carryOver, chains, keepAside, makeAudit, prepareAudit } from './chain.ts'
import { type AuditRow, canonical, redact } from './row.ts'
import { verifyAudit } from './verify.ts'

const at = new Date('2026-11-05T08:00:00.000Z')
const now = () => at
const row = (n: number, more: Partial<AuditRow> = {}): AuditRow => ({
  at,
  user_id: 'u',
  username: 'somebody',
  role: 'admin',
  address: '127.0.0.1',
  action: 'tool.update',
  entity: 'tool',
  entity_id: String(n),
  result: 'done',
  code: null,
  request_id: `r${n}`,
  ...more,
})

function suite(open: () => Db): void {
  /** What somebody with the keys to the database can do. */
  const tamper = async (sql: string, ...params: unknown[]): Promise<void> => {
    await open().tx(async (q) => {
      await q.query('set local session_replication_role = replica')
      await q.query(sql, params)
    })
  }
  const fill = async (count: number): Promise<void> => {
    await truncateAll(open())
    const audit = makeAudit(open(), now)
    for (let n = 0; n < count; n++) {
      // some alone, some together, as calls and refusals are written
      if (n % 5 === 0)
        await open().tx((q) =>
          audit.append(q, [row(n), row(++n, { details: { changed: ['b', 'a'], counts: { x: 1.5 } } })]),
        )
      else await open().tx((q) => audit.append(q, [row(n, { before: { a: 1 }, after: { a: 2 } })]))
    }
  }

  it('holds for rows of every kind, added one by one, together and at once', async () => {
    await truncateAll(open())
    const audit = makeAudit(open(), now)
    const texts = fc.string({ unit: 'grapheme', maxLength: 30 })
    const rows = fc
      .sample(
        fc.record({
          username: fc.option(texts),
          address: texts,
          entity: texts,
          entity_id: fc.oneof(texts, fc.constantFrom('\ufeffx', '\u0000', '\ud800', 'x'.repeat(5000))),
          before: fc.option(fc.jsonValue(), { nil: undefined }),
          after: fc.option(fc.jsonValue(), { nil: undefined }),
          details: fc.dictionary(texts, fc.jsonValue(), { noNullPrototype: true }),
        }),
        { numRuns: 150, seed: 5 },
      )
      .map((r, n) => row(n, r))
    for (const r of rows.slice(0, 50)) await open().tx((q) => audit.append(q, [r]))
    await open().tx((q) => audit.append(q, rows.slice(50, 100)))
    await Promise.all(rows.slice(100).map((r) => audit.refuse(r)))
    expect(await verifyAudit(open())).toEqual({ rows: 150, faults: [] })
  })

  /** Goes back to the first rows of the trail, as a restore does. */
  const back = (rows: number, foreign = false) =>
    open().tx(async (q) => {
      await keepAside(q, at)
      await q.query('set local session_replication_role = replica')
      await q.query('delete from audit where seq not in (select seq from audit order by seq limit $1)', [rows])
      await q.query(`delete from setting where name like 'audit.head.%'`)
      if (foreign) await q.query(`update audit set hash = 'of another'`)
      await q.query('set local session_replication_role = origin')
      await prepareAudit(q, at)
      return carryOver(q)
    })

  it('carries over what was written since the state it goes back to, of its own chains only', async () => {
    await fill(20)
    const all = (await verifyAudit(open())).rows
    const { carried, lost } = await back(7)
    expect([carried, lost]).toEqual([all - 7, 0])
    await open().tx((q) => makeAudit(open(), now).append(q, [row(99)]))
    expect(await verifyAudit(open())).toEqual({ rows: all + 1, faults: [] })
    await fill(5)
    const other = await back(1, true)
    expect([other.carried < 5, other.lost > 0]).toEqual([true, true])
  })

  it('shows any single row that was changed, in any column', async () => {
    await fill(40)
    const { rows: columns } = await open().query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns where table_name = 'audit' and table_schema = current_schema()`,
    )
    const other = (type: string) =>
      type === 'bigint'
        ? `seq + ${chains * 1000}`
        : type === 'jsonb'
          ? `'{"x":1}'`
          : type.startsWith('timestamp')
            ? `at + interval '1 second'`
            : `'changed'`
    const { rows: all } = await open().query<{ seq: number }>('select seq from audit order by seq')
    for (const { name, type } of columns)
      for (const { seq } of [all[0], all[17], all.at(-1)].flatMap((r) => r ?? [])) {
        const { rows } = await open().query<{ text: string }>(
          'select to_jsonb(a)::text as text from audit a where seq = $1',
          [seq],
        )
        await tamper(`update audit set ${name} = ${other(type)} where seq = $1`, seq)
        expect((await verifyAudit(open())).faults.length, `${name} of row ${seq}`).toBeGreaterThan(0)
        await tamper('delete from audit where seq = $1 or seq = $2', seq, seq + chains * 1000)
        await tamper('insert into audit select * from jsonb_populate_record(null::audit, $1::jsonb)', rows[0]?.text)
        expect((await verifyAudit(open())).faults).toEqual([])
      }
  })

  it('shows any single row that was taken out, the last of a chain too, and any that was put in', async () => {
    await fill(30)
    const { rows: all } = await open().query<{ seq: number; text: string }>(
      'select seq, to_jsonb(a)::text as text from audit a order by seq',
    )
    for (const { seq, text } of all) {
      await tamper('delete from audit where seq = $1', seq)
      expect((await verifyAudit(open())).faults.length, `without row ${seq}`).toBe(1)
      await tamper('insert into audit select * from jsonb_populate_record(null::audit, $1::jsonb)', text)
    }
    expect((await verifyAudit(open())).faults).toEqual([])
    const copy = { ...(JSON.parse(all.at(-1)?.text ?? '{}') as object), seq: (all.at(-1)?.seq ?? 0) + chains }
    await tamper('insert into audit select * from jsonb_populate_record(null::audit, $1::jsonb)', JSON.stringify(copy))
    expect((await verifyAudit(open())).faults.length).toBe(1)
  })

  it('goes on where it stopped when its heads were lost with a truncated test database', async () => {
    await fill(5)
    await open().query(`delete from setting where name like 'audit.head.%'`)
    await open().tx((q) => makeAudit(open(), now).append(q, [row(9)]))
    expect(await verifyAudit(open())).toMatchObject({ faults: [] })
  })

  it('takes a row back with the transaction it was part of', async () => {
    await fill(3)
    const audit = makeAudit(open(), now)
    await expect(
      open().tx(async (q) => {
        await audit.append(q, [row(1), row(2)])
        throw new Error('the change failed')
      }),
    ).rejects.toThrow('the change failed')
    await open().tx((q) => audit.append(q, [row(3)]))
    expect((await verifyAudit(open())).faults).toEqual([])
  })

  it('writes many refusals in few transactions, and tells each caller when one fails', async () => {
    await truncateAll(open())
    let transactions = 0
    const counting: Db = { ...open(), tx: (fn) => (transactions++, open().tx(fn)) }
    const audit = makeAudit(counting, now)
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => audit.refuse(row(n, { result: 'refused', code: 'not_found' }))),
    )
    expect(transactions).toBeLessThan(10)
    expect((await verifyAudit(open())).rows).toBe(300)
    const broken = makeAudit({ ...open(), tx: () => Promise.reject(new Error('no database')) }, now)
    await expect(broken.refuse(row(1))).rejects.toThrow('no database')
    await broken.settled()
  })

  it('is kept by several writers at once', async () => {
    await truncateAll(open())
    await open().tx((q) => prepareAudit(q, at))
    const writers = [makeAudit(open(), now), makeAudit(open(), now), makeAudit(open(), now)]
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        open().tx((q) => writers[n % 3]?.append(q, n % 7 ? [row(n)] : [row(n), row(n)]) ?? Promise.resolve()),
      ),
    )
    expect(await verifyAudit(open())).toEqual({ rows: 200 + Math.ceil(200 / 7), faults: [] })
  })

  it('goes on behind the rows that are there when the ends of its chains are not kept, and looks at no row when they are', async () => {
    await truncateAll(open())
    for (let n = 0; n < 40; n++) await open().tx((q) => makeAudit(open(), now).append(q, [row(n)]))
    await open().query(`delete from setting where name like 'audit.head.%' and name <> 'audit.head.3'`)
    await open().tx((q) => prepareAudit(q, at))
    await open().tx((q) => makeAudit(open(), now).append(q, [row(40)]))
    expect(await verifyAudit(open())).toEqual({ rows: 41, faults: [] })
    const asked: string[] = []
    await prepareAudit({ query: (sql, params) => (asked.push(sql), open().query(sql, params)) }, at)
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toContain('from audit')
  })
}

let db: Db | undefined
const opened = (): Db => {
  if (!db) throw new Error('not open')
  return db
}
describe('the audit trail (PGlite)', () => {
  beforeAll(async () => {
    db = await memoryDb()
  })
  afterAll(() => opened().close())
  suite(opened)
})

const postgres = env.whole ? await postgresOrWhyNot() : 'npm run test:whole'
describe.skipIf(typeof postgres === 'string')(
  `the audit trail (PostgreSQL${typeof postgres === 'string' ? `: ${postgres}` : ''})`,
  () => {
    beforeAll(async () => {
      if (typeof postgres === 'string') return
      db = await openPg(postgres.url)
      await migrate(db)
    })
    afterAll(async () => {
      if (typeof postgres === 'string') return
      await opened().close()
      await postgres.stop()
    })
    suite(opened)
  },
)

describe('what is written down', () => {
  it('holds no secret, whatever its field is called by habit', () => {
    const text = JSON.stringify(
      redact({
        password: 'a1',
        new_password: 'a2',
        token: 'a3',
        jwt_token: 'a4',
        Authorization: 'a5',
        code: 'a6',
        secret_key: 'a7',
        password_hash: 'a8',
        list: [{ token: 'a9' }],
        deep: { deep: { cookie: 'a10' } },
      }),
    )
    expect(text).not.toMatch(/a\d/)
    expect(redact({ code_name: 'kept', encoded: 'kept' })).toEqual({ code_name: 'kept', encoded: 'kept' })
  })

  it('is one text for one value, whatever the order of its keys', () => {
    expect(canonical({ b: [1, { d: null, c: undefined }], a: 'x' })).toBe(canonical({ a: 'x', b: [1, { d: null }] }))
    expect(canonical({ a: 1 })).not.toBe(canonical({ a: '1' }))
  })
})
