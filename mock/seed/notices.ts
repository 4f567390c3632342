/** Lays the announcements with their readers, what people say about them, and what the platform told them. */
import { signed } from '#src/contract/notice/byline.ts'
import type { CommentEntity } from '#src/contract/notice/comment.ts'
import type { MessageKind, MessageLink, MessageParams } from '#src/contract/notice/message.ts'
import type { CommentState } from '#src/contract/notice/status.ts'
import {
  announcements as notices,
  isForPerson,
  activeAccounts,
  announcementAudience,
} from '../areas/notice/audience.ts'
import { comments } from '../areas/notice/comments.ts'
import type { Hand } from '../crud/documents.ts'
import { where } from '../crud/where.ts'
import type { Queryable } from '../db/db.ts'
import { seedAnnouncements } from './announcements.ts'
import type { Chance } from './random.ts'
import { adminLetters, said, demoMessages } from './talk.ts'

export interface NoticeGround {
  now: Date
  orgs: ReadonlyMap<string, string>
  /** Ids and names of the people that are known by their user name. */
  people: ReadonlyMap<string, { id: string; name: string }>
  hand: Hand
}
const day = 86_400_000
const hour = 3_600_000

export async function layNotices(q: Queryable, c: Chance, ground: NoticeGround): Promise<void> {
  const ids = await layAnnouncements(q, c, ground)
  await layReaders(q, c, ground, ids)
  await layTalk(q, c, ground, ids)
  await layMessages(q, c, ground, ids)
}

async function layAnnouncements(q: Queryable, c: Chance, { now, orgs, people: known, hand }: NoticeGround) {
  const rows = seedAnnouncements.map(({ key, days_ago, shown, orgs: keys = [], as = {}, by, ...a }) => {
    const at = new Date(now.getTime() - days_ago * day - (days_ago > 0 ? c.between(0, day / 3) : 0))
    const data = {
      ...a,
      published_at: as.draft ? null : at.toISOString(),
      ends_at: shown === undefined ? null : new Date(at.getTime() + shown * day).toISOString(),
      withdrawn_at: as.withdrawn ? new Date(at.getTime() + 5 * hour).toISOString() : null,
      org_ids: keys.map((k) => orgs.get(k) ?? ''),
    }
    const made = new Date(Math.min(at.getTime(), now.getTime() - hour))
    const [username, author] = [...known].find(([k, p]) => (by === undefined ? p.name === a.publisher : k === by)) ?? []
    const publisher = signed({ name: a.publisher, username: username ?? '' })
    return { key, id: c.id(made), data: { ...data, publisher }, hand: { at: made, by: author?.id ?? hand.by } }
  })
  await notices.insertMany(q, rows, hand)
  return new Map(rows.map((r) => [r.key, r]))
}
type Laid = Awaited<ReturnType<typeof layAnnouncements>>

/** Most read what is old; what is fresh has few readers yet. */
async function layReaders(q: Queryable, c: Chance, { now }: NoticeGround, laid: Laid): Promise<void> {
  const reads: { a: string; u: string; at: string }[] = []
  for (const { id, data } of laid.values()) {
    const from = data.published_at === null ? now.getTime() : Date.parse(data.published_at)
    if (from >= now.getTime()) continue
    const w = where()
    const sql = `select u.id, u.data->>'username' as username from ${activeAccounts} and (${isForPerson(announcementAudience(data), w.add)}) order by u.id`
    const { rows } = await q.query<{ id: string; username: string }>(sql, w.params)
    const share = Math.min(0.9, 0.25 + (now.getTime() - from) / day / 20)
    for (const { id: u, username } of rows) {
      const read = c.hit(share)
      const at = new Date(c.between(from, now.getTime())).toISOString()
      // who tries the demonstration finds something unread
      if (read && !(username.endsWith('_demo') && now.getTime() - from < 10 * day)) reads.push({ a: id, u, at })
    }
  }
  await q.query(
    `insert into announcement_read (announcement_id, user_id, at)
     select a, u, at from jsonb_to_recordset($1::jsonb) as r(a text, u text, at timestamptz)`,
    [JSON.stringify(reads)],
  )
}

async function layTalk(q: Queryable, c: Chance, { now, people: known, hand }: NoticeGround, laid: Laid): Promise<void> {
  const lay = async (o: {
    by: string
    text: string
    at: Date
    entity: CommentEntity
    entity_id: string
    parent_id: string | null
    state: CommentState
    answered: boolean
  }) => {
    const { by, at, ...data } = o
    const author = known.get(by)
    if (!author) throw new Error(`${by} writes and is nobody`)
    const id = c.id(at)
    const row = { ...data, author_id: author.id, author_name: author.name }
    await comments.insert(q, { id, data: row, hand: { at, by: author.id } }, hand)
    return id
  }
  const all = [
    ...said.map((s) => ({ ...s, entity: 'announcement' as const, entity_id: laid.get(s.on)?.id ?? '' })),
    ...adminLetters.map((s) => ({ ...s, entity: 'letter' as const, entity_id: known.get(s.by)?.id ?? '' })),
  ]
  for (const { by, text, hours_ago, entity, entity_id, state = 'visible', answers = [] } of all) {
    const at = new Date(now.getTime() - hours_ago * hour)
    const base = { entity, entity_id, state: state as CommentState }
    const parent_id = await lay({ ...base, by, text, at, parent_id: null, answered: answers.length > 0 })
    for (const [n, a] of answers.entries()) {
      const later = new Date(Math.min(now.getTime(), at.getTime() + (n + 1) * 2 * hour))
      await lay({ ...base, by: a.by, text: a.text, at: later, parent_id, answered: false })
    }
  }
}

async function layMessages(q: Queryable, c: Chance, { now, people: known }: NoticeGround, laid: Laid): Promise<void> {
  const rows = demoMessages.map((m) => {
    const at = new Date(now.getTime() - m.hours_ago * hour)
    const link: MessageLink | null = m.on
      ? { screen: 'announcement-detail', params: { id: laid.get(m.on)?.id ?? '' } }
      : (m.link ?? null)
    return {
      id: c.id(at),
      user_id: known.get(m.to)?.id ?? '',
      kind: m.kind satisfies MessageKind,
      params: m.params satisfies MessageParams,
      link,
      at: at.toISOString(),
      read_at: m.read ? new Date(at.getTime() + hour).toISOString() : null,
    }
  })
  await q.query(
    `insert into message (id, user_id, kind, params, link, at, read_at)
     select id, user_id, kind, params, link, at, read_at
     from jsonb_to_recordset($1::jsonb)
       as m(id text, user_id text, kind text, params jsonb, link jsonb, at timestamptz, read_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}
