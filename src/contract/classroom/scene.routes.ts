/** Machines of a class hour: started, stopped, extended and held for all or chosen ones; and consoles of learners, looked at and taken over. */
import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { BulkReply, Id, Timestamp } from '../lib/crud.ts'
import { FreeText } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { takeoverStates } from '../scene/console.ts'
import { ConsoleTicket } from '../scene/console.schema.ts'
import { consoleKinds } from '../scene/node.ts'
import { ownSceneAccess } from '../scene/routes.ts'
import { sceneStatuses } from '../scene/status.ts'
import { classLimits } from './class.ts'
import { hourStatuses, scenePlans, sceneLimitsOfClass } from './hour.ts'
import { classTeaching } from './screens.ts'

const Count = z.number().int()
const Titled = z.object({ id: LocalId, title: z.string(), title_other: z.string() })
const nothing = z.strictObject({})
/** Nobody named: all. */
const Chosen = z.strictObject({ user_ids: z.array(Id).max(classLimits.chosen).default([]) })
const acting = { screens: ['classroom-monitor'], body: Chosen, reply: BulkReply } as const
const consoles = { screens: ['classroom-monitor', 'class-card'] } as const
const Group = Count.min(1).max(sceneLimitsOfClass.groups)

export const LearnerConsoles = z.object({
  now: Timestamp,
  hour: z.object({
    id: Id,
    class_id: Id,
    class_name: z.string(),
    status: z.enum(hourStatuses),
    ends_at: Timestamp,
  }),
  learner: z.object({ id: Id, name: z.string() }),
  course: z.object({
    id: Id,
    name: z.string(),
    language: z.enum(textLanguages),
    translation: z.object({ name: z.string() }).nullable(),
  }),
  lesson: Titled,
  scene: z.object({ id: Id, name: z.string(), status: z.enum(sceneStatuses), frozen: z.boolean() }).nullable(),
  consoles: z.array(
    z.object({
      id: Id,
      node_id: z.string(),
      node_name: z.string(),
      kind: z.enum(consoleKinds),
      opened_at: Timestamp,
      seen_at: Timestamp,
      watched_by: z.array(z.string()),
      takeover: z
        .object({
          state: z.enum(takeoverStates),
          by: z.string(),
          /** The caller's own. */
          mine: z.boolean(),
          reason: z.string(),
          at: Timestamp,
        })
        .nullable(),
    }),
  ),
})
export type LearnerConsoles = z.output<typeof LearnerConsoles>

/** Scenes and instances that class hours ask for at once, against what the licence allows. */
export const SceneForecast = z.object({
  limits: z.object({ running_scenes: Count.nullable(), running_instances: Count.nullable() }),
  /** Changes in their order; what holds from `at` on. */
  points: z.array(z.object({ at: Timestamp, scenes: Count, instances: Count, own: Count })),
  /** Spans in which more is asked for than there is. */
  over: z.array(
    z.object({ starts_at: Timestamp, ends_at: Timestamp, scenes: Count, instances: Count, classes: Count }),
  ),
})
export type SceneForecast = z.output<typeof SceneForecast>

export const classSceneRoutes = routes({
  'POST /class-hours/:id/scenes/start': {
    ...acting,
    summary: 'Start the machines of a class hour; they are made step by step, and wait for their turn',
    body: Chosen,
    reply: z.object({ wanted: Count }),
    problems: ['not_allowed_in_state', 'no_class_scenes', 'no_class_groups', 'class_too_large'],
    audit: 'class.scenes-start',
  },
  'POST /class-hours/:id/scenes/stop': {
    ...acting,
    summary: 'Stop machines of a class hour; reports and passed steps are kept',
    finishes: true,
    audit: 'class.scenes-stop',
  },
  'POST /class-hours/:id/scenes/extend': {
    ...acting,
    summary: 'Give machines of a class hour more time, as often as the settings say',
    audit: 'class.scenes-extend',
  },
  'POST /class-hours/:id/scenes/freeze': {
    ...acting,
    summary: 'Hold machines of a class hour: learners only look on',
    problems: ['not_allowed_in_state'],
    audit: 'class.scenes-freeze',
  },
  'POST /class-hours/:id/scenes/thaw': {
    ...acting,
    summary: 'Let learners go on with their machines',
    finishes: true,
    audit: 'class.scenes-thaw',
  },
  'POST /class-hours/:id/scene-plan': {
    summary:
      'Choose the machines of a class hour that has not begun them: none, each their own, groups, one for all, or as the timetable says',
    screens: classTeaching,
    body: z.strictObject({ scene_plan: z.enum(scenePlans).nullable(), lab_id: LocalId.nullable().default(null) }),
    reply: nothing,
    problems: ['not_allowed_in_state'],
    audit: 'class.scene-plan',
  },
  'PUT /classes/:id/groups': {
    summary: 'Put members of a class into groups: by hand, or at random by size',
    screens: classTeaching,
    body: z.union([
      z.strictObject({
        groups: z
          .array(z.strictObject({ user_id: Id, group: Group.nullable() }))
          .min(1)
          .max(classLimits.chosen),
      }),
      z.strictObject({ size: Count.min(2).max(20) }),
    ]),
    reply: z.object({ groups: Count }),
    problems: ['not_allowed_in_state'],
    audit: 'class.groups',
  },
  'GET /classes/:id/forecast': {
    summary: 'Machines that class hours ask for in the next two weeks, against the licence',
    screens: classTeaching,
    reply: SceneForecast,
  },
  'POST /class-hours/:id/help/:help/take': {
    summary: 'Say that one goes to help',
    screens: ['classroom-monitor'],
    body: nothing,
    reply: nothing,
    problems: ['not_allowed_in_state'],
    audit: 'class.help-take',
  },
  'GET /class-cards/:lesson/:user/console': {
    summary: 'Consoles of a learner in the class hour of a lesson that goes on',
    screens: [...consoles.screens, 'class-card-console'],
    query: z.strictObject({ hour: Id.optional() }),
    reply: LearnerConsoles,
  },
  'POST /class-hours/:id/consoles/:console/watch': {
    summary: 'A ticket to look on at the console of a learner in a class hour; they are told',
    ...consoles,
    body: nothing,
    reply: ConsoleTicket,
    problems: ['not_allowed_in_state'],
    credential: true,
    audit: 'class.console-watch',
  },
  'POST /class-hours/:id/consoles/:console/take': {
    summary: 'Ask for the keys of the console of a learner, or take them with a reason they are told',
    ...consoles,
    body: z.strictObject({ reason: sized(FreeText, 0, classLimits.reason).default('') }),
    reply: nothing,
    problems: ['not_allowed_in_state'],
    audit: 'class.console-take',
  },
  'POST /class-hours/:id/consoles/:console/give-back': {
    summary: 'Give the keys of a console back, or stop asking for them',
    ...consoles,
    body: nothing,
    reply: nothing,
    finishes: true,
    audit: 'class.console-give-back',
  },
  'POST /consoles/:id/takeover': {
    ...ownSceneAccess,
    summary: 'Let a teacher have the keys of a console of one’s own, or keep them, or take them back',
    body: z.strictObject({ agree: z.boolean() }),
    reply: nothing,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'console.takeover',
  },
})
