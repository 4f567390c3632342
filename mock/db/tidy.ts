import type { Db } from './db.ts'
import { quoteName } from './db.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

/**
 * What a PostgreSQL server does in the background and single-user mode does not: without it the log and the tables only grow. One table at
 * a time, in the database's own queue: VACUUM inside somebody's transaction would abort it, and callers wait for one table at most.
 */
export async function tidy(db: Db): Promise<void> {
  await db.script('CHECKPOINT')
  const { rows } = await db.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') order by c.oid`,
  )
  for (const { schema, name } of rows) {
    await db.idle()
    await db.script(`VACUUM (ANALYZE) ${quoteName(schema)}.${quoteName(name)}`).catch((e: unknown) => {
      // dropped since it was listed
      if (codeOf(e) !== '42P01') throw e
    })
  }
}

/**
 * Tells the planner what is in the tables, one table at a time: until then it plans for what they held before, which after the first start
 * and after an import is next to nothing.
 * @param tables all of them when left out; names of none are passed over
 */
export async function analyseTables(db: Db, tables?: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
       and ($1::text[] is null or relname = any($1)) order by oid`,
    [tables ?? null],
  )
  for (const { name } of rows) await db.query(`analyze ${quoteName(name)}`)
}

/** @returns ends it */
export function keepTidy(db: Db, everyMs = 300_000): () => void {
  let busy = false
  let ended = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    try {
      await tidy(db)
    } catch (e) {
      if (!ended) process.emitWarning(`database maintenance failed: ${String(e)}`)
    } finally {
      busy = false
    }
  }, everyMs)
  timer.unref()
  return () => {
    ended = true
    clearInterval(timer)
  }
}
