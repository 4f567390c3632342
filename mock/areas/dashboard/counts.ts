/** Numbers of the overview, each in one query. */
import type { UserStatus } from '#src/contract/session/status.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { countedFor, libraries } from '#src/contract/dashboard/blocks.ts'
import { documents } from '#mock/crud/documents.ts'
import { seenText } from '#mock/crud/ownership.ts'
import { type Scope, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { knownTo } from '../exam/markedBy.ts'

const day = 86_400_000
const users = documents('user')
const dateOf = (at: Date | number): string => new Date(at).toISOString().slice(0, 10)

export async function userCounts(q: Queryable, now: Date) {
  const { rows } = await q.query<{ status: UserStatus; n: number }>(
    `select case when k_status = 'normal' and coalesce(data->>'expires_on', '9999') < $1 then 'expired' else k_status end as status,
       count(*) as n from ${users.table} group by 1`,
    [dateOf(now)],
  )
  const of = (status: UserStatus) => Number(rows.find((r) => r.status === status)?.n ?? 0)
  return {
    total: rows.reduce((sum, r) => sum + Number(r.n), 0),
    normal: of('normal'),
    to_audit: of('to-audit'),
    disabled: of('disabled'),
    expired: of('expired'),
    rejected: of('rejected'),
  }
}

/** What a list leaves out beyond what sharing does. */
const scopes: Partial<Record<ResourceName, (who: Caller) => Scope>> = { exam: knownTo }

/** Entries of each library, as many as the caller's own list of them has. */
export async function resourceCounts(q: Queryable, who: Caller, now: Date) {
  const own = libraries.filter((name) => countedFor(name).some((s) => who.granted.has(s)))
  if (!own.length) return []
  const { add, params } = where()
  const since = add(new Date(now.getTime() - 30 * day).toISOString())
  const each = own.map((name) => {
    const scope = scopes[name]?.(who)(add) ?? 'true'
    return `select '${name}' as resource, count(*) as total, count(*) filter (where t.created_at > ${since}::timestamptz) as added
      from ${documents(name).table} t where ${seenText(resources[name].line, who, add)} and ${scope}`
  })
  const { rows } = await q.query<{ resource: string; total: number; added: number }>(each.join(' union all '), params)
  return rows.map((r) => ({ resource: r.resource, total: Number(r.total), added_30_days: Number(r.added) }))
}

/** Those of the page that the figure opens: lists of people and banks have pages of their own. */
export async function importCounts(q: Queryable) {
  const { rows } = await q.query<{ state: string; n: number }>(
    `select state, count(*) as n from import_package where kind = 'resources' group by 1`,
  )
  const of = (...states: string[]) => rows.reduce((sum, r) => sum + (states.includes(r.state) ? Number(r.n) : 0), 0)
  return {
    total: rows.reduce((sum, r) => sum + Number(r.n), 0),
    applied: of('applied'),
    waiting: of('planning', 'planned', 'applying', 'undoing'),
    failed: of('failed'),
  }
}

/** Sign-ins of each of the last thirty days (UTC, today among them), days without any included. */
export async function signInsByDay(q: Queryable, now: Date) {
  const today = Date.parse(dateOf(now))
  const days = Array.from({ length: 30 }, (_, n) => dateOf(today - (29 - n) * day))
  const { rows } = await q.query<{ day: string; done: number; refused: number }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) filter (where result = 'done') as done,
       count(*) filter (where result <> 'done') as refused
     from audit where action = 'session.sign-in' and at >= $1::timestamptz group by 1`,
    [`${days[0]}T00:00:00Z`],
  )
  const found = new Map(rows.map((r) => [r.day, r]))
  return days.map((d) => ({
    day: d,
    done: Number(found.get(d)?.done ?? 0),
    refused: Number(found.get(d)?.refused ?? 0),
  }))
}
