import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { OneLine } from '../lib/oneLine.schema.ts'
import { sceneLimits } from '../scene/node.ts'
import { labLimits as most } from './lab.ts'

/** While it is written a text may be empty; what is missing keeps the course from being published. */
const Title = OneLine.max(100)
const Text = (max: number) => z.string().max(max)
const Points = z.number().int().min(0).max(most.points)

const StepCheck = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('text'), value: Text(most.flag), ignore_case: z.boolean().default(false) }),
  /** Id of a flag in the drawing. */
  z.strictObject({ kind: z.literal('made'), flag: z.string().max(64) }),
  /** A line that is run as root on a node of the learner's scene: status 0 passes. What it changes is not kept. */
  z.strictObject({ kind: z.literal('state'), node: z.string().max(64), command: Text(most.command) }),
])
const Hint = z.strictObject({ text: Text(most.hint), text_other: Text(most.hint).default(''), cost: Points.default(0) })
export const LabStep = z.strictObject({
  id: LocalId,
  title: Title,
  title_other: Title.default(''),
  text: Text(most.text).default(''),
  text_other: Text(most.text).default(''),
  check: StepCheck,
  points: Points.default(0),
  hints: z.array(Hint).max(most.hints).default([]),
})
export type LabStep = z.output<typeof LabStep>
/** A line of what a report gets points for. */
export const LabRubricLine = z.strictObject({
  id: LocalId,
  text: Text(most.line),
  text_other: Text(most.line).default(''),
  points: Points,
})
export type LabRubricLine = z.output<typeof LabRubricLine>
const LabReportForm = z.strictObject({
  /** Markdown that a report begins with. */
  template: Text(most.report).default(''),
  template_other: Text(most.report).default(''),
  rubric: z.array(LabRubricLine).max(most.rubric),
  /** Not handed in by then it counts zero in the course score, until it is marked; null: it never does. */
  due_at: Timestamp.nullable().optional(),
})
export type LabReportForm = z.output<typeof LabReportForm>

export const LabContent = z.strictObject({
  kind: z.literal('lab'),
  topology_id: Id.nullable().default(null),
  /** Of the drawing that the lab has: another number than it had takes the drawing as it is now. */
  topology_version: z.number().int().min(0).default(0),
  /** How long a scene of it runs. */
  minutes: z.number().int().min(sceneLimits.minutes.min).max(sceneLimits.minutes.max).default(60),
  steps: z.array(LabStep).max(most.steps).default([]),
  /** null: none is asked for. */
  report: LabReportForm.nullable().default(null),
})
export type LabContent = z.output<typeof LabContent>
