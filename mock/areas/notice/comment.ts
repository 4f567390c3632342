/** The desk: every comment and letter, to be reviewed, hidden and removed. */
import { commentMachine } from '#src/contract/notice/status.ts'
import { crud } from '#mock/crud/crud.ts'
import { bylines } from './byline.ts'
import { aboutOf, comments, forgetAnswers, type StoredComment } from './comments.ts'
import { notifyOfComment } from './tell.ts'

interface Facts {
  about: (c: StoredComment) => string
  by: Awaited<ReturnType<typeof bylines>>
}

export const comment = crud<'comment', Facts>('comment', {
  async facts(docs, { q }) {
    const [about, by] = await Promise.all([
      aboutOf(q, docs),
      bylines(
        q,
        docs.map((d) => d.data.author_id),
      ),
    ])
    return { about, by }
  },
  columns: ({ data }, { about, by }) => {
    const { username, role_name } = by(data.author_id, data.author_name)
    return { about: about(data), author_username: username, author_role: role_name }
  },
  moves: { field: 'state', table: commentMachine },
  // a letter is between its writer and the desk: there is nobody to hide it from
  refuse: (action, row) => (row.entity === 'letter' && action !== 'remove' ? 'not_allowed_in_state' : undefined),
  async wrote(after, before, { q, platform }) {
    if (before?.data.state === 'to-review') await notifyOfComment(q, platform, after)
  },
  along: [[comments.table, 'k_parent_id']],
  removed: (before, { q }) => forgetAnswers(q, before.id),
})
