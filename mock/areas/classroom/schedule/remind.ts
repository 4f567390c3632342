/**
 * What has a time is said beforehand, a day and an hour, to whom it concerns and who wants to hear it. One job for each class, exam and course,
 * at the next moment at which something of it is to be said; what was said is written down, so that it is said once, and again when it moves.
 */
import type { ScheduleKind } from '#src/contract/classroom/schedule.routes.ts'
import { entriesOf } from '#src/contract/lib/typed.ts'
import type { Queryable } from '#mock/db/db.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { homeworkReminding, workReminding } from '../../course/homework/remind.ts'
import { examReminding } from '../../exam/remind.ts'
import { type Notification, notify } from '../../notice/notify.ts'
import { hourReminding } from './remindHours.ts'

/** What is said beforehand: when it is, and of its own id. */
interface Coming {
  id: string
  at: string
}
export interface Reminding {
  /** What comes of a class, an exam or a course, from an instant on. */
  coming: (q: Queryable, ref: string, now: Date) => Promise<Coming[]>
  /** Undefined where it concerns nobody any more. */
  said: (q: Queryable, ref: string, what: Coming, now: Date) => Promise<Notification | undefined>
}
const remindings: Readonly<Record<ScheduleKind, Reminding>> = {
  class: hourReminding,
  exam: examReminding,
  homework: homeworkReminding,
  work: workReminding,
}
const job = (kind: ScheduleKind) => `${kind}.remind`

const hour = 3_600_000
/** Milliseconds before it, the longest first. */
const aheads = { day: 24 * hour, hour } as const
type Ahead = keyof typeof aheads
/** Milliseconds for which it is known that something was said. */
const kept = 7 * 24 * hour

/** Of this class, exam or course something has another time now. */
export async function remindLater(q: Queryable, kind: ScheduleKind, ref: string, now: Date): Promise<void> {
  const coming = await remindings[kind].coming(q, ref, now)
  const moments = coming
    .flatMap(({ at }) => Object.values(aheads).map((ahead) => Date.parse(at) - ahead))
    .filter((at) => at > now.getTime())
  if (moments.length) await plan(q, job(kind), ref, new Date(Math.min(...moments)))
  else await cancelDue(q, job(kind), ref)
}

/** Those of them who want to hear it; whoever never said does. */
async function wanting(q: Queryable, users: readonly string[], ahead: Ahead): Promise<string[]> {
  const { rows } = await q.query<{ id: string }>(
    `select u.id from unnest($1::text[]) u(id) left join learner_choice c on c.user_id = u.id
     where coalesce(${ahead === 'day' ? 'c.remind_day' : 'c.remind_hour'}, true) order by 1`,
    [users],
  )
  return rows.map((r) => r.id)
}

async function remind(q: Queryable, platform: Platform, kind: ScheduleKind, ref: string): Promise<void> {
  const now = platform.now()
  await q.query('delete from schedule_reminded where at < $1', [new Date(now.getTime() - kept).toISOString()])
  for (const what of await remindings[kind].coming(q, ref, now)) {
    const left = Date.parse(what.at) - now.getTime()
    const ahead: Ahead | undefined = left <= aheads.hour ? 'hour' : left <= aheads.day ? 'day' : undefined
    if (left <= 0 || !ahead) continue
    const { rows } = await q.query(
      'insert into schedule_reminded (kind, id, at, ahead) values ($1, $2, $3, $4) on conflict do nothing returning id',
      [kind, `${ref} ${what.id}`, what.at, ahead],
    )
    if (!rows.length) continue
    const said = await remindings[kind].said(q, ref, what, now)
    const to = said ? await wanting(q, said.to, ahead) : []
    if (said && to.length) await notify(q, platform, { ...said, to })
  }
  await remindLater(q, kind, ref, now)
}

export const remindDue = (platform: Platform): DueHandlers =>
  Object.fromEntries(
    entriesOf(remindings).map(([kind]) => [job(kind), (q: Queryable, ref: string) => remind(q, platform, kind, ref)]),
  )
