/** Learning: finding courses, joining them, and going through their lessons. The server looks what is open to whom. */
import { z } from 'zod'
import { Answer } from '../bank/answer.schema.ts'
import { difficulties, textLanguages } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Id, many, page, Paging, yes } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { courseKinds } from './course.ts'
import { CourseCard, LearnCourse, LearnDirection, LearnLesson, QuizTry } from './learn.schema.ts'
import { courseLengths, memberStates } from './learn.ts'
import { mediaLimits } from './media.ts'
import { courseCatalogue, courseLearning } from './screens.ts'
import { outlineLimits } from './outline.ts'

const Language = z.strictObject({ language: z.enum(textLanguages).optional() })
/** As learners would see what is being written: for whoever may change the course. */
const Preview = { preview: yes }
/** The course is completed by it. */
const Completed = z.boolean()
const lesson = ['lesson', 'my-lesson'] as const

export const learnRoutes = routes({
  'GET /learning/courses': {
    summary: 'Courses the caller may find, those he learns in first',
    screens: courseCatalogue,
    query: z.strictObject({
      ...Paging,
      direction_id: many(Id),
      difficulty: many(z.enum(difficulties)),
      kind: many(z.enum(courseKinds)),
      hours: many(z.enum(courseLengths)),
      state: many(z.enum(['none', ...memberStates])),
    }),
    reply: page(CourseCard),
  },
  'GET /learning/directions': {
    summary: 'Directions of the courses the caller may find',
    screens: courseCatalogue,
    reply: z.object({ items: z.array(LearnDirection) }),
  },
  'GET /learning/mine': {
    summary: 'Courses the caller learns in or has learnt, the latest first',
    screens: ['my-profession', ...courseCatalogue],
    query: z.strictObject({ ...Paging, state: many(z.enum(memberStates)) }),
    reply: page(CourseCard),
  },
  'GET /learning/courses/:id': {
    summary: 'A course with its outline and how far the caller is',
    screens: courseLearning,
    query: z.strictObject(Preview),
    reply: LearnCourse,
  },
  'POST /learning/courses/:id/join': {
    summary: 'Begin to learn in a course that is open to the caller; again after leaving it',
    screens: courseLearning,
    body: z.strictObject({}),
    reply: LearnCourse,
    problems: ['not_authorized_yet', 'not_allowed_in_state'],
    audit: 'course.join',
  },
  'POST /learning/courses/:id/leave': {
    summary: 'Leave a course that was joined; what was done in it is kept',
    screens: courseLearning,
    body: z.strictObject({}),
    reply: LearnCourse,
    problems: ['not_allowed_in_state', 'course_compulsory'],
    audit: 'course.leave',
  },
  'GET /learning/courses/:id/lessons/:lesson': {
    summary: 'A lesson with what its sections say',
    screens: lesson,
    query: Language.extend(Preview),
    reply: LearnLesson,
    problems: ['not_authorized_yet', 'join_first', 'lesson_closed'],
  },
  'POST /learning/courses/:id/sections/:section/place': {
    summary: 'Remember where the caller is in a section',
    screens: lesson,
    body: z.strictObject({ place: z.number().min(0).max(mediaLimits.pages) }),
    reply: z.object({ place: z.number() }),
    problems: ['not_authorized_yet', 'join_first', 'lesson_closed'],
    own_trail: true,
  },
  'POST /learning/courses/:id/sections/:section/done': {
    summary: 'Say that a section was read to its end, or tick it',
    screens: lesson,
    /** Of the content that was read. */
    body: z.strictObject({ revision: z.number().int() }),
    reply: z.object({ completed: Completed }),
    problems: ['not_authorized_yet', 'join_first', 'lesson_closed', 'stale_version', 'not_allowed_in_state'],
    audit: 'course.learn',
  },
  'POST /learning/courses/:id/sections/:section/draft': {
    summary: 'Keep what is typed in a quiz; nothing is judged by it',
    screens: lesson,
    body: z.strictObject({
      answers: z
        .array(z.strictObject({ item: LocalId, answer: Answer.nullable() }))
        .min(1)
        .max(outlineLimits.questions),
    }),
    reply: z.object({ saved: z.number().int() }),
    problems: ['not_authorized_yet', 'join_first', 'lesson_closed'],
    own_trail: true,
  },
  'POST /learning/courses/:id/sections/:section/tries': {
    summary: 'Hand in a quiz: judged at once by rule',
    screens: lesson,
    query: Language,
    body: z.strictObject({ answers: z.record(LocalId, Answer.nullable()), revision: z.number().int() }),
    reply: z.object({ try: QuizTry, completed: Completed }),
    problems: [
      'not_authorized_yet',
      'join_first',
      'lesson_closed',
      'stale_version',
      'attempts_used_up',
      'answer_blank',
      'not_allowed_in_state',
    ],
    audit: 'course.learn',
  },
})
