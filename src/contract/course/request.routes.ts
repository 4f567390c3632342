/** Asking for a course that one finds and may not take, and what its keepers answer. */
import { z } from 'zod'
import { Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { Byline } from '../notice/byline.ts'
import { FreeText } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { LearnCourse } from './learn.schema.ts'
import { requestLimits, requestStates } from './request.ts'
import { courseKeeping, courseLearning } from './screens.ts'

const CourseRequest = z.object({
  id: Id,
  user_id: Id,
  author: Byline,
  org_name: z.string(),
  text: z.string(),
  at: Timestamp,
  state: z.enum(requestStates),
  answered_at: Timestamp.nullable(),
  answered_by: Byline.nullable(),
  reason: z.string(),
})
export type CourseRequest = z.output<typeof CourseRequest>

const Answered = z.object({ done: z.number().int() })
const Several = z.array(Id).min(1).max(requestLimits.atOnce)

export const requestRoutes = routes({
  'POST /learning/courses/:id/request': {
    summary: 'Ask for a course that the caller finds and may not take',
    screens: courseLearning,
    body: z.strictObject({ text: sized(FreeText, 1, requestLimits.text) }),
    reply: LearnCourse,
    problems: ['not_allowed_in_state', 'request_waits'],
    rate: 'comment',
    audit: 'course.ask',
  },
  'POST /learning/courses/:id/request/withdraw': {
    summary: 'Take back a request that is not answered yet',
    screens: courseLearning,
    body: z.strictObject({}),
    reply: LearnCourse,
    problems: ['not_allowed_in_state'],
    audit: 'course.ask-withdraw',
  },
  'GET /courses/:id/requests': {
    summary: 'Who asks for a course, those that wait first',
    screens: courseKeeping,
    query: z.strictObject({ ...Paging, state: many(z.enum(requestStates)) }),
    reply: page(CourseRequest).extend({ waiting: z.number().int() }),
  },
  'POST /courses/:id/requests/approve': {
    summary: 'Authorise people who asked for a course; they are told',
    screens: courseKeeping,
    body: z.strictObject({ ids: Several }),
    reply: Answered,
    audit: 'course.request-approve',
  },
  'POST /courses/:id/requests/refuse': {
    summary: 'Refuse requests for a course; those who asked are told why',
    screens: courseKeeping,
    body: z.strictObject({ ids: Several, reason: sized(FreeText, 1, requestLimits.text) }),
    reply: Answered,
    audit: 'course.request-refuse',
  },
})
