/** Writing a course: its outline, what its sections say, publishing, and who finds it. Who may take it is the audience of the resource. */
import { z } from 'zod'
import { Audience, Id, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { LocalId } from '../bank/question.schema.ts'
import { courseFileFormats } from './course.ts'
import { Course } from './course.schema.ts'
import { checklistLines } from './checklist.ts'
import { Outline, OutlineBody, SectionContent } from './outline.schema.ts'
import { courseKeeping } from './screens.ts'

const At = z.strictObject({ version: z.number().int() })
const Version = z.number().int()

/** Of the course. An outline and the contents of its sections have a version of their own. */
export const CourseOutline = z.object({
  course: Course,
  version: Version,
  draft: Outline,
  published: Outline.nullable(),
})
export type CourseOutline = z.output<typeof CourseOutline>
/** What people write of a section. `used`: learners see this revision; the next change makes another. */
export const CourseSection = z.object({
  id: LocalId,
  content: SectionContent,
  revision: z.number().int(),
  version: Version,
  updated_at: Timestamp,
  updated_by_name: z.string(),
})
export type CourseSection = z.output<typeof CourseSection>

const Titled = z.object({ id: LocalId, title: z.string() })
const Named = z.array(z.string())
/**
 * What publishing now would do. `learners`: who learn in it; `gains`: those of whom sections are done by their new rules, `completes`: whose
 * course is completed by it; `reopens`: those who are through and have something to do again. The first of each by name.
 */
export const PublishPreview = z.object({
  checklist: z.array(z.object({ line: z.enum(checklistLines), blocks: z.boolean(), sections: z.array(Titled) })),
  added: z.array(Titled),
  removed: z.array(Titled),
  rewritten: z.array(Titled),
  ruled: z.array(Titled),
  /** An edition is shown, and the one that is written differs from it. */
  published: z.boolean(),
  changed: z.boolean(),
  learners: z.number().int(),
  completed: z.number().int(),
  gains: z.number().int(),
  completes: z.number().int(),
  reopens: z.number().int(),
  names: z.object({ gains: Named, completes: Named, reopens: Named }),
})
export type PublishPreview = z.output<typeof PublishPreview>

const Visibility = Audience.extend({
  /** Found from and until; null: without a limit. */
  from: Timestamp.nullable(),
  to: Timestamp.nullable(),
  version: Version,
})

export const courseRoutes = routes({
  'GET /courses/:id/outline': {
    summary: 'The outline of a course as it is written, and as learners see it',
    screens: courseKeeping,
    reply: CourseOutline,
  },
  'PUT /courses/:id/outline': {
    summary: 'Write the outline of a course anew; sections keep what they say by their ids',
    screens: courseKeeping,
    body: OutlineBody.safeExtend({ version: Version }),
    reply: CourseOutline,
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'course.outline',
  },
  'GET /courses/:id/sections/:section': {
    summary: 'What a section says as it is written',
    screens: courseKeeping,
    reply: CourseSection,
  },
  'PUT /courses/:id/sections/:section': {
    summary: 'Write what a section says',
    screens: courseKeeping,
    body: z.strictObject({ content: SectionContent, version: Version }),
    reply: CourseSection,
    problems: ['stale_version', 'not_allowed_in_state'],
    audit: 'course.section',
  },
  'GET /courses/:id/publication': {
    summary: 'What is missing before a course can be published, and what publishing changes for whom',
    screens: courseKeeping,
    reply: PublishPreview,
  },
  'POST /courses/:id/publish': {
    summary: 'Show the edition that was written; what learners have done stays done',
    screens: courseKeeping,
    body: At,
    reply: Course,
    problems: [
      'stale_version',
      'not_allowed_in_state',
      'course_without_lessons',
      'course_not_authorised',
      'course_incomplete',
      'course_contradicts',
    ],
    audit: 'course.publish',
  },
  'POST /courses/:id/copy': {
    summary: 'Copy a course with all it says; nobody learns in the copy',
    screens: courseKeeping,
    reply: z.object({ id: Id }),
    problems: ['name_taken'],
    audit: 'course.copy',
  },
  'GET /courses/:id/file': {
    summary:
      'The course as it is written, as a package that another platform imports, or as a Common Cartridge; what is not in it is named in it',
    screens: courseKeeping,
    query: z.strictObject({ format: z.enum(courseFileFormats).default('package') }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'course.export',
  },
  'GET /courses/:id/visibility': {
    summary: 'Who finds a course in the catalogue, and when',
    screens: courseKeeping,
    reply: Visibility,
  },
  'PUT /courses/:id/visibility': {
    summary: 'Choose who finds a course in the catalogue, and when',
    screens: courseKeeping,
    body: Visibility,
    reply: Visibility,
    problems: ['stale_version'],
    audit: 'course.visibility',
  },
})
