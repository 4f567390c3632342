/** Who hears of a comment. */
import { access } from '#src/contract/access.ts'
import { screens } from '#src/contract/screens/index.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/handler.ts'
import { grantsOf } from '../session/people.ts'
import { comments, entities, type Stored } from './comments.ts'
import { notify } from './notify.ts'

const roles = documents('role')
const users = documents('user')

/** Everybody who keeps the desk of messages. */
async function keepersOfDesk(q: Queryable): Promise<string[]> {
  const found = await roles.byIds(q, await roles.ids(q, {}))
  const may = [...found.values()]
    .filter((r) => access(screens, grantsOf(r.data)).granted.has('message-manage'))
    .map((r) => r.id)
  const { rows } = await q.query<{ id: string }>(
    `select id from ${users.table} where k_status = 'normal' and k_role_id = any($1::text[])`,
    [may],
  )
  return rows.map((r) => r.id)
}

/** Tells the author of what was answered, and the desk of a user's letter. Nobody is told of his own words. */
export async function tell(q: Queryable, platform: Platform, { data }: { data: Stored }): Promise<void> {
  const { entity = 'announcement', entity_id = '', author_id = '', author_name = '', text = '' } = data
  if (data.state !== 'visible') return
  if (entity === 'letter' && author_id === entity_id) {
    const to = (await keepersOfDesk(q)).filter((id) => id !== author_id)
    const link = { screen: 'message-manage', query: { entity: 'letter' } } as const
    await notify(q, platform, { to, kind: 'letter', params: { by: author_name, text }, link })
    return
  }
  const parent = data.parent_id ? await comments.get(q, data.parent_id) : undefined
  const to = entity === 'letter' ? entity_id : (parent?.data.author_id ?? author_id)
  if (to === author_id) return
  await notify(q, platform, {
    to: [to],
    kind: entity === 'letter' ? 'letter_answered' : 'reply',
    params: { by: author_name, text },
    link: entities[entity].link(entity_id),
  })
}
