import type { Announcement } from '#src/contract/personal/routes.ts'
import { collection } from '#mock/crud/documents.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Who } from '#mock/http/handler.ts'
import { type AnnouncementDoc, announcementLine } from './announcementLine.ts'

export const announcements = collection<AnnouncementDoc>(announcementLine)

interface Asked {
  page: number
  page_size: number
  q?: string | undefined
}

/** What is published now and addressed to the caller: pinned ones first, then the newest. */
export async function announcementsFor(q: Queryable, who: Who, now: Date, { page, page_size, q: text }: Asked) {
  const w = where()
  const at = w.add(now.toISOString())
  w.and(`t.k_published_at <= ${at} and (t.k_ends_at is null or t.k_ends_at > ${at})`)
  w.and(`(t.k_target = 'all' or t.k_target = ${w.add(who.role_key)}
    or (t.k_target = 'orgs' and t.k_org_ids && ${w.add([...who.org_line])}::text[]))`)
  if (text?.trim()) w.and(`t.find like ${w.add(containingIn(text.trim()))}`)
  const from = `from ${announcements.table} t ${w.text()}`
  const counted = await q.query<{ n: number }>(`select count(*) as n ${from}`, w.params)
  const { rows } = await q.query<{ id: string; data: AnnouncementDoc }>(
    `select t.id, t.data ${from} order by t.k_pinned desc, t.k_published_at desc, t.id desc
     limit ${w.add(page_size)} offset ${w.add((page - 1) * page_size)}`,
    w.params,
  )
  const items: Announcement[] = rows.map(({ id, data }) => ({
    id,
    title: data.title,
    type: data.type,
    content: data.content,
    published_at: data.published_at,
    publisher: data.publisher,
    pinned: data.pinned,
  }))
  return { items, total: Number(counted.rows[0]?.n ?? 0), page, page_size }
}
