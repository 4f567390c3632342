import { field, resource, rowFields } from '../lib/resource.ts'
import type { Comment, CommentBody } from './comment.schema.ts'
import { commentStates } from './status.ts'

/** What can be commented on. A `letter` is what a user and the administrators write each other: its entity is the user. */
export const commentEntities = [
  'announcement',
  'letter',
  'theory-question',
  'exercise',
  'flag-challenge',
  'course',
] as const
export type CommentEntity = (typeof commentEntities)[number]

export const comment = resource<Comment, CommentBody>()('comment', {
  area: 'notice',
  path: '/comments',
  label: 'text',
  fields: {
    ...rowFields,
    text: field.longText,
    entity: field.one(commentEntities),
    entity_id: field.id,
    about: field.text,
    parent_id: field.id,
    author_id: field.ref('user'),
    author_name: field.text,
    author_username: field.text,
    author_role: field.text,
    state: field.one(commentStates),
    answered: field.flag,
  },
  find: ['text', 'author_name'],
  filter: ['entity', 'entity_id', 'state', 'answered', 'author_id', 'parent_id', 'created_at'],
  sort: ['created_at'],
  order: '-created_at',
  unique: [],
  restorable: true,
  verbs: ['list', 'get', 'remove'],
  read: ['message-manage'],
  write: ['message-manage'],
  page: 'message-manage',
  touches: ['messages', 'question-tools'],
  actions: { show: { on: 'many' }, hide: { on: 'many' } },
})
