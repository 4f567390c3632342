/**
 * Empties what the platform keeps, before a start: the embedded database and the uploads, or the platform's own tables on a PostgreSQL
 * server. What somebody else keeps beside it stays, and a database is emptied only by who names it.
 */
import fs from 'node:fs'
import path from 'node:path'
import { Plain, type StartOptions } from './commandLine.ts'
import { type Db, DbError, type Queryable, quoteName } from './db/db.ts'
import { DirectoryInUse, lockDir } from './db/lock.ts'
import { ownMigrations } from './db/migrate.ts'
import { ownTables } from './db/own-tables.ts'

export interface TerminalOperator {
  say: (text: string) => void
  /** Undefined when nobody sits there. */
  ask: ((question: string) => Promise<string>) | undefined
}

const nothing = 'Nothing was emptied.'
const uploadsOf = (data: string) => path.join(data, 'files', 'uploads')

/** Folders of the embedded database and its uploads, and nothing else that may be in the folder. */
export async function resetFolder({ data }: Pick<StartOptions, 'data'>, { say }: TerminalOperator): Promise<void> {
  const db = path.join(data, 'db')
  if (fs.existsSync(db) && !fs.existsSync(path.join(db, 'PG_VERSION')))
    throw new Plain(`${db} is not a database of the platform. Choose another folder with --data. ${nothing}`)
  const found = [db, uploadsOf(data)].filter((p) => fs.existsSync(p))
  if (!found.length) return
  const release = await lockDir(data).catch((e: unknown) => {
    throw e instanceof DirectoryInUse ? new Plain(`${e.message}. ${nothing}`) : e
  })
  try {
    for (const folder of found) empty(folder, say)
  } finally {
    release()
  }
}

function empty(folder: string, say: TerminalOperator['say']): void {
  say(`Emptying ${folder}`)
  fs.rmSync(folder, { recursive: true, force: true })
}

interface Found {
  database: string
  schema: string
  /** The platform's own. */
  tables: string[]
  functions: string[]
  /** Everybody else's in the same schema. */
  others: number
  connections: number
}

/**
 * The platform's tables on this server: those its migrations made, of which the database itself keeps the list, and those of documents,
 * which carry the mark they were made with.
 * @throws Plain when the database was made by a newer version, whose tables are not known here
 */
async function look(db: Db): Promise<Found> {
  const { rows: at } = await db.query<{ database: string; schema: string }>(
    'select current_database() as database, current_schema() as schema',
  )
  const own = await ownTables(db, await migrationsOf(db))
  const { database = '', schema = '' } = at[0] ?? {}
  return {
    database,
    schema,
    connections: await connectionsTo(db),
    ...own,
    tables: own.tables.map((t) => t.name),
  }
}

/** Texts of the migrations that ran here; none when this was never the platform's database. */
async function migrationsOf(db: Db): Promise<string[]> {
  const { rows: there } = await db.query<{ there: boolean }>(
    `select to_regclass(quote_ident(current_schema()) || '.migration') is not null as there`,
  )
  if (!there[0]?.there) return []
  const { rows: columns } = await db.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'migration'::regclass and attnum > 0 and not attisdropped`,
  )
  if (!['name', 'sum', 'at'].every((c) => columns.some((r) => r.name === c))) return []
  const { rows } = await db.query<{ name: string }>('select name from migration order by name')
  const dir = ownMigrations()
  const ours = fs.readdirSync(dir)
  const unknown = rows.filter((r) => !ours.includes(r.name)).map((r) => r.name)
  if (unknown.length === rows.length) return []
  if (unknown.length)
    throw new Plain(
      `The database was made by a newer version, which alone knows its tables: it has ${unknown[0]}. ${nothing}`,
    )
  return rows.map((r) => fs.readFileSync(path.join(dir, r.name), 'utf8'))
}

/** Connections to the database beside this one. */
async function connectionsTo(q: Queryable): Promise<number> {
  const { rows } = await q.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rows[0]?.n ?? 0
}
function alone(database: string, connections: number): void {
  if (connections === 0) return
  const who = `${connections} other connection${connections === 1 ? '' : 's'}`
  throw new Plain(`The database '${database}' is in use by ${who}. Stop the servers that use it first. ${nothing}`)
}

/** Who says the database's name means it. */
async function agreed(found: Found, said: string | undefined, { ask }: TerminalOperator): Promise<void> {
  const { database, tables: own } = found
  if (said !== undefined && said !== database)
    throw new Plain(`--reset names '${said}', and the database of DATABASE_URL is '${database}'. ${nothing}`)
  if (said !== undefined) return
  if (!ask)
    throw new Plain(
      `--reset would empty the database '${database}' of DATABASE_URL, and there is no terminal to ask for confirmation. If you mean it, write --reset=${database}. ${nothing}`,
    )
  const answer = await ask(
    `This drops ${own.length} tables of the platform in the database '${database}', with every account, entry and audit record in them.\nType the name of the database to continue: `,
  )
  if (answer.trim() !== database) throw new Plain(nothing)
}

/** Drops the platform's tables and its uploads. It refuses while anybody else is connected, and where other people's things rest on them. */
export async function resetDatabase(
  db: Db,
  { data, reset }: Pick<StartOptions, 'data' | 'reset'>,
  person: TerminalOperator,
): Promise<void> {
  const found = await look(db)
  const { database, schema, tables: own, others, connections } = found
  if (!own.length) {
    if (others)
      throw new Plain(
        `The database '${database}' holds ${others} tables, and none is the platform's. Name an empty one in DATABASE_URL. ${nothing}`,
      )
    if (reset?.name !== undefined) await agreed(found, reset.name, person)
    return
  }
  alone(database, connections)
  await agreed(found, reset?.name, person)
  const named = (name: string) => `${quoteName(schema)}.${quoteName(name)}`
  person.say(`Emptying the database ${database}: ${own.length} tables`)
  await db
    .tx(async (q) => {
      await q.query(`set local lock_timeout = '5s'`)
      // somebody may have thought about the answer for an hour
      alone(database, await connectionsTo(q))
      // without "cascade": a view that somebody built on them is not ours to drop
      await q.query(`drop table ${own.map(named).join(', ')}`)
      for (const name of found.functions) await q.query(`drop function if exists ${named(name)}`)
    })
    .catch((e: unknown) => {
      if (e instanceof DbError && e.code === '2BP01')
        throw new Plain(
          `Something else in the database '${database}' depends on the platform's tables. Drop it first. ${nothing}`,
        )
      if (e instanceof DbError && e.code === '55P03')
        throw new Plain(`Somebody holds tables of the database '${database}'. ${nothing}`)
      if (e instanceof DbError && e.code === '42501')
        throw new Plain(`The user of DATABASE_URL may not drop the tables of '${database}'. ${nothing}`)
      throw e
    })
  if (fs.existsSync(uploadsOf(data))) empty(uploadsOf(data), person.say)
}
