/** Classes in plain words: people who are taught together, in which courses and by whom. Its members are its audience. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { CourseClass, CourseClassBody } from './class.schema.ts'
import { classKeeping, classReading, classTeaching } from './screens.ts'

export const classStatuses = ['planned', 'ongoing', 'ended', 'archived'] as const
export type ClassStatus = (typeof classStatuses)[number]
/** How a class lives. While it is ongoing, its members are members of its courses; ended, what they did stays, and so it does archived. */
export const classMachine = {
  planned: { begin: 'ongoing' },
  ongoing: { finish: 'ended' },
  ended: { resume: 'ongoing', archive: 'archived' },
  archived: {},
} as const satisfies Record<ClassStatus, Partial<Record<string, ClassStatus>>>

export const classLimits = {
  courses: 20,
  teachers: 20,
  assistants: 50,
  room: 60,
  /** Minutes after the beginning of a class hour after which somebody is late. */
  late: 120,
  /** Class hours of one class. */
  hours: 500,
  /** Weekly slots of a timetable, and its days without class. */
  slots: 40,
  exceptions: 100,
  /** Days that a timetable may span. */
  span: 400,
  note: 60,
  message: 500,
  reason: 500,
  question: 300,
  /** Lines of a list of people. */
  list: 2000,
  /** People who are spoken to, or marked present, in one call. */
  chosen: 500,
} as const

export const courseClass = resource<CourseClass, CourseClassBody>()('class', {
  area: 'classroom',
  path: '/classes',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    courses: field.refs('course'),
    teachers: field.refs('user'),
    assistants: field.refs('user'),
    room: field.text,
    entering: field.flag,
    late_after: field.number,
    status: field.one(classStatuses),
    members: field.number,
    hours: field.number,
    next_at: field.time,
    created_by: field.ref('user'),
    updated_by: field.ref('user'),
  },
  find: ['name', 'room'],
  filter: ['status', 'courses', 'teachers', 'assistants', 'created_by', 'updated_at'],
  sort: ['name', 'updated_at', 'created_at'],
  order: '-updated_at',
  unique: [['name']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'audience'],
  restorable: true,
  audience: true,
  owned: true,
  actions: {
    begin: { on: 'one' },
    finish: { on: 'one' },
    resume: { on: 'one' },
    archive: { on: 'one' },
    /** Its members and what they do: for its teachers and assistants whatever is shared with them, and for whoever may change it. */
    look: { on: 'own', level: 'read', personal: true, screens: classReading },
    /** The same people lead its hours. */
    teach: { on: 'own', level: 'read', screens: classTeaching },
    /** Its timetable, its hours and its groups: for its teachers, not for assistants. */
    plan: { on: 'own', level: 'read', screens: classTeaching },
  },
  read: classReading,
  write: classKeeping,
  page: 'classroom-manage',
  touches: ['class-hours', 'learning', 'schedule', 'class-cards'],
})
