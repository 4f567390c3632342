/**
 * Answers of reads that are the same until somebody writes, kept until the database says that one of their tables changed: how many rows a
 * caller may see is worked out once, not with every page. As with what is known of callers (`session/watch.ts`) only the embedded database
 * can be trusted with this: it has one owner, and hands a notification over before the answer of the commit that caused it. Triggers notify,
 * not our own code, so that no statement anywhere can be forgotten.
 */
import type { Db, Queryable, Tx } from './db.ts'

const channel = 'tables'
const turn = 727041
const any = 'insert or update or delete'
interface Watched {
  /** Changes of it that count; all of them when left out. What is written all the time is not watched for that. */
  on?: string
  /** Column that says whose a row is: then a change is told of that person's rows alone. */
  of?: string
}
/** Beside the tables of the resources: what is watched. */
const watched: Readonly<Record<string, Watched>> = {
  org: {},
  audience: {},
  share_person: {},
  paper_question: {},
  exam_run: {},
  exam_extra: {},
  contest: {},
  // its ledger grows all the time: what counts is when it goes on
  contest_run: { on: 'insert or delete or update of started_at, ended_at, paused_from, pauses, extensions' },
  contest_item: {},
  contest_division: {},
  contest_participant: { on: 'insert or delete or update of status, division_id' },
  practice_try: { of: 'user_id' },
  practice_mended: { of: 'user_id' },
  question_collected: { of: 'user_id' },
  question_note: { of: 'user_id' },
  question_report: {},
  flag_shared: {},
  message: { of: 'user_id' },
  announcement_read: {},
  import_package: {},
  // outlines are drafted all the time: what counts is what learners see of them, and where and when
  course_outline: { on: 'insert or delete or update of published, visible_all, visible_from, visible_to' },
  // of what a section says, the revision that is published is never written again
  course_content: { on: 'insert or delete' },
  // as is where somebody is
  course_member: { on: 'insert or delete or update of state', of: 'user_id' },
  import_row: {},
  recording: {},
  exam_objection: {},
  exam_event: {},
  // a sheet is saved all the time: what counts is that it begins, ends and is marked
  exam_attempt: { on: 'insert or delete or update of user_id, exam_id, status, points, score, open, handed_at' },
}
/** Rows that are kept in all; an answer counts as some of them beside its own. */
const most = 300_000
const each = 50

/** Statements whose tables are known without looking again. */
const mostTold = 2000

export interface Memory {
  /**
   * What `read` finds, or found since the last change of a table of the statement; undefined when one is not watched.
   * @param owner whose rows are read where a table says whose they are
   */
  of<T extends readonly object[]>(
    sql: string,
    params: readonly unknown[],
    read: () => Promise<T>,
    owner?: string,
  ): Promise<T> | undefined
}

const triggerSql = (name: string): string => {
  const { on = any, of } = watched[name] ?? {}
  return `create trigger table_changed after ${on} on ${name} for each ${of ? 'row' : 'statement'} execute function table_changed('${of ?? ''}')`
}

/** Changes whenever a start would make other triggers. */
export const tableTriggersKey = ['r_', ...Object.keys(watched)].map(triggerSql).join('\n')

/** Makes the triggers that are not there. @returns the tables that have one */
export async function makeTableTriggers(q: Tx): Promise<string[]> {
  await q.query(`select pg_advisory_xact_lock(${turn})`)
  const { rows } = await q.query<{ name: string; has: boolean }>(
    `select c.relname as name, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'table_changed') as has
     from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
  )
  const wanted = rows.filter((r) => r.name.startsWith('r_') || r.name in watched)
  const missing = wanted.filter((r) => !r.has)
  if (missing.length) await q.script(missing.map((r) => triggerSql(r.name)).join(';\n'))
  return wanted.map((r) => r.name)
}

interface Kept {
  value: Promise<readonly object[]>
  rows: number
  /** Tables, or tables and the owner, whose change ends it. */
  ends: readonly string[]
}

function memoryOf(tables: ReadonlySet<string>): { memory: Memory; forget: (what: string) => void } {
  const kept = new Map<string, Kept>()
  /** By table, or by table and owner. */
  const keysOf = new Map<string, Set<string>>()
  const told = new Map<string, readonly string[] | undefined>()
  let rows = 0
  const sourcesOf = (sql: string): readonly string[] | undefined => {
    if (told.has(sql)) return told.get(sql)
    const found = tablesReadBy(sql)
    const all = found?.every((name) => tables.has(name)) ? found : undefined
    if (told.size >= mostTold) told.clear()
    told.set(sql, all)
    return all
  }
  const drop = (key: string): void => {
    const entry = kept.get(key)
    if (!entry) return
    rows -= entry.rows
    kept.delete(key)
    for (const what of entry.ends) {
      const keys = keysOf.get(what)
      keys?.delete(key)
      if (!keys?.size) keysOf.delete(what)
    }
  }
  return {
    forget(what) {
      for (const key of what === '' ? kept.keys() : (keysOf.get(what) ?? [])) drop(key)
    },
    memory: {
      of(sql, params, read, owner) {
        const from = sourcesOf(sql)
        if (!from?.every((name) => watched[name]?.of === undefined || owner !== undefined)) return undefined
        const key = `${sql}\n${JSON.stringify(params)}`
        const had = kept.get(key)
        if (had) {
          // the longest unused stands first
          kept.delete(key)
          kept.set(key, had)
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one statement gives rows of one form
          return had.value as ReturnType<typeof read>
        }
        const value = read()
        const ends = from.map((name) => (watched[name]?.of === undefined ? name : `${name} ${owner}`))
        const entry: Kept = { value, rows: each, ends }
        kept.set(key, entry)
        rows += each
        for (const what of ends) keysOf.set(what, (keysOf.get(what) ?? new Set()).add(key))
        const still = () => kept.get(key) === entry
        value.then(
          (found) => {
            if (!still()) return
            rows += found.length
            entry.rows += found.length
            for (const oldest of kept.keys()) {
              if (rows <= most) break
              drop(oldest)
            }
          },
          () => still() && drop(key),
        )
        return value
      },
    },
  }
}

/** Milliseconds for which PostgreSQL is not asked again for what may be a little old; and how many answers of that kind are kept. */
const brief = 5000
const mostBrief = 2000

function briefMemory(clock: () => number): Memory {
  const kept = new Map<string, { value: Promise<readonly object[]>; until: number }>()
  return {
    of(sql, params, read) {
      const key = `${sql}\n${JSON.stringify(params)}`
      const now = clock()
      const had = kept.get(key)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one statement gives rows of one form
      if (had && had.until > now) return had.value as ReturnType<typeof read>
      // they stand in the order in which they end
      kept.delete(key)
      for (const [oldest, { until }] of kept) {
        if (until > now && kept.size < mostBrief) break
        kept.delete(oldest)
      }
      const value = read()
      kept.set(key, { value, until: now + brief })
      value.catch(() => kept.get(key)?.value === value && kept.delete(key))
      return value
    },
  }
}

/** The database with a memory; on PostgreSQL, where others write too, for what may be some seconds old alone. */
export async function remembering(db: Db, clock: () => number = () => performance.now()): Promise<Db> {
  if (db.engine !== 'pglite') return { ...db, brief: briefMemory(clock) }
  const tables = await db.tx(makeTableTriggers)
  const { memory, forget } = memoryOf(new Set(tables))
  await db.listen(channel, forget)
  return { ...db, memory }
}

/** Words that make an answer another at the next moment. */
const fleeting = /\b(?:now\s*\(|current_|random\s*\(|clock_)/i
const source = /\b(?:from|join)\s+(?:only\s+)?([a-z_][a-z0-9_]*)(?!\s*\(|[a-z0-9_])/gi
const own = /\b([a-z_][a-z0-9_]*)\s*(?:\([^()]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi
const after = new Set(['lateral', 'select'])

const clause = /[(),]|\b(?:from|select|where|group|having|window|order|limit|offset|union|intersect|except)\b/gi

/** Whether tables stand behind commas, where they are not told from columns. */
function listsTables(sql: string): boolean {
  // of each bracket that is open, whether its tables are being named
  const naming = [false]
  for (const [token] of sql.matchAll(clause)) {
    if (token === '(') naming.push(false)
    else if (token === ')') naming.pop()
    else if (token !== ',') naming[naming.length - 1] = token.toLowerCase() === 'from'
    else if (naming.at(-1)) return true
  }
  return false
}

/** Tables a statement reads; undefined when they cannot be told, or its answer depends on more than them. */
export function tablesReadBy(sql: string): string[] | undefined {
  if (fleeting.test(sql) || listsTables(sql)) return undefined
  const named = new Set([...sql.matchAll(own)].map((m) => m[1] ?? ''))
  const found = new Set([...sql.matchAll(source)].map((m) => m[1] ?? ''))
  return [...found].filter((name) => !named.has(name) && !after.has(name))
}

/**
 * Rows of a statement that only reads, remembered where that can be; nobody changes them.
 * @param owner whose rows they are, where the statement asks tables that hold rows of people: of nobody else's, then
 */
export async function remembered<R extends object>(
  q: Queryable,
  sql: string,
  params: readonly unknown[] = [],
  owner?: string,
): Promise<readonly R[]> {
  // whoever asks may go on adding to them
  const given = [...params]
  const read = async (): Promise<readonly R[]> => (await q.query<R>(sql, given)).rows
  return q.memory?.of(sql, given, read, owner) ?? read()
}

/** The same for what may be some seconds old where others write too. */
export async function rememberedBriefly<R extends object>(
  q: Queryable,
  sql: string,
  params: readonly unknown[],
  owner?: string,
): Promise<readonly R[]> {
  if (!q.brief) return remembered(q, sql, params, owner)
  const read = async (): Promise<readonly R[]> => (await q.query<R>(sql, params)).rows
  return q.brief.of(sql, params, read, owner) ?? read()
}

const worked = new WeakMap<object, { from: readonly object[]; key: string; value: unknown }>()
/**
 * What follows from rows that were remembered, worked out once for as long as they are. The first of them is asked for one purpose only.
 * @param key what else it depends on
 */
export function workedOut<T>(from: readonly [object, ...object[]], work: () => T, key = ''): T {
  const had = worked.get(from[0])
  if (had?.key === key && had.from.length === from.length && had.from.every((rows, n) => rows === from[n]))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows are asked for one purpose only
    return had.value as T
  const value = work()
  worked.set(from[0], { from, key, value })
  return value
}
