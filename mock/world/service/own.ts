/** The services this server is itself: its API and its database, as they really are. */
import os from 'node:os'
import type { ServiceLogLine } from '#src/contract/operation/service.schema.ts'
import type { Db, Queryable } from '#mock/db/db.ts'
import { productVersion } from '#mock/version.ts'
import { matchesLogQuery, type LogFound, type LogWanted, type ServiceDriver } from './driver.ts'

export interface OwnServer {
  db: Db
  startedAt: Date
  /** Calls that are being answered now. */
  running: () => number
  /** Ends this server and starts another. */
  renew: () => void
}

/** What the samples of half an hour say, oldest first; filled up in front where there are fewer. */
async function samples(q: Queryable, name: string, now: Date): Promise<number[]> {
  const { rows } = await q.query<{ value: number }>(
    `select value from measure where name = $1 and subject = $2 and at > $3 order by at desc limit 30`,
    [name, os.hostname(), new Date(now.getTime() - 6 * 3_600_000).toISOString()],
  )
  return rows.map((r) => Math.round(r.value * 10) / 10).reverse()
}

export const ownApi = ({ startedAt, running, renew }: OwnServer): ServiceDriver => ({
  name: 'api',
  async facts(q, now) {
    return {
      status: 'running',
      version: productVersion,
      host: os.hostname(),
      started_at: startedAt.toISOString(),
      restarted_at: null,
      progress: null,
      load: await samples(q, 'cpu', now),
      memory: process.memoryUsage.rss(),
      connections: running(),
    }
  },
  // whoever asked for it is answered first
  restart: async () => ({ after: () => void setTimeout(renew, 200) }),
  log: (q, wanted) => systemLog(q, wanted, `source <> 'database'`),
})

export const ownDatabase = ({ db, startedAt, renew }: OwnServer): ServiceDriver => ({
  name: 'database',
  async facts(q, now) {
    const { rows } = await q.query<{ version: string; size: number; connections: number; started: string }>(
      `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
         (select count(*) from pg_stat_activity where datname = current_database()) as connections,
         pg_postmaster_start_time() as started`,
    )
    const [facts] = rows
    return {
      status: 'running',
      version: `${db.engine === 'pglite' ? 'PGlite' : 'PostgreSQL'} ${facts?.version.split(' ')[0] ?? ''}`,
      host: db.engine === 'pglite' ? os.hostname() : 'DATABASE_URL',
      started_at: db.engine === 'pglite' ? startedAt.toISOString() : (facts?.started ?? startedAt.toISOString()),
      restarted_at: null,
      progress: null,
      load: await samples(q, 'database', now),
      memory: facts?.size ?? null,
      connections: db.engine === 'pglite' ? 1 : (facts?.connections ?? null),
    }
  },
  // a database server of its own is restarted where it runs
  ...(db.engine === 'pglite' ? { restart: async () => ({ after: () => void setTimeout(renew, 200) }) } : {}),
  log: (q, wanted) => systemLog(q, wanted, `source = 'database'`),
})

/** The last lines of the platform's own log. */
async function systemLog(
  q: Queryable,
  { q: words, levels, before, most }: LogWanted,
  source: string,
): Promise<LogFound> {
  const { rows: there } = await q.query<{ there: boolean }>(
    `select to_regclass(quote_ident(current_schema()) || '.system_log') is not null as there`,
  )
  if (!there[0]?.there) return { lines: [], more: false }
  const { rows } = await q.query<{ at: string; level: ServiceLogLine['level']; code: string; params: object }>(
    `select at, level, code, params from system_log where at < $1 and ${source} order by at desc limit 5000`,
    [before.toISOString()],
  )
  const lines = rows
    .map(
      (r): ServiceLogLine => ({
        at: r.at,
        level: r.level,
        text: [r.code, ...Object.entries(r.params).map(([k, v]) => `${k}=${String(v)}`)].join(' '),
      }),
    )
    .filter((l) => matchesLogQuery(l, { q: words, levels }))
  return { lines: lines.slice(0, most).reverse(), more: lines.length > most }
}
