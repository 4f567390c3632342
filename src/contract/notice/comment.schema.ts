import { z } from 'zod'
import { Id, row } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { commentEntities } from './comment.ts'
import { commentStates } from './status.ts'

export const CommentBody = z.object({ text: sized(z.string().trim(), 1, limits.comment.max) })
export const Comment = row(CommentBody, {
  entity: z.enum(commentEntities),
  entity_id: Id,
  /** Name of what it is about. */
  about: z.string(),
  /** The comment it answers; comments are answered, answers are not. */
  parent_id: Id.nullable(),
  author_id: Id,
  author_name: z.string(),
  /** Account and role of the writer now; empty when the account was removed. */
  author_username: z.string(),
  author_role: z.string(),
  state: z.enum(commentStates),
  /** Of a letter: somebody of the administration wrote after it. */
  answered: z.boolean(),
})
export type Comment = z.output<typeof Comment>
export type CommentBody = z.input<typeof CommentBody>
