/**
 * The rows of every table as they stood at one moment, while everybody goes on writing. PostgreSQL keeps that moment for a transaction of
 * its own. The embedded database has one connection, so a transaction would keep everybody waiting: there the first change of a row after
 * the moment puts the row as it was into `backup_before`, and whoever reads takes those for the ones that changed. No pause is longer than
 * one batch, which grows and shrinks to take about 30 ms.
 */
import { type Db, quoteName } from '#mock/db/db.ts'
import type { MigrationFile } from '#mock/db/migrate.ts'
import { rowJsonSql, migrationsOf, type DatabaseTable, backedUpTables } from './catalog.ts'
import { detached } from './detached.ts'

interface Batch {
  /** Lines with their ends. */
  text: string
  rows: number
}
export interface Snapshot {
  taken_at: Date
  migrations: MigrationFile[]
  tables: DatabaseTable[]
  read(table: DatabaseTable): AsyncGenerator<Batch, void, undefined>
  /** Lets go of the moment. */
  end(): Promise<void>
}

const wanted = 30
const batch = { first: 100, least: 10, most: 2000, bytes: 4 * 1024 * 1024 }

/** Reads a table in the order of its key, from `source`, which answers rows behind a key. */
/** A row as the backup has it, beside its keys. */
type Line = Record<string, unknown> & { line: string }

async function* inBatches(
  { key }: DatabaseTable,
  next: (after: readonly unknown[] | undefined, limit: number) => Promise<Line[]>,
): AsyncGenerator<Batch, void, undefined> {
  let limit = batch.first
  for (let after: unknown[] | undefined; ; ) {
    const began = performance.now()
    const rows = await next(after, limit)
    const took = performance.now() - began
    const text = rows.map((r) => `${r.line}\n`).join('')
    if (rows.length) yield { text, rows: rows.length }
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = key.map((_, n) => last[`k${n}`])
    if (took > 2 * wanted || text.length > batch.bytes) limit = Math.max(batch.least, limit >> 1)
    else if (took < wanted) limit = Math.min(batch.most, limit * 2)
  }
}

const keysOf = ({ key }: DatabaseTable, alias: string): string[] => key.map((k) => `${alias}.${quoteName(k)}`)
const behind = (t: DatabaseTable, alias: string): string =>
  `(${keysOf(t, alias).join(', ')}) > (${t.key.map((k, n) => `$${n + 2}::text::${typeOf(t, k)}`).join(', ')})`
const typeOf = (t: DatabaseTable, name: string): string => t.columns.find((c) => c.name === name)?.type ?? 'text'
/** Keys go back as the texts they came as. */
const keyTexts = (t: DatabaseTable, alias: string): string =>
  keysOf(t, alias)
    .map((k, n) => `${k}::text as k${n}`)
    .join(', ')

export const snapshot = (db: Db, now: () => Date): Promise<Snapshot> =>
  db.engine === 'postgres' ? ofServer(db, now) : ofEmbedded(db, now)

async function ofServer(db: Db, now: () => Date): Promise<Snapshot> {
  const { q, over } = await detached(db)
  try {
    await q.query('set transaction isolation level repeatable read, read only')
    const migrations = await migrationsOf(q)
    const tables = await backedUpTables(q, migrations)
    return {
      taken_at: now(),
      migrations,
      tables,
      async *read(t) {
        if (!t.key.length) {
          const { rows } = await q.query<Line>(`select ${rowJsonSql(t, 't')} as line from ${quoteName(t.name)} t`)
          yield { text: rows.map((r) => `${r.line}\n`).join(''), rows: rows.length }
          return
        }
        const order = keysOf(t, 't').join(', ')
        const from = `select ${keyTexts(t, 't')}, ${rowJsonSql(t, 't')} as line from ${quoteName(t.name)} t`
        yield* inBatches(t, async (after, limit) => {
          const where = after ? ` where ${behind(t, 't')}` : ''
          return (await q.query<Line>(`${from}${where} order by ${order} limit $1`, [limit, ...(after ?? [])])).rows
        })
      },
      end: over,
    }
  } catch (e) {
    await over()
    throw e
  }
}

const keeper = (t: DatabaseTable): string => quoteName(`backup_keep_${t.name}`)
const keyText = (t: DatabaseTable, row: 'old' | 'new'): string =>
  `jsonb_build_array(${keysOf(t, row).join(', ')})::text`

/** Keeps the rows of a table as they were: the first word about a row counts. */
function keeping(t: DatabaseTable): string {
  const keep = (row: 'old' | 'new', made: boolean) =>
    `insert into backup_before values ('${t.name}', ${keyText(t, row)}, ${row}::text, ${made}) on conflict do nothing;`
  return `create or replace function ${keeper(t)}() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${keep('new', true)} return null; end if;
  ${keep('old', false)}
  if tg_op = 'UPDATE' and (${keysOf(t, 'new').join(', ')}) is distinct from (${keysOf(t, 'old').join(', ')}) then ${keep('new', true)} end if;
  return null;
end $$;
create trigger backup_keep after insert or update or delete on ${quoteName(t.name)} for each row execute function ${keeper(t)}();`
}

/** Takes away what a backup left in the database, also one that was killed. */
export async function letGo(db: Pick<Db, 'tx'>): Promise<void> {
  await db.tx(async (q) => {
    const { rows } = await q.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and proname like 'backup\\_keep\\_%'`,
    )
    for (const { name } of rows) await q.query(`drop function ${quoteName(name)} cascade`)
    await q.query('delete from backup_before')
  })
}

async function ofEmbedded(db: Db, now: () => Date): Promise<Snapshot> {
  await letGo(db)
  // a table without a key cannot be read in parts; those few are small, and read at the moment itself
  const whole = new Map<string, Batch>()
  const { taken_at, migrations, tables } = await db.tx(async (q) => {
    const ran = await migrationsOf(q)
    const all = await backedUpTables(q, ran)
    for (const t of all) {
      if (t.key.length) await q.script(keeping(t))
      else {
        const { rows } = await q.query<{ line: string }>(
          `select ${rowJsonSql(t, 't')} as line from ${quoteName(t.name)} t`,
        )
        whole.set(t.name, { text: rows.map((r) => `${r.line}\n`).join(''), rows: rows.length })
      }
    }
    return { taken_at: now(), migrations: ran, tables: all }
  })
  return {
    taken_at,
    migrations,
    tables,
    async *read(t) {
      const held = whole.get(t.name)
      if (held) {
        yield held
        return
      }
      const name = quoteName(t.name)
      const source = (after: boolean) => `
        select * from ((select ${keysOf(t, 't')
          .map((k, n) => `${k} as o${n}`)
          .join(', ')}, ${keyTexts(t, 't')}, ${rowJsonSql(t, 't')} as line from ${name} t
          where ${after ? behind(t, 't') : 'true'} and not exists (select 1 from backup_before b
            where b.tab = '${t.name}' and b.key = jsonb_build_array(${keysOf(t, 't').join(', ')})::text)
          order by ${keysOf(t, 't').join(', ')} limit $1)
        union all
        (select ${keysOf(t, 'r')
          .map((k, n) => `${k} as o${n}`)
          .join(', ')}, ${keyTexts(t, 'r')}, ${rowJsonSql(t, 'r')} as line
          from backup_before b cross join lateral (select (b.was::${name}).*) r
          where b.tab = '${t.name}' and not b.made ${after ? `and ${behind(t, 'r')}` : ''}
          order by ${keysOf(t, 'r').join(', ')} limit $1)) both_of
        order by ${t.key.map((_, n) => `o${n}`).join(', ')} limit $1`
      yield* inBatches(
        t,
        async (after, limit) => (await db.query<Line>(source(after !== undefined), [limit, ...(after ?? [])])).rows,
      )
    },
    end: () => letGo(db),
  }
}
