/** The schedule of the caller, and the addresses at which calendars fetch it. */
import { createHash } from 'node:crypto'
import { type Reminders, scheduleSpan } from '#src/contract/classroom/schedule.routes.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, type Download, Fail, type Handler } from '#mock/http/request/handler.ts'
import { activeAccounts } from '../../notice/audience.ts'
import { isoInstant } from '../hours.ts'
import { icsOf } from './ics.ts'
import { scheduleOf } from './sources.ts'

const day = 86_400_000
type Language = 'en-US' | 'zh-CN'

const read: Handler<'GET /schedule'> = async ({ q, who, platform, query }) => {
  const [from, to] = [new Date(query.from), new Date(query.to)]
  const days = (to.getTime() - from.getTime()) / day
  if (days <= 0) throw new Fail('validation', { fields: [{ path: 'to', rule: 'after_start' }] })
  if (days > scheduleSpan)
    throw new Fail('validation', { fields: [{ path: 'to', rule: 'schedule_span', params: { max: scheduleSpan } }] })
  return { items: await scheduleOf(q, who.id, { from, to, now: platform.now() }) }
}

/** From a month ago to a year ahead. */
async function fileOf(q: Queryable, user: string, language: Language, now: Date): Promise<Download> {
  const [from, to] = [new Date(now.getTime() - 31 * day), new Date(now.getTime() + 366 * day)]
  const body = icsOf(await scheduleOf(q, user, { from, to, now }), now, language)
  return { name: 'schedule.ics', type: 'text/calendar; charset=utf-8', body: [Buffer.from(body)] }
}

async function remindersOf(q: Queryable, user: string): Promise<Reminders> {
  const { rows } = await q.query<Reminders>(
    'select remind_day as day, remind_hour as hour from learner_choice where user_id = $1',
    [user],
  )
  return rows[0] ?? { day: true, hour: true }
}

const standing = async (q: Queryable, user: string) => {
  const { rows } = await q.query<{ since: string; fetched_at: string | null }>(
    'select since, fetched_at from schedule_address where user_id = $1',
    [user],
  )
  const [row] = rows
  return {
    since: row ? isoInstant(row.since) : null,
    fetched_at: row?.fetched_at ? isoInstant(row.fetched_at) : null,
  }
}
/** What the address ends with is kept by nobody but whoever has it. */
const digestOf = (token: string): string => createHash('sha256').update(`schedule ${token}`).digest('hex')

const subscribe: Handler<'POST /schedule/subscription'> = async (c) => {
  const { q, who, platform, body } = c
  const token = platform.random(24).toString('base64url')
  await q.query(
    `insert into schedule_address (user_id, digest, language, since) values ($1, $2, $3, $4)
     on conflict (user_id) do update set digest = excluded.digest, language = excluded.language, since = excluded.since, fetched_at = null`,
    [who.id, digestOf(token), body.language, platform.now().toISOString()],
  )
  c.audit({ entity: 'schedule', id: who.id })
  return { path: `/calendars/${token}` }
}
const revoke: Handler<'POST /schedule/subscription/revoke'> = async (c) => {
  const { q, who } = c
  const { rows } = await q.query('delete from schedule_address where user_id = $1 returning user_id', [who.id])
  c.audit({ entity: 'schedule', id: who.id, ...(rows.length ? {} : { again: true }) })
  return { since: null, fetched_at: null }
}

const fetched: Handler<'GET /calendars/:id'> = async ({ q, platform, params }) => {
  const now = platform.now()
  // dead with the account: whoever may not sign in any more has no schedule
  const { rows } = await q.query<{ user_id: string; language: Language; stale: boolean }>(
    `select a.user_id, a.language, a.fetched_at is null or a.fetched_at < $2::timestamptz - interval '1 hour' as stale from schedule_address a
     where a.digest = $1 and a.user_id in (select u.id from ${activeAccounts} and (u.k_expires_on is null or u.k_expires_on >= $3))`,
    [digestOf(params.id), now.toISOString(), now.toISOString().slice(0, 10)],
  )
  const [row] = rows
  if (!row) throw new Fail('not_found')
  if (row.stale)
    await platform.db.query('update schedule_address set fetched_at = $2 where digest = $1', [
      digestOf(params.id),
      now.toISOString(),
    ])
  return fileOf(q, row.user_id, row.language, now)
}

export const scheduleHandlers = area({
  'GET /schedule': read,
  'GET /schedule/file': ({ q, who, platform, query }) => fileOf(q, who.id, query.language, platform.now()),
  'GET /schedule/reminders': ({ q, who }) => remindersOf(q, who.id),
  'PUT /schedule/reminders': async ({ q, who, body }) => {
    await q.query(
      `insert into learner_choice (user_id, remind_day, remind_hour) values ($1, $2, $3)
       on conflict (user_id) do update set remind_day = excluded.remind_day, remind_hour = excluded.remind_hour`,
      [who.id, body.day, body.hour],
    )
    return remindersOf(q, who.id)
  },
  'GET /schedule/subscription': ({ q, who }) => standing(q, who.id),
  'POST /schedule/subscription': subscribe,
  'POST /schedule/subscription/revoke': revoke,
  'GET /calendars/:id': fetched,
})
