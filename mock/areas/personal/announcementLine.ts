import { announcementTypes } from '#src/contract/personal/routes.ts'
import { field, rowFields } from '#src/contract/lib/resource.ts'
import type { Line } from '#mock/crud/shape.ts'

/** Whom an announcement is for. */
export const announcementTargets = ['all', 'teacher', 'student', 'orgs'] as const

export interface AnnouncementDoc {
  title: string
  type: (typeof announcementTypes)[number]
  content: string
  /** From this instant on it is shown. */
  published_at: string
  /** Until this one; null means for good. */
  ends_at: string | null
  publisher: string
  pinned: boolean
  target: (typeof announcementTargets)[number]
  /** With the target `orgs`: these organisations and those below them. */
  org_ids: string[]
}

/** Announcements are read by everybody; they get routes of their own with the screen that writes them. */
export const announcementLine: Line = {
  name: 'announcement',
  area: 'personal',
  path: '/announcements',
  label: 'title',
  fields: {
    ...rowFields,
    title: field.text,
    type: field.one(announcementTypes),
    content: field.longText,
    published_at: field.time,
    ends_at: field.time,
    publisher: field.text,
    pinned: field.flag,
    target: field.one(announcementTargets),
    org_ids: field.refs('org'),
  },
  find: ['title', 'content'],
  filter: ['type', 'pinned', 'target', 'published_at', 'ends_at'],
  sort: ['published_at', 'title'],
  order: '-published_at',
  unique: [],
  verbs: ['list'],
  read: [],
  write: [],
}
