/** Courses in plain words: what one is, how it lives, and what lists ask of it. Its chapters, lessons and sections are its outline (`outline.ts`). */
import { difficulties } from '../bank/question.ts'
import { field, resource, rowFields } from '../lib/resource.ts'
import type { Course, CourseBody } from './course.schema.ts'
import { courseKeeping } from './screens.ts'

export const courseStatuses = ['draft', 'published', 'hidden', 'archived'] as const
export type CourseStatus = (typeof courseStatuses)[number]
/**
 * How a course lives. `publish` shows the edition that is being written, for the first time or anew; hidden, nobody finds it any more and those
 * who learn in it go on; archived, it is closed and its records stay.
 */
export const courseMachine = {
  draft: { publish: 'published' },
  published: { publish: 'published', hide: 'hidden' },
  hidden: { publish: 'hidden', show: 'published', archive: 'archived' },
  archived: { reopen: 'hidden' },
} as const satisfies Record<CourseStatus, Partial<Record<string, CourseStatus>>>

/** What a course is written as, to be taken along. */
export const courseFileFormats = ['package', 'cartridge'] as const
export type CourseFileFormat = (typeof courseFileFormats)[number]
/** In such a file: what the course has and the file does not, a line each. */
export const courseLeftOutFile = 'NOT-WRITTEN.txt'

export const courseKinds = ['compulsory', 'elective'] as const
/** Credits are given in halves. */
export const mostCredit = 20

export const course = resource<Course, CourseBody>()('course', {
  area: 'course',
  path: '/courses',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    description: field.longText,
    language: field.text,
    translation: field.list,
    direction_id: field.ref('direction'),
    cover: field.picture,
    difficulty: field.one(difficulties),
    credit: field.number,
    kind: field.one(courseKinds),
    lecturers: field.refs('user'),
    prerequisites: field.refs('course'),
    knowledge: field.words,
    skills: field.words,
    certificate: field.list,
    status: field.one(courseStatuses),
    lessons: field.number,
    theory_hours: field.number,
    experiment_hours: field.number,
    members: field.number,
    requests: field.number,
    published_at: field.time,
    changed: field.flag,
    created_by: field.ref('user'),
    updated_by: field.ref('user'),
  },
  find: ['name', 'description', 'translation.name', 'knowledge', 'skills'],
  filter: ['direction_id', 'status', 'kind', 'difficulty', 'lecturers', 'created_by', 'updated_at'],
  sort: ['name', 'credit', 'difficulty', 'updated_at', 'created_at'],
  order: '-updated_at',
  unique: [['name']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'audience'],
  restorable: true,
  audience: true,
  owned: true,
  actions: {
    /** Its routes look at what is missing first. */
    publish: { on: 'own' },
    copy: { on: 'own', level: 'use' },
    /** Takes it along as a file: whoever may copy it. A draft is nobody's but theirs who may change it. */
    export: { on: 'own', level: 'use' },
    /** Looks into its certificates, issues and revokes them. */
    certify: { on: 'own' },
    hide: { on: 'one' },
    show: { on: 'one' },
    archive: { on: 'one' },
    reopen: { on: 'one' },
  },
  read: courseKeeping,
  write: courseKeeping,
  page: 'lesson-manage',
  touches: ['directions', 'learning', 'course-marking', 'class-cards'],
  usedBy: ['course.prerequisites', 'class.courses'],
})
