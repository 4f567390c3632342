/** Labs as their learners work in them, and their reports as their authors write them. What is told is the server's to say. */
import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { Id } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { labLimits } from './lab.ts'
import { LabDrawing, OwnLabReport } from './report.schema.ts'
import { courseKeeping, lessonReading } from './screens.ts'

const closed = ['not_authorized_yet', 'join_first', 'lesson_closed', 'not_allowed_in_state'] as const
const Completed = z.boolean()
const Version = z.number().int()
const Count = z.number().int()

/** Why a step is not passed: not yet as it should be; its node is off; there is no scene; what runs it cannot look, or did not answer in time. */
export const notPassed = ['not_yet', 'node_off', 'no_scene', 'unavailable', 'slow'] as const

export const labRoutes = routes({
  'POST /learning/courses/:id/sections/:section/scene': {
    summary: 'The scene of a lab: the one the caller has, or a new one',
    screens: lessonReading,
    body: z.strictObject({}),
    reply: z.object({ scene_id: Id }),
    problems: [
      ...closed,
      'scenes_at_once',
      'license_limit',
      'topology_unfit',
      'driver_unavailable',
      'class_starts_scene',
    ],
    audit: 'course.lab',
  },
  'POST /learning/courses/:id/sections/:section/checks': {
    summary: 'Look at the nodes of the caller’s scene: all steps that are not passed, or one',
    screens: lessonReading,
    body: z.strictObject({ step: LocalId.optional() }),
    reply: z.object({
      passed: z.array(LocalId),
      open: z.array(z.object({ step: LocalId, why: z.enum(notPassed) })),
      completed: Completed,
    }),
    problems: closed,
    audit: 'course.lab',
  },
  'POST /learning/courses/:id/sections/:section/flags': {
    summary: 'Hand in the flag of a step',
    screens: lessonReading,
    body: z.strictObject({ step: LocalId, text: z.string().max(labLimits.flag) }),
    reply: z.object({ right: z.boolean(), left: Count, wait: Count, completed: Completed }),
    problems: [...closed, 'answer_blank', 'too_many'],
    audit: 'course.lab',
  },
  'POST /learning/courses/:id/sections/:section/hints': {
    summary: 'Take the next hint of a step at its cost',
    screens: lessonReading,
    body: z.strictObject({ step: LocalId, n: z.number().int().min(0).max(labLimits.hints) }),
    reply: z.object({ text: z.string(), text_other: z.string(), cost: Count }),
    problems: closed,
    audit: 'course.lab',
  },
  'POST /learning/courses/:id/sections/:section/ticks': {
    summary: 'Tick off a step that nobody checks, or no longer',
    screens: lessonReading,
    body: z.strictObject({ step: LocalId, done: z.boolean() }),
    reply: z.object({ done: z.boolean() }),
    problems: closed,
    own_trail: true,
  },
  'GET /learning/courses/:id/sections/:section/report': {
    summary: 'The caller’s report of a lab; one that is not begun is its template',
    screens: lessonReading,
    reply: OwnLabReport,
    problems: closed,
  },
  'PUT /learning/courses/:id/sections/:section/report': {
    summary: 'Keep what is written of a report',
    screens: lessonReading,
    body: z.strictObject({ text: z.string().max(labLimits.report), version: Version }),
    reply: OwnLabReport,
    problems: [...closed, 'stale_version'],
    own_trail: true,
  },
  'POST /learning/courses/:id/sections/:section/report/submit': {
    summary: 'Hand in a report',
    screens: lessonReading,
    body: z.strictObject({ version: Version }),
    reply: OwnLabReport,
    problems: [...closed, 'stale_version', 'answer_blank'],
    audit: 'course.report-submit',
  },
  'POST /learning/courses/:id/sections/:section/report/evidence': {
    summary: 'Add a recording or a screenshot of one’s own to a report: it stays as long as the report does',
    screens: lessonReading,
    body: z.strictObject({ recording_id: Id }),
    reply: OwnLabReport,
    problems: [...closed, 'quota_full'],
    audit: 'course.report-evidence',
  },
  'POST /learning/courses/:id/sections/:section/report/evidence/remove': {
    summary: 'Take a recording or a screenshot out of a report',
    screens: lessonReading,
    body: z.strictObject({ recording_id: Id }),
    reply: OwnLabReport,
    problems: closed,
    audit: 'course.report-evidence',
  },
  'PUT /learning/courses/:id/sections/:section/report/document': {
    summary: 'Choose the PDF that goes with a report, or none; one that was handed in stays with what was said of it',
    screens: lessonReading,
    body: z.strictObject({ file: Id.nullable() }),
    reply: OwnLabReport,
    problems: closed,
    audit: 'course.report-document',
  },
  'GET /courses/:id/sections/:section/drawing': {
    summary: 'The drawing of a lab as its scenes get it: nodes and flags that steps may name',
    screens: courseKeeping,
    reply: LabDrawing,
  },
})
