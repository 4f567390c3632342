/**
 * The audit log at a million rows, through the whole interpreter: what a page costs wherever it lies and whatever narrows it, against the same
 * page of a log of ten thousand. The rows are laid by SQL and have no chain; nothing here works it through.
 */
import type { Db } from '#mock/db/db.ts'
import { onBothEngines, type Opened } from './bothEngines.ts'
import { type Figure, median } from './table.ts'

const few = 10_000
const million = 1_000_000
const step = 50_000
/** Milliseconds a page may take; part of a name is looked for among all names first. */
const budget = (query: string): number => (query.startsWith('q=') ? 150 : 60)

/** Rows of a year: two thousand people, one of them in a hundred rows; one action in fifty thousand is rare; one row in fifty refused. */
const lay = `insert into audit (seq, at, user_id, username, role, address, action, entity, entity_id, result, code, request_id,
    before_hash, after_hash, details, prev_hash, hash)
  select 100000000 + n * 16, timestamptz '2025-11-01' + n * interval '31 seconds', 'bench-' || n % 2000, 'bench_' || n % 2000, 'teacher',
    '10.' || n % 40 || '.' || n % 250 || '.7',
    case when n % 50000 = 0 then 'role.remove' else (array['tool.update','session.sign-in','dork.create','import.apply','user.update'])[1 + n % 5] end,
    (array['tool','user','dork','import','user'])[1 + n % 5], 'thing-' || n % 30000,
    case when n % 50 = 0 then 'refused' else 'done' end, case when n % 50 = 0 then 'not_found' end, md5(n::text), md5(n::text), md5(n::text),
    '{"changed":["summary"],"before":{"summary":"Finds hosts."},"after":{"summary":"Finds hosts and what they run."}}'::jsonb, md5(n::text), md5(n::text)
  from generate_series($1::integer, $2::integer) n`

const asked: readonly (readonly [what: string, query: string])[] = [
  ['first page', ''],
  ['last page', 'oldest=true'],
  ['a page in the middle', 'after=1777600000000000-1'],
  ['one person', 'user_id=bench-77'],
  ['two people', 'user_id=bench-77&user_id=bench-1234'],
  ['an action in a month', 'action=tool.update&at_from=2026-03-01&at_to=2026-03-31'],
  ['two actions and refused', 'action=tool.update&action=dork.create&result=refused'],
  ['a rare action', 'action=role.remove'],
  ['one thing', 'entity=tool&entity_id=thing-4445'],
  ['part of a name', 'q=bench_19'],
  ['an address', 'address=10.7.'],
]

type Ask = (query: string) => Promise<void>

async function times(ask: Ask): Promise<Map<string, number>> {
  const out = new Map<string, number>()
  for (const [what, query] of asked) {
    const all: number[] = []
    for (let n = 0; n < 14; n++) {
      const from = performance.now()
      await ask(`page_size=20&${query}`)
      if (n >= 3) all.push(performance.now() - from)
    }
    out.set(what, median(all))
  }
  return out
}

async function grow(db: Db, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += step) await db.query(lay, [n + 1, Math.min(n + step, to)])
  // as the maintenance leaves it, so that counting reads an index and no rows
  await db.script('vacuum analyze audit')
}

const rounds = 6
const writes = 150

/** What a durable write costs more for the indexes by which the log is narrowed: rounds with them and without, in turns, over one database. */
async function indexFigure({ db, where, call }: Opened): Promise<Figure> {
  const { rows: indexes } = await db.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes
     where schemaname = current_schema() and tablename = 'audit' and indexname not in ('audit_pkey', 'audit_by_time')`,
  )
  const took = { with: [] as number[], without: [] as number[] }
  let n = 0
  const write = async (into: number[]): Promise<void> => {
    for (let i = 0; i < writes; i++) {
      const from = performance.now()
      await call('POST', '/tool-categories', { name: `Bench ${n++}`, description: '' })
      into.push(performance.now() - from)
    }
  }
  await write([])
  for (let round = 0; round < rounds; round++) {
    await write(took.with)
    for (const { name } of indexes) await db.script(`drop index ${name}`)
    await write(took.without)
    for (const { sql } of indexes) await db.script(sql)
  }
  const [a, b] = [median(took.with), median(took.without)]
  const value = 100 * (a / b - 1)
  return {
    what: `durable write${where}, for ${indexes.length} indexes of the audit log`,
    value,
    unit: '% more',
    budget: `< 10 %; ${a.toFixed(2)} ms with them, ${b.toFixed(2)} ms without`,
    held: value < 10,
  }
}

export const auditFigures = (): Promise<Figure[]> =>
  onBothEngines(async (o) => {
    const { db, where, call } = o
    const ask: Ask = async (query) => {
      const { items } = await call<{ items: unknown[] }>('GET', `/audit?${query}`)
      if (items.length === 0) throw new Error(`${query}: nothing`)
    }
    await grow(db, 0, few)
    const small = await times(async (query) => {
      // some narrowings find nothing among few rows, and are measured all the same
      await ask(query).catch(() => {})
    })
    const indexes = await indexFigure(o)
    await grow(db, few, million)
    const large = await times(ask)
    const pages = asked.map(([what, query]): Figure => {
      const ms = large.get(what) ?? 0
      const ratio = ms / (small.get(what) ?? ms)
      return {
        what: `audit log, 1,000,000 rows${where}: ${what}`,
        value: ms,
        unit: 'ms',
        budget: `≤ ${budget(query)} ms; ${ratio.toFixed(1)} × that of 10,000 rows`,
        held: ms <= budget(query),
      }
    })
    return [indexes, ...pages]
  })
