import { z } from 'zod'
import { OneLine } from '../lib/oneLine.schema.ts'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { announcementTargets, announcementTypes } from './announcement.ts'
import { announcementStatuses } from './status.ts'

const texts = {
  title: sized(z.string().trim(), limits.name.min, limits.name.max),
  /** Markdown. */
  content: sized(z.string(), 1, limits.announcement.max),
}

export const AnnouncementBody = z.object({
  ...texts,
  type: z.enum(announcementTypes),
  /** For readers of that language, in the place of the texts above. */
  translation: z
    .strictObject({
      language: z.enum(['en-US', 'zh-CN']),
      ...texts,
      title: sized(OneLine.trim(), limits.name.min, limits.name.max),
    })
    .nullable()
    .default(null),
  target: z.enum(announcementTargets),
  /** With the target `orgs`: these organisations and those below them. */
  org_ids: z.array(Id).max(500).default([]),
  pinned: z.boolean().default(false),
  /** From this instant on it is shown; null keeps a draft, `now` is the moment it is saved. */
  published_at: z
    .union([z.literal('now'), Timestamp])
    .nullable()
    .default(null),
  /** Until this one; null means for good. */
  ends_at: Timestamp.nullable().default(null),
})
export const Announcement = row(AnnouncementBody, {
  published_at: Timestamp.nullable(),
  withdrawn_at: Timestamp.nullable(),
  status: z.enum(announcementStatuses),
  publisher: z.string(),
  /** How many of those it is for have opened it, and how many it is for; both 0 before it is published. */
  read: z.number().int(),
  addressed: z.number().int(),
})
export type Announcement = z.output<typeof Announcement>
export type AnnouncementBody = z.input<typeof AnnouncementBody>
