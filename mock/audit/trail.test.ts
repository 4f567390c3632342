/** J9: whatever single thing somebody with the keys to the database does to the trail, working it through shows it. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryDb, truncateAll } from '#tests/support/database.ts'
import type { Db } from '../db/db.ts'
import { chains, makeAudit } from './chain.ts'
import type { AuditRow } from './row.ts'
import { countAudit, verifyAudit } from './verify.ts'
import { some } from '../../tests/support/some.ts'

const at = new Date('2026-11-05T08:00:00.000Z')
const row = (n: number): AuditRow => ({
  at,
  user_id: `u${n % 3}`,
  username: 'somebody',
  role: 'admin',
  address: '127.0.0.1',
  action: 'tool.update',
  entity: 'tool',
  entity_id: String(n),
  result: n % 4 ? 'done' : 'refused',
  code: n % 4 ? null : 'not_found',
  request_id: `r${n}`,
  before: { name: `old ${n}` },
  after: { name: `new ${n}` },
})
const count = 24
let db: Db
beforeAll(async () => {
  db = await memoryDb()
  await truncateAll(db)
  const audit = makeAudit(db, () => at)
  for (let n = 0; n < count; n++) await db.tx((q) => audit.append(q, [row(n)]))
})
afterAll(() => db.close())

type Deed =
  | { do: 'edit'; row: number; column: string; to: string }
  | { do: 'edit details'; row: number; to: string }
  | { do: 'remove'; row: number }
  | { do: 'swap'; row: number; with: number }
  | { do: 'insert'; row: number }
  | { do: 'cut'; from: number }

const places = fc.nat(count - 1)
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    do: fc.constant('edit' as const),
    row: places,
    column: fc.constantFrom(
      'user_id',
      'username',
      'role',
      'address',
      'action',
      'entity',
      'entity_id',
      'code',
      'request_id',
    ),
    to: fc.string({ maxLength: 12 }).map((text) => `x${text.replaceAll('\0', '')}`),
  }),
  fc.record({ do: fc.constant('edit details' as const), row: places, to: fc.nat().map(String) }),
  fc.record({ do: fc.constant('remove' as const), row: places }),
  fc.record({ do: fc.constant('swap' as const), row: places, with: places }).filter((d) => d.row !== d.with),
  fc.record({ do: fc.constant('insert' as const), row: places }),
  fc.record({ do: fc.constant('cut' as const), from: places }),
)

async function does(q: { query: Db['query'] }, deed: Deed, seqs: readonly number[]): Promise<void> {
  const seq = (n: number): number => seqs[n] ?? 0
  if (deed.do === 'edit') await q.query(`update audit set ${deed.column} = $2 where seq = $1`, [seq(deed.row), deed.to])
  if (deed.do === 'edit details')
    await q.query(`update audit set details = details || jsonb_build_object('after', $2::text) where seq = $1`, [
      seq(deed.row),
      deed.to,
    ])
  if (deed.do === 'remove') await q.query('delete from audit where seq = $1', [seq(deed.row)])
  if (deed.do === 'cut') await q.query('delete from audit where seq >= $1', [seq(deed.from)])
  if (deed.do === 'insert') {
    // between two rows there is no number free: whoever puts one in moves those behind it
    await q.query(`update audit set seq = seq + ${chains * 1000} where seq > $1`, [seq(deed.row)])
    await q.query(
      `insert into audit select (jsonb_populate_record(null::audit, to_jsonb(a) || jsonb_build_object('seq', a.seq + ${chains}))).*
       from audit a where seq = $1`,
      [seq(deed.row)],
    )
    await q.query(`update audit set seq = seq - ${chains * 999} where seq > ${chains * 1000}`)
  }
  if (deed.do === 'swap') {
    const [a, b] = [seq(deed.row), seq(deed.with)]
    await q.query('update audit set seq = -1 where seq = $1', [a])
    await q.query('update audit set seq = $1 where seq = $2', [a, b])
    await q.query('update audit set seq = $1 where seq = -1', [b])
  }
}

class Undo extends Error {}

it('shows every single edit, removal, exchange and insertion, wherever it is done', async () => {
  const { rows } = await db.query<{ seq: number }>('select seq from audit order by seq')
  const seqs = rows.map((r) => r.seq)
  expect(await verifyAudit(db)).toEqual({ rows: count, faults: [] })
  expect(await countAudit(db)).toBe(count)
  await fc.assert(
    fc.asyncProperty(deeds, async (deed) => {
      await db
        .tx(async (q) => {
          await q.query('set local session_replication_role = replica')
          await does(q, deed, seqs)
          expect((await verifyAudit(q)).faults.length, JSON.stringify(deed)).toBeGreaterThan(0)
          throw new Undo()
        })
        .catch((e: unknown) => {
          if (!(e instanceof Undo)) throw e
        })
    }),
    { numRuns: Number(process.env['RUNS'] ?? some(150)) },
  )
  expect(await verifyAudit(db)).toEqual({ rows: count, faults: [] })
})

it('says what it was asked about while it goes on growing', async () => {
  const audit = makeAudit(db, () => at)
  let more = 3
  const verdict = await verifyAudit(db, async () => {
    if (more-- > 0) await db.tx((q) => audit.append(q, [row(100 + more), row(200 + more)]))
  })
  expect(verdict.faults).toEqual([])
  expect(verdict.rows).toBeGreaterThan(count)
})
