import { z } from 'zod'
import { FreeText } from '../lib/oneLine.schema.ts'
import { RunningHour } from '../classroom/hour.schema.ts'
import { RunningExam } from '../exam/attempt.schema.ts'
import { BulkReply, Id, Ids, page, Paging, Timestamp, yes } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { announcementTargets, announcementTypes } from './announcement.ts'
import { Byline } from './byline.ts'
import { commentEntities } from './comment.ts'
import { messageKinds } from './message.ts'
import { announcementStatuses, commentStates } from './status.ts'

/** That of the caller's app where it is not said. */
const language = z.enum(['en-US', 'zh-CN']).optional()
const Done = z.object({ done: z.number().int() })
/** Some, or all there are. */
const Which = z.union([Ids, z.strictObject({ all: z.literal(true) })])

const ReceivedAnnouncement = z.object({
  id: Id,
  title: z.string(),
  type: z.enum(announcementTypes),
  /** The beginning of the text, as Markdown without headings, pictures and links. */
  opening: z.string(),
  published_at: Timestamp,
  publisher: z.string(),
  author: Byline,
  pinned: z.boolean(),
  read: z.boolean(),
})
export type ReceivedAnnouncement = z.output<typeof ReceivedAnnouncement>

const Message = z.object({
  id: Id,
  kind: z.enum(messageKinds),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  link: z
    .object({
      screen: z.string(),
      params: z.record(z.string(), z.string()).optional(),
      query: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
  at: Timestamp,
  read: z.boolean(),
})
export type Message = z.output<typeof Message>

const SingleComment = z.object({
  id: Id,
  text: z.string(),
  author_id: Id,
  author_name: z.string(),
  author_logo: z.string(),
  author: Byline,
  /** Written in the name of the platform's administration. */
  official: z.boolean(),
  at: Timestamp,
  state: z.enum(commentStates),
  can: z.array(z.enum(['remove', 'reply'])),
})
export type SingleComment = z.output<typeof SingleComment>
const Comment = SingleComment.extend({ replies: z.array(SingleComment) })
export type ThreadComment = z.output<typeof Comment>

/** A thread in which the caller asked or answered, by their own words alone. */
const OwnComment = z.object({
  id: Id,
  text: z.string(),
  at: Timestamp,
  state: z.enum(commentStates),
  entity: z.enum(commentEntities),
  /** What it is about, by name. */
  about: z.string(),
  link: Message.shape.link,
  /** What others answered. */
  answers: z.number().int(),
})
export type OwnComment = z.output<typeof OwnComment>

export const noticeRoutes = routes({
  'GET /announcements/received': {
    summary: 'Announcements addressed to the caller, pinned first, newest first',
    screens: 'signed-in',
    serves: ['personal'],
    /** A text in both languages is previewed in the one that is asked for. */
    query: z.strictObject({ ...Paging, unread: yes, language }),
    reply: page(ReceivedAnnouncement),
  },
  'GET /announcements/received/:id': {
    summary: 'One announcement as its readers see it: for those it is addressed to, and for who publishes it',
    screens: 'signed-in',
    serves: ['announcement-detail'],
    query: z.strictObject({ language }),
    reply: z.object({
      id: Id,
      title: z.string(),
      type: z.enum(announcementTypes),
      content: z.string(),
      target: z.enum(announcementTargets),
      status: z.enum(announcementStatuses),
      published_at: Timestamp.nullable(),
      ends_at: Timestamp.nullable(),
      publisher: z.string(),
      author: Byline,
      pinned: z.boolean(),
      /** It is for the caller. */
      addressed: z.boolean(),
      /** When the caller first opened it. */
      read_at: Timestamp.nullable(),
      can: z.array(z.enum(['update', 'readers'])),
    }),
  },
  'POST /announcements/received/read': {
    summary: 'Note that the caller has read these announcements; once per reader',
    screens: 'signed-in',
    serves: ['announcement-detail', 'personal'],
    body: Which,
    reply: Done,
    audit: 'announcement.read',
  },
  'GET /announcements/reach': {
    summary: 'Whom the caller may announce to: kinds of target, and the organisations with all below them',
    screens: ['notice-manage', 'notice-add', 'notice-edit'],
    reply: z.object({
      targets: z.array(z.enum(announcementTargets)),
      orgs: z.array(z.object({ id: Id, parent_id: Id.nullable(), name: z.string(), users: z.number().int() })),
    }),
  },
  'GET /announcements/:id/readers': {
    summary: 'Who has read it and who has not, and counts by organisation',
    screens: ['notice-manage', 'notice-edit'],
    serves: ['announcement-detail'],
    query: z.strictObject({ ...Paging, read: yes, org_id: Id.optional() }),
    reply: page(Byline.extend({ id: Id, org_name: z.string(), read_at: Timestamp.nullable() })).extend({
      read: z.number().int(),
      addressed: z.number().int(),
      /** Of those it is for who have an account that is not open: nobody waits for them. */
      closed: z.number().int(),
      /** An empty id: those in no organisation. */
      orgs: z.array(
        z.object({ id: z.string(), name: z.string(), read: z.number().int(), addressed: z.number().int() }),
      ),
    }),
  },

  'GET /messages': {
    summary: 'The caller’s own messages, newest first',
    screens: 'signed-in',
    serves: ['personal'],
    query: z.strictObject({ page: Paging.page, page_size: Paging.page_size, unread: yes }),
    reply: page(Message),
  },
  'GET /messages/unread': {
    summary:
      'How many messages and announcements the caller has not read, and the exam and the class hour they are in the middle of',
    screens: 'signed-in',
    serves: ['personal'],
    reply: z.object({
      messages: z.number().int(),
      announcements: z.number().int(),
      exam: RunningExam.nullable(),
      hour: RunningHour.nullable(),
    }),
  },
  'POST /messages/read': {
    summary: 'Mark messages of one’s own as read',
    screens: 'signed-in',
    serves: ['personal'],
    body: Which,
    reply: Done,
    audit: 'message.read',
  },
  'POST /messages/remove': {
    summary: 'Remove messages of one’s own',
    screens: 'signed-in',
    serves: ['personal'],
    body: Ids,
    reply: BulkReply,
    audit: 'message.remove',
  },

  'GET /comments/thread': {
    summary: 'Comments on an entity that the caller may see, newest first, each with its answers',
    screens: 'signed-in',
    serves: ['announcement-detail', 'personal'],
    query: z.strictObject({
      page: Paging.page,
      page_size: Paging.page_size,
      entity: z.enum(commentEntities),
      entity_id: Id,
    }),
    reply: page(Comment),
  },
  'GET /comments/mine': {
    summary: 'What the caller asked and said, newest first, and how often others answered',
    screens: 'signed-in',
    serves: ['personal'],
    query: z.strictObject({ ...Paging, answered: yes }),
    reply: page(OwnComment),
  },
  'GET /comments/mine/:id': {
    summary: 'A thread in which the caller asked or answered, as long as they may see what it is about',
    screens: 'signed-in',
    serves: ['personal'],
    reply: Comment,
  },
  'POST /comments': {
    summary: 'Comment on an entity that the caller may see, or reply to a comment; a letter goes to the administrators',
    screens: 'signed-in',
    serves: ['announcement-detail', 'personal', 'message-manage'],
    rate: 'comment',
    body: z.strictObject({
      text: sized(FreeText, 1, limits.comment.max),
      entity: z.enum(commentEntities),
      entity_id: Id,
      parent_id: Id.nullable().default(null),
    }),
    reply: SingleComment,
    problems: ['not_allowed_in_state'],
    audit: 'comment.create',
  },
  'POST /comments/:id/withdraw': {
    summary: 'Remove a comment of one’s own, with its answers',
    screens: 'signed-in',
    serves: ['announcement-detail', 'personal'],
    reply: z.object({ id: Id }),
    audit: 'comment.withdraw',
  },
  'GET /comments/review': {
    summary: 'Whether comments wait for a review before others see them',
    screens: ['message-manage'],
    reply: z.object({ before: z.boolean() }),
  },
  'PUT /comments/review': {
    summary: 'Turn the review of comments before publication on or off',
    screens: ['message-manage'],
    body: z.strictObject({ before: z.boolean() }),
    reply: z.object({ before: z.boolean() }),
    audit: 'comment.review',
  },
})
