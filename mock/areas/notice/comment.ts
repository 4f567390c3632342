/** The desk: every comment and letter, to be reviewed, hidden and removed. */
import { commentMachine } from '#src/contract/notice/status.ts'
import { crud } from '#mock/crud/crud.ts'
import { aboutOf, forgetAnswers, type Stored } from './comments.ts'
import { tell } from './tell.ts'

export const comment = crud<'comment', (c: Stored) => string>('comment', {
  facts: (docs, { q }) => aboutOf(q, docs),
  columns: (doc, about) => ({ about: about(doc.data) }),
  moves: { field: 'state', table: commentMachine },
  // a letter is between its writer and the desk: there is nobody to hide it from
  refuse: (action, row) => (row.entity === 'letter' && action !== 'remove' ? 'not_allowed_in_state' : undefined),
  async wrote(after, before, { q, platform }) {
    if (before?.data.state === 'to-review') await tell(q, platform, after)
  },
  removed: (before, { q }) => forgetAnswers(q, before.id),
})
