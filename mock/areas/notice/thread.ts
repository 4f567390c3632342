/** Comments where they are written and read. */
import type { CommentEntity } from '#src/contract/notice/comment.ts'
import type { SingleComment } from '#src/contract/notice/routes.ts'
import { documents, type StoredDocument as Doc } from '#mock/crud/documents.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { type AuditEvent, Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { bylines } from './byline.ts'
import {
  aboutOf,
  comments,
  entities,
  forgetAnswers,
  moderates,
  withoutReadOnlyRights,
  type StoredComment,
} from './comments.ts'
import { notifyOfComment } from './tell.ts'

const users = documents('user')
/** Setting: comments wait for a review before others see them. */
export const reviewSetting = 'comments.review'

interface At {
  q: Queryable
  who: Caller
  platform: Platform
}
interface About {
  entity: CommentEntity
  entity_id: string
}

async function present(q: Queryable, who: Caller, docs: readonly Doc<StoredComment>[], owner: string | undefined) {
  const [by, authors] = await Promise.all([
    bylines(
      q,
      docs.map((d) => d.data.author_id),
    ),
    users.byIds(q, [...new Set(docs.map((d) => d.data.author_id ?? ''))]),
  ])
  return (d: Doc<StoredComment>): SingleComment => {
    const { text = '', author_id = '', author_name = '', state = 'visible', parent_id = null } = d.data
    const author = authors.get(author_id)?.data
    const can: SingleComment['can'] = []
    if (author_id === who.id) can.push('remove')
    if (parent_id === null && state === 'visible') can.push('reply')
    return {
      id: d.id,
      text,
      author_id,
      author_name: author?.name ?? author_name,
      author_logo: author?.avatar ?? '',
      author: by(author_id, author_name),
      official: d.data.entity === 'letter' ? author_id !== d.data.entity_id : author_id === owner,
      at: d.created_at,
      state,
      can,
    }
  }
}

/** What this caller sees of a thread: what was let through, his own, and everything for who reviews. */
function seen(who: Caller, { entity, entity_id }: About) {
  const w = where()
  w.and(`t.k_entity = ${w.add(entity)} and t.k_entity_id = ${w.add(entity_id)}`)
  if (!moderates(who)) w.and(`(t.k_state = 'visible' or t.k_author_id = ${w.add(who.id)})`)
  return w
}

export async function thread({ q, who, platform }: At, asked: About & { page: number; page_size: number }) {
  const owner = await entities[asked.entity].owner(q, who, platform.now(), asked.entity_id)
  const w = seen(who, asked)
  w.and('t.k_parent_id is null')
  const from = `from ${comments.table} t ${w.text()}`
  const counted = await remembered<{ n: number }>(q, `select count(*) as n ${from}`, w.params)
  const { rows } = await q.query<{ id: string }>(
    `select t.id ${from} order by t.created_at desc, t.id desc
     limit ${w.add(asked.page_size)} offset ${w.add((asked.page - 1) * asked.page_size)}`,
    w.params,
  )
  const a = seen(who, asked)
  a.and(`t.k_parent_id = any(${a.add(rows.map((r) => r.id))}::text[])`)
  const { rows: answers } = await q.query<{ id: string }>(
    `select t.id from ${comments.table} t ${a.text()} order by t.created_at, t.id limit 2000`,
    a.params,
  )
  const found = await comments.byIds(
    q,
    [...rows, ...answers].map((r) => r.id),
  )
  const show = await present(q, who, [...found.values()], owner)
  const items = rows.flatMap(({ id }) => {
    const doc = found.get(id)
    if (!doc) return []
    const replies = answers.flatMap((r) => found.get(r.id) ?? []).filter((r) => r.data.parent_id === id)
    return [{ ...show(doc), replies: replies.map(show) }]
  })
  return { items, total: Number(counted[0]?.n ?? 0), page: asked.page, page_size: asked.page_size }
}

/** Threads in which the caller asked or answered; those with answers of others alone, where that is asked for. */
export async function ownThreads(
  { q, who }: At,
  asked: { q?: string | undefined; answered?: boolean | undefined; page: number; page_size: number },
) {
  const w = where()
  const me = w.add(who.id)
  // what somebody answered counts as theirs by its first words
  const own = `(select r.data from ${comments.table} r where r.k_parent_id = t.id and r.k_author_id = ${me} order by r.created_at, r.id limit 1)`
  const answers = `(select count(*)::integer from ${comments.table} r where r.k_parent_id = t.id and r.k_author_id <> ${me} and r.k_state = 'visible')`
  // letters stand among the messages
  w.and(`t.k_parent_id is null and t.k_entity <> 'letter' and (t.k_author_id = ${me} or ${own} is not null)`)
  if (asked.answered) w.and(`${answers} > 0`)
  if (asked.q?.trim()) w.and(`t.k_author_id = ${me} and t.find like ${w.add(containingIn(asked.q))}`)
  const { rows, ...found } = await paged<{ id: string; data: StoredComment; at: string; answers: number }>(q, {
    select: `t.id, case when t.k_author_id = ${me} then t.data else ${own} end as data, t.created_at as at, ${answers} as answers`,
    from: `${comments.table} t`,
    w,
    order: 't.created_at desc, t.id desc',
    query: asked,
  })
  const about = await aboutOf(q, rows)
  const items = rows.flatMap(({ id, data, at, answers: n }) => {
    const { entity, entity_id = '', text = '', state = 'visible' } = data
    if (!entity) return []
    const link = entities[entity].link(entity_id)
    return [{ id, text, at: new Date(at).toISOString(), state, entity, about: about(data), link, answers: n }]
  })
  return { items, ...found }
}

/** One of them, with the words of others: for whoever may see what it is about still. */
export async function ownCommentThread({ q, who, platform }: At, id: string) {
  const doc = await comments.get(q, id)
  const { entity, entity_id = '', parent_id = null } = doc?.data ?? {}
  if (!doc || !entity || parent_id !== null) throw new Fail('not_found')
  const owner = await entities[entity].owner(q, who, platform.now(), entity_id)
  const a = seen(who, { entity, entity_id })
  a.and(`t.k_parent_id = ${a.add(id)}`)
  const { rows } = await q.query<{ id: string }>(
    `select t.id from ${comments.table} t ${a.text()} order by t.created_at, t.id limit 500`,
    a.params,
  )
  const found = await comments.byIds(
    q,
    rows.map((r) => r.id),
  )
  const replies = rows.flatMap((r) => found.get(r.id) ?? [])
  const mine = (d: Doc<StoredComment>) => d.data.author_id === who.id
  if (![doc, ...replies].some(mine) || !(mine(doc) || doc.data.state === 'visible')) throw new Fail('not_found')
  const show = await present(q, who, [doc, ...replies], owner)
  return { ...show(doc), replies: replies.map(show) }
}

interface Words extends About {
  text: string
  parent_id: string | null
}

/** The comment that is answered. Answers to answers would be a tree nobody reads. */
async function answering({ q, who }: At, { entity, entity_id, parent_id }: Words) {
  if (parent_id === null) return undefined
  const parent = await comments.lock(q, parent_id)
  const there = parent?.data.entity === entity && parent.data.entity_id === entity_id
  const shown = parent?.data.state === 'visible' || parent?.data.author_id === who.id || moderates(who)
  if (!parent || !there || !shown) throw new Fail('not_found')
  if (parent.data.parent_id || parent.data.state !== 'visible') throw new Fail('not_allowed_in_state')
  return parent
}

export async function say(at: At & { audit(e: AuditEvent): void }, words: Words): Promise<SingleComment> {
  const { q, platform } = at
  const who = withoutReadOnlyRights(at.who)
  const { entity, entity_id, text, parent_id } = words
  const owner = await entities[entity].owner(q, who, platform.now(), entity_id)
  const parent = await answering({ ...at, who }, words)
  const review = entity !== 'letter' && !moderates(who) && (await platform.settings.get(reviewSetting, false))
  const data: StoredComment = {
    text,
    entity,
    entity_id,
    parent_id,
    author_id: who.id,
    author_name: who.name,
    state: review ? 'to-review' : 'visible',
    answered: false,
  }
  const hand = { at: platform.now(), by: who.id }
  const made = await comments.insert(q, { id: platform.newId(), data }, hand)
  // the desk asks what still waits: an answer settles a comment, and its writer's next word opens it again
  const answered = entity === 'letter' ? who.id !== entity_id : parent?.data.author_id !== who.id
  if (parent && parent.data.answered !== answered) await comments.update(q, parent, { ...parent.data, answered }, hand)
  await notifyOfComment(q, platform, made)
  if (entity === 'letter') await publish(q, 'messages', { users: [entity_id] })
  at.audit({ entity: 'comment', id: made.id, after: made.data })
  return (await present(q, who, [made], owner))(made)
}

/** Takes one's own words back, and what was answered to them. */
export async function withdraw({ q, who, audit }: At & { audit: (e: AuditEvent) => void }, id: string) {
  const doc = await comments.lock(q, id)
  if (!doc || doc.data.author_id !== who.id) throw new Fail('not_found')
  await forgetAnswers(q, id)
  await comments.remove(q, id)
  audit({ entity: 'comment', id, before: doc.data })
  return { id }
}
