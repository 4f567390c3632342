/**
 * A process that writes pairs of rows until it is killed, for `kill.test.ts`. First it says which pairs it finds whole and which torn, then
 * `ack <id>` for every pair whose transaction returned.
 */
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openPglite } from '../pglite.ts'
import { tidy } from '../tidy.ts'

const [dir = '', first = '0'] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

const db = await openPglite(dir)
await db.script(
  'create table if not exists pair (id int, side text, text text); create index if not exists pair_id on pair (id); create table if not exists total (n int)',
)
const { rows } = await db.query<{ id: number; n: number }>('select id, count(*) as n from pair group by id')
const { rows: counted } = await db.query<{ n: number }>('select count(*) as n from total')
const ids = (whole: boolean): number[] => rows.filter((r) => (r.n === 2) === whole).map((r) => r.id)
say(`found ${JSON.stringify({ whole: ids(true), torn: ids(false), counted: counted[0]?.n })}`)

let next = Number(first)
async function write(): Promise<never> {
  for (;;) {
    const id = next++
    await db.tx(async (q) => {
      await q.query(`insert into pair values ($1, 'debit', $2)`, [id, 'x'.repeat(id % 500)])
      await q.query('insert into total values ($1)', [id])
      await q.query(`insert into pair values ($1, 'credit', '')`, [id])
    })
    say(`ack ${id}`)
  }
}
async function disturb(): Promise<never> {
  for (;;) {
    await tidy(db)
    await db.script('reindex table pair')
    await pause(200)
  }
}
await Promise.all([...Array.from({ length: 8 }, write), disturb()])
