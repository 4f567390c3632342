/** Who hears of a comment. */
import { signed } from '#src/contract/notice/byline.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { bylines } from './byline.ts'
import { comments, entities, type StoredComment } from './comments.ts'
import { screenManagersOf } from './holders.ts'
import { notify } from './notify.ts'

/** Tells the author of what was answered, and the desk of a user's letter. Nobody is told of his own words. */
export async function notifyOfComment(
  q: Queryable,
  platform: Platform,
  { data }: { data: StoredComment },
): Promise<void> {
  const { entity = 'announcement', entity_id = '', author_id = '', author_name = '', text = '' } = data
  if (data.state !== 'visible') return
  const by = signed((await bylines(q, [author_id]))(author_id, author_name))
  if (entity === 'letter' && author_id === entity_id) {
    const to = (await screenManagersOf(q, 'message-manage')).filter((id) => id !== author_id)
    const link = { screen: 'message-manage', query: { entity: 'letter' } } as const
    await notify(q, platform, { to, kind: 'letter', params: { by, text }, link })
    return
  }
  const parent = data.parent_id ? await comments.get(q, data.parent_id) : undefined
  const to = entity === 'letter' ? entity_id : (parent?.data.author_id ?? author_id)
  if (to === author_id) return
  await notify(q, platform, {
    to: [to],
    kind: entity === 'letter' ? 'letter_answered' : 'reply',
    params: { by, text },
    link: entities[entity].link(entity_id),
  })
}
