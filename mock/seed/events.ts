/** A month of the platform itself, as the system log would have kept it. */
import type { SystemEvent } from '#src/contract/system/systemLog.ts'
import { systemEvents } from '#src/contract/system/systemLog.ts'
import type { Queryable } from '../db/db.ts'
import type { Chance } from './random.ts'

const day = 86_400_000
const host = 'range-01'

type Event = readonly [
  level: 'info' | 'warn' | 'error',
  code: SystemEvent,
  params: (c: Chance) => Record<string, unknown>,
]

/** Events that come now and then, the frequent ones more than once. */
const usual: readonly Event[] = [
  [
    'warn',
    'call-slow',
    (c) => ({
      method: 'GET',
      route: '/api/mg/api/dorks',
      ms: c.between(2050, 4800),
      status: 200,
      address: '10.22.3.18',
    }),
  ],
  [
    'warn',
    'call-slow',
    (c) => ({ method: 'POST', route: '/api/mg/api/imports/:id/apply', ms: c.between(2100, 7300), status: 200 }),
  ],
  ['warn', 'browser-policy', () => ({ directive: 'script-src-elem', blocked: 'https://cdn.example.net', line: 1 })],
  ['info', 'audit-checked', (c) => ({ rows: c.between(400, 790) })],
  ['info', 'import-discarded', (c) => ({ file: c.one(['ghdb-2026-10.zip', '工具清单.zip', 'lolbas-old.zip']) })],
  ['info', 'upload-cleared', (c) => ({ count: c.between(1, 4) })],
  ['info', 'housekeeping-done', (c) => ({ rows: c.between(20, 900) })],
  ['warn', 'import-interrupted', () => ({ import: 'ghdb-2026-11.zip', tries: 1, again: true })],
  [
    'error',
    'work-failed',
    () => ({ work: 'import.plan', error: 'DbError', message: 'terminating connection due to administrator command' }),
  ],
  [
    'error',
    'call-failed',
    () => ({
      route: 'GET /dashboard/overview',
      error: 'DbError',
      message: 'canceling statement due to statement timeout',
    }),
  ],
]

export async function layEvents(q: Queryable, c: Chance, now: Date): Promise<void> {
  const rows: { at: Date; [column: string]: unknown }[] = []
  const add = (at: Date, level: Event[0], code: SystemEvent, params: object, pid: number): void => {
    const asked = code === 'call-slow' || code === 'call-failed'
    const request_id = asked ? c.id(at).slice(-16) : null
    rows.push({ at, level, source: systemEvents[code], code, params, request_id, host, pid })
  }
  for (let back = 28; back > 0; back--) {
    const begins = now.getTime() - back * day
    const pid = 2000 + back
    // a restart a week, for an update
    if (back % 7 === 0) {
      add(new Date(begins), 'info', 'server-stopped', {}, pid + 7)
      add(new Date(begins + 41_000), 'info', 'migration-applied', { count: 1, last: '050-logs.sql' }, pid)
      add(new Date(begins + 43_000), 'info', 'server-started', { engine: 'pglite', node: 'v22.12.0' }, pid)
    }
    for (let n = c.between(1, 4); n > 0; n--) {
      const [level, code, params] = c.one(usual)
      add(new Date(begins + c.between(60_000, day - 60_000)), level, code, params(c), 2000 + Math.ceil(back / 7) * 7)
    }
  }
  rows.sort((a, b) => a.at.getTime() - b.at.getTime())
  await q.query(
    `insert into system_log (at, level, source, code, params, request_id, host, pid)
     select at, level, source, code, params, request_id, host, pid from jsonb_to_recordset($1::jsonb)
       as r(at timestamptz, level text, source text, code text, params jsonb, request_id text, host text, pid integer)`,
    [JSON.stringify(rows)],
  )
}
