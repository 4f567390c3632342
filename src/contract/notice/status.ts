/** Announcements and comments: what state they are in, and what moves them. */
export const announcementStatuses = ['draft', 'scheduled', 'published', 'withdrawn', 'ended'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]
export type AnnouncementEvent = 'publish' | 'withdraw'

export const announcementMachine: Readonly<
  Record<AnnouncementStatus, Readonly<Partial<Record<AnnouncementEvent, AnnouncementStatus>>>>
> = {
  draft: { publish: 'published' },
  scheduled: { publish: 'published', withdraw: 'withdrawn' },
  published: { withdraw: 'withdrawn' },
  withdrawn: { publish: 'published' },
  ended: {},
}

/** Where an announcement stands at an instant; it follows from what is stored, so nothing has to be awake for it to begin or to end. */
export function announcementStatus(
  a: { published_at: string | null; ends_at: string | null; withdrawn_at: string | null },
  now: Date,
): AnnouncementStatus {
  if (a.withdrawn_at !== null) return 'withdrawn'
  if (a.published_at === null) return 'draft'
  if (Date.parse(a.published_at) > now.getTime()) return 'scheduled'
  return a.ends_at !== null && Date.parse(a.ends_at) <= now.getTime() ? 'ended' : 'published'
}

export const commentStates = ['to-review', 'visible', 'hidden'] as const
export type CommentState = (typeof commentStates)[number]
export type CommentEvent = 'show' | 'hide'

export const commentMachine: Readonly<Record<CommentState, Readonly<Partial<Record<CommentEvent, CommentState>>>>> = {
  'to-review': { show: 'visible', hide: 'hidden' },
  visible: { hide: 'hidden' },
  hidden: { show: 'visible' },
}
