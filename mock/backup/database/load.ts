/**
 * Puts the database back to a backup, in one transaction: every table is made anew as it was then, filled, and brought up to the schema of
 * this program. Whoever kills the server in the middle has the state before; there is nothing in between. The transaction reads the archive
 * while it holds the database, which no other may: the platform answers nobody meanwhile.
 */
import { carryOver, keepAside, makeAudit } from '#mock/audit/chain.ts'
import type { AuditRow } from '#mock/audit/row.ts'
import { prepareTables } from '#mock/crud/prepare.ts'
import { type Db, DbError, type Queryable, quoteName, type Tx } from '#mock/db/db.ts'
import { migrationFiles, runMigration } from '#mock/db/migrate.ts'
import { ownTables } from '#mock/db/own-tables.ts'
import type { BackupFit } from '#src/contract/backup/backup.ts'
import type { BackupManifest, TableOf } from '../archive/manifest.ts'
import type { Archive } from '../archive/open.ts'
import { BackupProblem } from '../archive/problem.ts'
import { localTables, type DatabaseTable, backedUpTables } from './catalog.ts'

export interface DatabaseLoad {
  db: Db
  now: () => Date
  archive: Archive
  tick: (share: number) => void
  /** Written into the audit trail as it then is, behind the entries made since the backup, with their number. */
  audit: AuditRow
  /** Runs at the end of the transaction, on the new state. */
  settle: (q: Queryable) => Promise<void>
}

/** Whether this program knows the schema of a backup. */
export function fitOf({ migrations }: Pick<BackupManifest, 'migrations'>): BackupFit {
  const ours = migrationFiles()
  const known = migrations.every((m) => ours.some((f) => f.name === m.name && f.sum === m.sum))
  if (!known) return 'newer'
  return migrations.length === ours.length ? 'same' : 'older'
}

/** Milliseconds a call may have been under way when the backup was made: its entry carries the time it came. */
const underWay = 3_600_000
const bytesAtOnce = 2 * 1024 * 1024

/** @throws BackupProblem; the database is as it was then */
export async function loadBackup({ db, now, archive, tick, audit, settle }: DatabaseLoad): Promise<void> {
  const { manifest } = archive
  if (fitOf(manifest) === 'newer') throw new BackupProblem('backup_newer')
  await db.tx(async (q) => {
    if (db.engine === 'postgres') await q.query(`set local lock_timeout = '30s'`)
    await keepAside(q, new Date(Date.parse(manifest.taken_at) - underWay))
    const kept = await dropAll(q)
    const then = new Set(manifest.migrations.map((m) => m.name))
    const files = migrationFiles()
    await makeMigrationTable(q)
    for (const f of files.filter((m) => then.has(m.name))) await runMigration(q, f, now())
    const inside = { tx: <T>(fn: (tx: Tx) => Promise<T>) => fn(q) }
    await prepareTables(inside)
    const tables = await backedUpTables(q, files)
    await loadTables(q, archive, tables, tick)
    for (const f of files.filter((m) => !then.has(m.name))) await runMigration(q, f, now())
    // keys of documents that were made by other rules are made again
    for (const t of manifest.tables)
      if (t.mark !== null) await q.query(`comment on table ${quoteName(t.name)} is '${t.mark.replaceAll("'", '')}'`)
    await prepareTables(inside)
    await putBack(q, kept)
    const { carried, lost } = await carryOver(q)
    await makeAudit(db, now).append(q, [
      { ...audit, details: { ...audit.details, carried, ...(lost ? { lost } : {}) } },
    ])
    await settle(q)
  })
}

type Kept = Map<string, string>

/** Takes the platform's tables away; rows of those that stay are answered. */
async function dropAll(q: Tx): Promise<Kept> {
  const own = await ownTables(
    q,
    migrationFiles().map((f) => f.text),
  )
  const kept: Kept = new Map()
  for (const name of ['backup', 'restore']) {
    const { rows } = await q.query<{ all: string | null }>(`select jsonb_agg(to_jsonb(t))::text as all from ${name} t`)
    kept.set(name, rows[0]?.all ?? '[]')
  }
  // without "cascade": a view that somebody built on them is not ours to drop
  await q.query(`drop table ${own.tables.map((t) => quoteName(t.name)).join(', ')}`)
  for (const name of own.functions) await q.query(`drop function if exists ${quoteName(name)}`)
  return kept
}

async function putBack(q: Tx, kept: Kept): Promise<void> {
  for (const [name, all] of kept)
    await q.query(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`, [all])
}

const makeMigrationTable = (q: Tx) =>
  q.query(`create table migration (name text collate "C" primary key, sum text not null, at timestamptz not null)`)

/**
 * Takes the rows of every table. What watches over rows rests while they come: they were looked at when they were written.
 * @throws BackupProblem
 */
export async function loadTables(
  q: Tx,
  archive: Archive,
  tables: readonly DatabaseTable[],
  tick: (share: number) => void,
): Promise<void> {
  const { rows: links } = await q.query<{ tab: string; name: string; def: string }>(
    `select c.relname as tab, k.conname as name, pg_get_constraintdef(k.oid) as def from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])`,
    [tables.map((t) => t.name)],
  )
  for (const { tab, name } of links) await q.query(`alter table ${quoteName(tab)} drop constraint ${quoteName(name)}`)
  for (const t of tables) await q.query(`alter table ${quoteName(t.name)} disable trigger user`)
  const all = archive.manifest.tables.reduce((n, t) => n + t.size, 1)
  let done = 0
  for (const part of archive.manifest.tables) {
    if (localTables.has(part.name)) throw new BackupProblem('backup_damaged', { at: part.name })
    const table = tables.find((t) => t.name === part.name)
    if (!table || part.columns.some((c) => !table.columns.some((own) => own.name === c)))
      throw new BackupProblem('backup_newer', { at: part.name })
    await fillOne(q, archive, table, part, (bytes) => tick(Math.min(0.99, (done + bytes) / all)))
    done += part.size
  }
  for (const { tab, name, def } of links)
    await q.query(`alter table ${quoteName(tab)} add constraint ${quoteName(name)} ${def}`)
  for (const t of tables) await q.query(`alter table ${quoteName(t.name)} enable trigger user`)
}

async function fillOne(
  q: Tx,
  archive: Archive,
  table: DatabaseTable,
  part: TableOf,
  moved: (bytes: number) => void,
): Promise<void> {
  const types = new Map(table.columns.map((c) => [c.name, c.type]))
  const name = quoteName(table.name)
  const sql = `insert into ${name} (${part.columns.map(quoteName).join(', ')}) overriding system value
    select ${part.columns.map((c, n) => `(r.v->>${n})::${types.get(c)}`).join(', ')} from jsonb_array_elements($1::jsonb) with ordinality r(v, n) order by n`
  let rows = 0
  const put = async (lines: string): Promise<void> => {
    try {
      rows += (await q.query(sql, [`[${lines.trimEnd().replaceAll('\n', ',')}]`])).count
    } catch (e) {
      // a value its column cannot hold, or a row its table refuses: class 22 and 23
      if (e instanceof DbError && /^2[23]/.test(e.code ?? ''))
        throw new BackupProblem('backup_damaged', { at: part.entry })
      throw e
    }
  }
  // rows that a migration laid come with the backup
  await q.query(`delete from ${name}`)
  let bytes = 0
  const text = new TextDecoder('utf-8')
  let held = ''
  for await (const chunk of archive.read(part)) {
    bytes += chunk.length
    held += text.decode(chunk, { stream: true })
    moved(bytes)
    if (held.length < bytesAtOnce) continue
    const cut = held.lastIndexOf('\n') + 1
    if (cut === 0) continue
    await put(held.slice(0, cut))
    held = held.slice(cut)
  }
  if (held.trim()) await put(held)
  if (rows !== part.rows) throw new BackupProblem('backup_damaged', { at: part.entry })
  for (const c of table.columns)
    if (c.identity)
      await q.query(
        `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${quoteName(c.name)}) from ${name}), 1))`,
        [table.name, c.name],
      )
}
