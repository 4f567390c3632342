import { field, resource, rowFields } from '../lib/resource.ts'
import type { Announcement, AnnouncementBody } from './announcement.schema.ts'
import { announcementStatuses } from './status.ts'

export const announcementTypes = ['notice', 'maintenance', 'event'] as const
/** Whom an announcement is for; `orgs`: chosen organisations and those below them. */
export const announcementTargets = ['all', 'teacher', 'student', 'orgs'] as const

export const announcement = resource<Announcement, AnnouncementBody>()('announcement', {
  area: 'notice',
  path: '/announcements',
  label: 'title',
  fields: {
    ...rowFields,
    title: field.text,
    type: field.one(announcementTypes),
    status: field.one(announcementStatuses),
    content: field.longText,
    translation: field.list,
    target: field.one(announcementTargets),
    org_ids: field.refs('org'),
    pinned: field.flag,
    published_at: field.time,
    ends_at: field.time,
    withdrawn_at: field.time,
    publisher: field.text,
    read: field.number,
    addressed: field.number,
  },
  find: ['title', 'content', 'translation.title', 'translation.content'],
  filter: ['status', 'type', 'target', 'pinned', 'published_at', 'ends_at', 'withdrawn_at'],
  sort: ['published_at', 'title', 'created_at', 'updated_at'],
  order: '-created_at',
  unique: [],
  restorable: true,
  verbs: ['list', 'get', 'create', 'update', 'remove'],
  read: ['notice-manage', 'notice-edit'],
  write: ['notice-manage', 'notice-add', 'notice-edit'],
  page: 'notice-edit',
  touches: ['messages'],
  actions: { publish: { on: 'many' }, withdraw: { on: 'many' } },
})
