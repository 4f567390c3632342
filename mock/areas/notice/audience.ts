/** Whom an announcement is for, as conditions on its row and as arithmetic over the people there are. */
import type { Locale } from '#src/contract/host.ts'
import type { Announcement } from '#src/contract/notice/announcement.schema.ts'
import { announcementStatus } from '#src/contract/notice/status.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Scope } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import type { To } from '#mock/live/publish.ts'

export const announcements = documents('announcement')
const users = documents('user')
const roles = documents('role')

type Target = Pick<Announcement, 'target' | 'org_ids'>
/** What is stored; fields may be missing from rows that are older than they. */
export type StoredAnnouncement = Partial<Announcement>
export const announcementAudience = (a: StoredAnnouncement): Target => ({
  target: a.target ?? 'all',
  org_ids: a.org_ids ?? [],
})

export const announcementTimes = (a: StoredAnnouncement) => ({
  published_at: a.published_at ?? null,
  ends_at: a.ends_at ?? null,
  withdrawn_at: a.withdrawn_at ?? null,
})
export const announcementStatusAt = (a: StoredAnnouncement, now: Date) => announcementStatus(announcementTimes(a), now)
/** Its words for readers of this language. */
export function wordsIn(a: StoredAnnouncement, language: Locale | undefined): { title: string; content: string } {
  const { title = '', content = '' } = a.translation && a.translation.language === language ? a.translation : a
  return { title, content }
}
/** Somebody may have seen it. */
export const wasShown = (a: StoredAnnouncement, now: Date): boolean =>
  typeof a.published_at === 'string' && Date.parse(a.published_at) <= now.getTime()

/** Announcements that are for this person. */
export const addressedTo =
  (who: Caller): Scope =>
  (add) =>
    `t.k_target = 'all' or t.k_target = ${add(who.role_key)}
     or (t.k_target = 'orgs' and t.k_org_ids && ${add([...who.org_line])}::text[])`

/** Announcements that are shown at this instant. */
export const shownAt =
  (now: Date): Scope =>
  (add) => {
    const at = add(now.toISOString())
    return `t.k_withdrawn_at is null and t.k_published_at <= ${at} and (t.k_ends_at is null or t.k_ends_at > ${at})`
  }

export const isAddressed = ({ target, org_ids }: Target, who: Pick<Caller, 'role_key' | 'org_line'>): boolean =>
  target === 'all' || (target === 'orgs' ? org_ids.some((id) => who.org_line.includes(id)) : target === who.role_key)

/** The same people as the streams know them. */
export function streamsOf({ target, org_ids }: Target): To {
  if (target === 'all') return 'all'
  return target === 'orgs' ? { orgs: org_ids } : { roles: [target] }
}

/** Accounts, with `o` their organisation and `r` their role. */
export const accounts = `${users.table} u left join org o on o.id = u.k_org_id left join ${roles.table} r on r.id = u.k_role_id`
/** Those who may sign in. */
export const activeAccounts = `${accounts} where u.k_status = 'normal'`

/** Condition on `accounts` and `activeAccounts`. */
export function isForPerson({ target, org_ids }: Target, add: (value: unknown) => string): string {
  if (target === 'all') return 'true'
  if (target !== 'orgs') return `r.data->>'key' = ${add(target)}`
  return `exists (select 1 from org x where x.id = any(${add(org_ids)}::text[]) and o.path like x.path || '%')`
}

interface Group {
  key: string | null
  path: string | null
  n: number
}
/** How many people each announcement is for: people are counted once, by role and organisation. */
export async function census(q: Queryable): Promise<(a: Target) => number> {
  const rows = await remembered<Group>(
    q,
    `select r.data->>'key' as key, o.path, sum(u.n)::integer as n
     from (select k_role_id, k_org_id, count(*) as n from ${users.table} where k_status = 'normal' group by 1, 2) u
     left join org o on o.id = u.k_org_id left join ${roles.table} r on r.id = u.k_role_id group by 1, 2`,
  )
  const groups = rows.map(({ key, path, n }) => ({
    n: Number(n),
    role_key: key ?? '',
    org_line: path?.split('/').filter(Boolean) ?? [],
  }))
  return (a) => groups.reduce((sum, g) => sum + (isAddressed(a, g) ? g.n : 0), 0)
}
