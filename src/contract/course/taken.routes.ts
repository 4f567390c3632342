/** Lessons that are taken from other courses: a copy that knows where it comes from, and what became of that since. */
import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { Id } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { CourseOutline } from './course.routes.ts'
import { sectionKinds } from './outline.ts'
import { courseKeeping } from './screens.ts'

const Version = z.number().int()
const Titled = z.object({ id: LocalId, title: z.string(), title_other: z.string() })
const Course = z.object({
  id: Id,
  name: z.string(),
  language: z.enum(textLanguages),
  translation: z.object({ name: z.string() }).nullable(),
})

const OfferedLessons = z.object({
  course: Course,
  chapters: z.array(Titled.extend({ lessons: z.array(Titled.extend({ sections: z.array(z.enum(sectionKinds)) })) })),
})
type OfferedLessons = z.output<typeof OfferedLessons>

/** How what was taken stands to what it was taken from: `gone` also where the caller may not take it any more. */
const takenStates = ['same', 'newer', 'gone'] as const
export const LessonUses = z.object({
  /** Where it was taken from; null: it was written here. The course is null where the caller does not see it. */
  from: z.object({ state: z.enum(takenStates), course: Course.nullable(), lesson: Titled.nullable() }).nullable(),
  /** Lessons of other courses that were taken from it, of courses the caller sees. */
  uses: z.array(z.object({ course: Course, lesson: Titled })),
})
export type LessonUses = z.output<typeof LessonUses>

export const takenRoutes = routes({
  'GET /courses/:id/lessons': {
    summary: 'Lessons of a course, for whoever may copy it and takes one into a course of their own',
    screens: courseKeeping,
    reply: OfferedLessons,
  },
  'GET /courses/:id/lessons/:lesson/uses': {
    summary:
      'Where a lesson was taken from, whether that says something else by now, and which courses took it from here',
    screens: courseKeeping,
    reply: LessonUses,
  },
  'POST /courses/:id/lessons': {
    summary: 'Take a lesson of another course into the draft: a copy of what it says, which knows where it comes from',
    screens: courseKeeping,
    body: z.strictObject({
      version: Version,
      course_id: Id,
      lesson_id: LocalId,
      /** At whose end it stands; null: in a chapter of its own. */
      chapter: LocalId.nullable(),
    }),
    reply: CourseOutline.extend({ made: LocalId }),
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'course.lesson-take',
  },
  'POST /courses/:id/lessons/:lesson/renew': {
    summary: 'Let a lesson that was taken say in the draft what the one it was taken from says now',
    screens: courseKeeping,
    body: z.strictObject({ version: Version }),
    reply: CourseOutline,
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'course.lesson-renew',
  },
})
