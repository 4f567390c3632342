/** Announcements as their readers get them. */
import type { Locale } from '#src/contract/host.ts'
import type { ReceivedAnnouncement } from '#src/contract/notice/routes.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import {
  addressedTo,
  announcements,
  isAddressed,
  shownAt,
  announcementStatusAt,
  type StoredAnnouncement,
  announcementAudience,
  wordsIn,
} from './audience.ts'
import { bylines } from './byline.ts'
import { keptBy } from './keepers.ts'
import { opening } from './opening.ts'

interface Asked {
  page: number
  page_size: number
  q?: string | undefined
  unread?: boolean | undefined
  language?: Locale | undefined
}

const unreadOf = (add: (v: unknown) => string, who: Caller): string =>
  `not exists (select 1 from announcement_read ar where ar.announcement_id = t.id and ar.user_id = ${add(who.id)})`

function shownTo(who: Caller, now: Date) {
  const w = where()
  w.and(`(${shownAt(now)(w.add)})`)
  w.and(`(${addressedTo(who)(w.add)})`)
  return w
}

/** When an announcement began or ended last: what was shown then is shown now, so that the question is the same until the next one does. */
async function lastChange(q: Queryable, now: Date): Promise<Date> {
  const last = (column: string) => `(select max(t.${column}) from ${announcements.table} t where t.${column} <= $1)`
  const { rows } = await q.query<{ at: string | null }>(
    `select greatest(${last('k_published_at')}, ${last('k_ends_at')}) as at`,
    [now.toISOString()],
  )
  return rows[0]?.at ? new Date(rows[0].at) : now
}

/** What is published now and addressed to the caller: pinned ones first, then the newest. */
export async function received(
  q: Queryable,
  who: Caller,
  now: Date,
  { page, page_size, q: text, unread, language }: Asked,
) {
  const w = shownTo(who, await lastChange(q, now))
  if (text?.trim()) w.and(`t.find like ${w.add(containingIn(text.trim()))}`)
  if (unread !== undefined) w.and(`${unread ? '' : 'not '}${unreadOf(w.add, who)}`)
  const from = `from ${announcements.table} t ${w.text()}`
  const counted = await remembered<{ n: number }>(q, `select count(*) as n ${from}`, w.params)
  const rows = await remembered<{ id: string; data: StoredAnnouncement; created_by: string; unread: boolean }>(
    q,
    `select t.id, t.data, t.created_by, ${unreadOf(w.add, who)} as unread ${from}
     order by t.k_pinned desc, t.k_published_at desc, t.id desc limit ${w.add(page_size)} offset ${w.add((page - 1) * page_size)}`,
    w.params,
  )
  const by = await bylines(
    q,
    rows.map((r) => r.created_by),
  )
  const items = rows.map(
    ({ id, data, created_by, unread: fresh }): ReceivedAnnouncement => ({
      id,
      title: wordsIn(data, language ?? who.language).title,
      type: data.type ?? 'notice',
      opening: opening(wordsIn(data, language ?? who.language).content, language),
      published_at: data.published_at ?? '',
      publisher: data.publisher ?? '',
      author: by(created_by, data.publisher),
      pinned: data.pinned === true,
      read: !fresh,
    }),
  )
  return { items, total: Number(counted[0]?.n ?? 0), page, page_size }
}

/** @returns how many announcements the caller has not opened */
export async function unreadAnnouncements(q: Queryable, who: Caller, now: Date): Promise<number> {
  const w = shownTo(who, await lastChange(q, now))
  w.and(unreadOf(w.add, who))
  const rows = await remembered<{ n: number }>(
    q,
    `select count(*) as n from ${announcements.table} t ${w.text()}`,
    w.params,
  )
  return Number(rows[0]?.n ?? 0)
}

/** Whether the caller publishes the announcement: then he sees it in any state. */
export const managesAnnouncement = async (q: Queryable, who: Caller, id: string): Promise<boolean> =>
  (who.granted.has('notice-manage') || who.granted.has('notice-edit')) &&
  (await announcements.within(q, id, [keptBy(who)]))

/** The announcement, for who may read it now. Everybody else hears that it is not there. */
export async function readable(q: Queryable, who: Caller, now: Date, id: string) {
  const doc = await announcements.get(q, id)
  if (!doc) throw new Fail('not_found')
  const addressed = isAddressed(announcementAudience(doc.data), who)
  const kept = await managesAnnouncement(q, who, id)
  if (!kept && !(addressed && announcementStatusAt(doc.data, now) === 'published')) throw new Fail('not_found')
  return { doc, addressed, kept }
}

export async function oneReceived(q: Queryable, who: Caller, now: Date, id: string, language = who.language) {
  const { doc, addressed, kept } = await readable(q, who, now, id)
  const { data } = doc
  const { rows } = await q.query<{ at: string }>(
    'select at from announcement_read where announcement_id = $1 and user_id = $2',
    [id, who.id],
  )
  return {
    id,
    ...wordsIn(data, language),
    type: data.type ?? ('notice' as const),
    target: data.target ?? ('all' as const),
    status: announcementStatusAt(data, now),
    published_at: data.published_at ?? null,
    ends_at: data.ends_at ?? null,
    publisher: data.publisher ?? '',
    author: (await bylines(q, [doc.created_by]))(doc.created_by, data.publisher),
    pinned: data.pinned === true,
    addressed,
    read_at: rows[0]?.at ?? null,
    can: kept ? [...(mayCall(who, 'PUT /announcements/:id') ? (['update'] as const) : []), 'readers' as const] : [],
  }
}

/** Notes that the caller has read them: those of the ids that are shown to him, or all. @returns how many are new */
export async function noteRead(
  q: Queryable,
  who: Caller,
  now: Date,
  ids: readonly string[] | undefined,
): Promise<number> {
  const w = shownTo(who, now)
  if (ids) w.and(`t.id = any(${w.add([...ids])}::text[])`)
  const { count } = await q.query(
    `insert into announcement_read (announcement_id, user_id, at)
     select t.id, ${w.add(who.id)}, ${w.add(now.toISOString())}::timestamptz from ${announcements.table} t ${w.text()}
     on conflict do nothing`,
    w.params,
  )
  return count
}
