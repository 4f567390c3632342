/**
 * A process that writes pairs of rows until it is killed, for `kill.test.ts`. First it says what it finds: which pairs are whole and which
 * torn, which of them the audit trail names, and whether that holds; then `ack <id>` for every pair whose transaction returned. Even ids
 * have a transaction each, odd ones share theirs as the calls of a server do, together with some that fail half-way.
 */
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { makeAudit, prepareAudit } from '../../audit/chain.ts'
import { verifyAudit } from '../../audit/verify.ts'
import { inTransaction } from '../../http/write/group.ts'
import type { Queryable } from '../db.ts'
import { openPglite } from '../pglite.ts'
import { tidy } from '../tidy.ts'

const [dir = '', first = '0'] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

const db = await openPglite(dir)
await db.script(
  'create table if not exists pair (id int, side text, text text); create index if not exists pair_id on pair (id); create table if not exists total (n int)',
)
const now = (): Date => new Date()
await db.tx((q) => prepareAudit(q, now()))
const { rows } = await db.query<{ id: number; n: number }>('select id, count(*) as n from pair group by id')
const { rows: counted } = await db.query<{ n: number }>('select count(*) as n from total')
const { rows: named } = await db.query<{ id: number }>(
  `select entity_id::int as id from audit where entity = 'pair' order by seq`,
)
const { faults } = await verifyAudit(db)
const ids = (whole: boolean): number[] => rows.filter((r) => (r.n === 2) === whole).map((r) => r.id)
const found = { whole: ids(true), torn: ids(false), counted: counted[0]?.n, audited: named.map((r) => r.id), faults }
say(`found ${JSON.stringify(found)}`)

async function pair(q: Queryable, id: number): Promise<void> {
  await q.query(`insert into pair values ($1, 'debit', $2)`, [id, 'x'.repeat(id % 500)])
  await q.query('insert into total values ($1)', [id])
  await q.query(`insert into pair values ($1, 'credit', '')`, [id])
}
const shared = inTransaction(db, makeAudit(db, now))
const row = (id: number) => ({
  at: now(),
  user_id: null,
  username: null,
  role: null,
  address: '',
  action: 'pair.post',
  entity: 'pair',
  entity_id: String(id),
  result: 'done' as const,
  code: null,
  request_id: '',
})

let next = Number(first)
async function write(): Promise<never> {
  for (;;) {
    const id = next++
    if (id % 2 === 0) await db.tx((q) => pair(q, id))
    else await shared(async (q) => ({ value: await pair(q, id), rows: [row(id)] }))
    say(`ack ${id}`)
  }
}
async function fail(): Promise<never> {
  for (;;) {
    const half = shared(async (q) => {
      await q.query(`insert into pair values (-1, 'debit', '')`)
      throw new Error('changed its mind')
    })
    await half.catch(() => {})
  }
}
async function disturb(): Promise<never> {
  for (;;) {
    await tidy(db)
    await db.script('reindex table pair')
    await pause(200)
  }
}
await Promise.all([...Array.from({ length: 8 }, write), fail(), disturb()])
