/** What can be commented on, who may see it, and what a comment's row shows of it. */
import type { Comment } from '#src/contract/notice/comment.schema.ts'
import type { CommentEntity } from '#src/contract/notice/comment.ts'
import type { MessageLink } from '#src/contract/notice/message.ts'
import { type Bank, resourceOf } from '#src/contract/bank/question.ts'
import { exercisePage } from '#src/contract/practice/keep.ts'
import { documents } from '#mock/crud/documents.ts'
import { labelsOf } from '#mock/crud/references.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { courseTalk } from '../course/learn/talk.ts'
import { talkOf } from '../practice/talk.ts'
import { readable } from './received.ts'

export const comments = documents('comment')
export type StoredComment = Partial<Comment>

interface Entity {
  /** Throws `not_found` unless the caller may see it. @returns whose it is: his answers are marked */
  owner(q: Queryable, who: Caller, now: Date, id: string): Promise<string | undefined>
  /** Resource whose label names it. */
  of: string
  link(id: string): MessageLink
}
const moderates = (who: Caller): boolean => who.granted.has('message-manage')
/** Who speaks has of a right that only reads no part in what others say to each other: for himself he speaks where he belongs. */
export const withoutReadOnlyRights = (who: Caller): Caller => ({ ...who, granted: who.changes })

/** Of whoever may practise the question; a flag challenge gives nothing away before it is solved. */
const questionTalk = (bank: Bank): Entity => ({
  async owner(q, who, now, id) {
    if (moderates(who) && (await documents(resourceOf[bank]).get(q, id))) return undefined
    return talkOf({ q, who, platform: { now: () => now } }, bank, id)
  },
  of: resourceOf[bank],
  link: (id) => ({ screen: exercisePage(bank), params: { exercise_id: id }, query: { talk: '1' } }),
})

export const entities: Record<CommentEntity, Entity> = {
  announcement: {
    async owner(q, who, now, id) {
      if (!moderates(who)) return (await readable(q, who, now, id)).doc.created_by
      const doc = await documents('announcement').get(q, id)
      if (!doc) throw new Fail('not_found')
      return doc.created_by
    },
    of: 'announcement',
    link: (id) => ({ screen: 'announcement-detail', params: { id } }),
  },
  // of two parties: the user whose id it bears, and whoever keeps the desk
  letter: {
    async owner(q, who, _now, id) {
      if (who.id !== id && !(moderates(who) && (await documents('user').get(q, id)))) throw new Fail('not_found')
      return undefined
    },
    of: 'user',
    link: () => ({ screen: 'personal', query: { tab: 'messages' } }),
  },
  'theory-question': questionTalk('theory'),
  exercise: questionTalk('exercise'),
  'flag-challenge': questionTalk('flag'),
  // of those who learn in it and of who keeps it
  course: {
    async owner(q, who, now, id) {
      if (moderates(who) && (await documents('course').get(q, id))) return undefined
      return courseTalk(q, who, id, now)
    },
    of: 'course',
    link: (id) => ({ screen: 'course-detail', params: { resource_id: id } }),
  },
}
export { moderates }

/** Names of what comments are about, by entity and id. */
export async function aboutOf(
  q: Queryable,
  docs: readonly { data: StoredComment }[],
): Promise<(c: StoredComment) => string> {
  const named = await Promise.all(
    Object.entries(entities).map(async ([name, { of }]) => {
      const ids = docs.filter((d) => d.data.entity === name).map((d) => d.data.entity_id)
      return [name, await labelsOf({ q }, of, ids)] as const
    }),
  )
  const found = new Map(named)
  return (c) => found.get(c.entity ?? '')?.get(c.entity_id ?? '') ?? ''
}

/** Removes everything that was said about an entity. */
export async function forgetComments(q: Queryable, entity: CommentEntity, id: string): Promise<void> {
  await q.query(`delete from ${comments.table} where k_entity = $1 and k_entity_id = $2`, [entity, id])
}
export async function forgetAnswers(q: Queryable, id: string): Promise<void> {
  await q.query(`delete from ${comments.table} where k_parent_id = $1`, [id])
}
