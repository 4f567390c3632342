/** Steps of a lab: nodes that are looked at, flags that are handed in, hints that are taken, and what comes of it. */
import { labLimits } from '#src/contract/course/lab.ts'
import type { LabStep } from '#src/contract/course/lab.schema.ts'
import type { notPassed } from '#src/contract/course/lab.routes.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type AuditEvent, type Caller, Fail, type Handler, type Platform, staged } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { DriverRefusal } from '#mock/world/scene/driver.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { judgeFlag } from '../../bank/flag/judge.ts'
import { flagKeys } from '../../bank/flag/seal.ts'
import { flagAllowanceOf, givePlaceBack, reserveFlagAttempt } from '../../practice/flagLimit.ts'
import { findScene } from '../../scene/row.ts'
import { completeCourse, keepDoing } from '../learn/progress.ts'
import { openedText } from './content.ts'
import {
  flagOwnersOf,
  labScene,
  madeFor,
  madeRule,
  openLab,
  type OpenLab,
  standingOf,
  stepIn,
  stepRowsOf,
} from './open.ts'

type Why = (typeof notPassed)[number]
interface Working {
  q: Queryable
  who: Caller
  platform: Platform
  audit: (entry: AuditEvent) => void
}

/** One more try of a step, or that it was passed; what was passed once stays so. */
async function keepStep(
  { q, who, platform }: Working,
  { course, section }: OpenLab,
  step: string,
  passed: boolean,
): Promise<void> {
  const at = platform.now().toISOString()
  await q.query(
    `insert into course_step (course_id, user_id, section_id, step_id, passed_at, tries, updated_at) values ($1, $2, $3, $4, $5, 1, $6)
     on conflict (course_id, user_id, section_id, step_id) do update
       set passed_at = coalesce(course_step.passed_at, excluded.passed_at), tries = course_step.tries + 1, updated_at = excluded.updated_at`,
    [course.id, who.id, section.id, step, passed ? at : null, at],
  )
}

/** What the steps come to now: the section is done when its rule says so. @returns whether the course is completed by it */
async function settleSteps(c: Working, open: OpenLab): Promise<boolean> {
  const rows = await stepRowsOf(c.q, open.course.id, open.section.id, c.who.id)
  const { passed, share } = standingOf(open.content, rows)
  await keepDoing(c, open, { done: open.section.rule === 'checks' && passed, share })
  await publish(c.q, 'courses', { screens: ['course-monitor'] })
  // another device of theirs shows it too
  await publish(c.q, 'courses', { users: [c.who.id] })
  return completeCourse(c, open)
}

type State = Extract<LabStep['check'], { kind: 'state' }>
/** Whether a node is as a step wants it. Outside any transaction: its answer may take a while. */
async function look({ db }: Platform, drivers: Drivers, scene: string | null, check: State): Promise<'passed' | Why> {
  const row = scene === null ? undefined : await findScene(db, scene)
  if (!row) return 'no_scene'
  const driver = drivers.of(row)
  if (!driver.ask) return 'unavailable'
  try {
    const said = await driver.ask(
      { scene: row.id, fence: row.fence },
      check.node,
      check.command,
      labLimits.seconds * 1000,
    )
    if (said === 'off') return 'node_off'
    if (said === 'slow') return 'slow'
    if (said === 'other') return 'unavailable'
    return said.status === 0 ? 'passed' : 'not_yet'
  } catch (e) {
    if (e instanceof DriverRefusal) return 'unavailable'
    throw e
  }
}

export const judgeChecks = (drivers: Drivers): Handler<'POST /learning/courses/:id/sections/:section/checks'> =>
  staged<'POST /learning/courses/:id/sections/:section/checks', ReadonlyMap<string, 'passed' | Why>>(
    async (c) => {
      const { q, who, platform, params, body } = c
      const open = await openLab(c, params.id, params.section)
      const { course, section, content } = open
      const [rows, scene] = await Promise.all([
        stepRowsOf(q, course.id, section.id, who.id),
        labScene(q, course.id, section.id, who.id),
      ])
      if (body.step !== undefined && stepIn(open, body.step).check.kind !== 'state')
        throw new Fail('not_allowed_in_state')
      const found = new Map<string, 'passed' | Why>()
      for (const { id, check } of content.steps) {
        if (check.kind !== 'state' || (rows.get(id)?.passed_at ?? null) !== null) continue
        if (body.step !== undefined && body.step !== id) continue
        found.set(id, await look(platform, drivers, scene, check))
      }
      return found
    },
    async (c, found) => {
      const open = await openLab(c, c.params.id, c.params.section)
      const passed: string[] = []
      const left: { step: string; why: Why }[] = []
      for (const [step, what] of found) {
        // the lab was written anew while its nodes were looked at
        if (!open.content.steps.some((s) => s.id === step)) continue
        if (what === 'passed' || what === 'not_yet') await keepStep(c, open, step, what === 'passed')
        if (what === 'passed') passed.push(step)
        else left.push({ step, why: what })
      }
      if (passed.length) return { passed, open: left, completed: await settleSteps(c, open) }
      c.audit({ entity: 'course', id: open.course.id, again: true })
      return { passed, open: left, completed: false }
    },
  )

const isRight = async (
  { q, platform, who }: Pick<Working, 'q' | 'platform' | 'who'>,
  { course, section }: OpenLab,
  { check }: LabStep,
  text: string,
): Promise<boolean> => {
  const keys = await flagKeys(platform)
  const asked = { question: '', owner: who.id, text }
  if (check.kind === 'text') {
    const rule = { kind: 'static', value: openedText(check.value, keys), ignore_case: check.ignore_case } as const
    return (await judgeFlag(rule, asked, keys)).right
  }
  if (check.kind !== 'made') throw new Fail('not_allowed_in_state')
  const question = madeFor(course.id, section.id, check.flag)
  for (const owner of await flagOwnersOf(q, course.id, section.id, who.id))
    if ((await judgeFlag(madeRule, { ...asked, owner, question }, keys)).right) return true
  return false
}

export const handInStepFlag = staged<'POST /learning/courses/:id/sections/:section/flags', string | undefined>(
  async (c) => {
    const { q, who, platform, params, body } = c
    const open = await openLab(c, params.id, params.section)
    const { kind } = stepIn(open, body.step).check
    if (kind !== 'text' && kind !== 'made') throw new Fail('not_allowed_in_state')
    if (body.text.trim() === '') throw new Fail('answer_blank')
    const rows = await stepRowsOf(q, open.course.id, open.section.id, who.id)
    if ((rows.get(body.step)?.passed_at ?? null) !== null) return undefined
    // a place of the limit of all flags, before anything is judged
    return reserveFlagAttempt(platform, who.id)
  },
  async (c, place) => {
    const { q, who, platform, params, body } = c
    const open = await openLab(c, params.id, params.section)
    const step = stepIn(open, body.step)
    const entry = { entity: 'course', id: open.course.id }
    const allowance = () => flagAllowanceOf(q, who.id, platform.now())
    // it was passed before: nothing is judged and nothing counted
    if (place === undefined) {
      c.audit({ ...entry, again: true })
      return { right: true, ...(await allowance()), completed: false }
    }
    const right = await isRight(c, open, step, body.text)
    await keepStep(c, open, step.id, right)
    if (right) await givePlaceBack(q, place)
    else c.audit({ ...entry, details: { result: 'wrong', item: step.title } })
    const completed = right && (await settleSteps(c, open))
    return { right, ...(await allowance()), completed }
  },
)

export const takeStepHint: Handler<'POST /learning/courses/:id/sections/:section/hints'> = async (c) => {
  const { q, who, platform, params, body } = c
  const open = await openLab(c, params.id, params.section)
  const step = stepIn(open, body.step)
  const taken = (await stepRowsOf(q, open.course.id, open.section.id, who.id)).get(step.id)?.hints ?? 0
  const hint = step.hints[body.n]
  // in their order, each once: one that was taken is told again and costs nothing more
  if (!hint || body.n > taken) throw new Fail('not_allowed_in_state')
  const entry = { entity: 'course', id: open.course.id }
  if (body.n < taken) c.audit({ ...entry, again: true })
  else {
    await q.query(
      `insert into course_step (course_id, user_id, section_id, step_id, hints, spent, updated_at) values ($1, $2, $3, $4, 1, $5, $6)
       on conflict (course_id, user_id, section_id, step_id) do update
         set hints = course_step.hints + 1,
           spent = course_step.spent + case when course_step.passed_at is null then excluded.spent else 0 end, updated_at = excluded.updated_at`,
      [open.course.id, who.id, open.section.id, step.id, hint.cost, platform.now().toISOString()],
    )
    await keepDoing(c, open, { done: false })
    c.audit({ ...entry, details: { hint: body.n + 1, cost: hint.cost, item: step.title } })
  }
  return { text: hint.text, text_other: hint.text_other, cost: hint.cost }
}

export const tickStep: Handler<'POST /learning/courses/:id/sections/:section/ticks'> = async (c) => {
  const { q, who, platform, params, body } = c
  const open = await openLab(c, params.id, params.section)
  const step = stepIn(open, body.step)
  if (step.check.kind !== 'none') throw new Fail('not_allowed_in_state')
  const at = platform.now().toISOString()
  await q.query(
    `insert into course_step (course_id, user_id, section_id, step_id, passed_at, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (course_id, user_id, section_id, step_id) do update set passed_at = excluded.passed_at, updated_at = excluded.updated_at`,
    [open.course.id, who.id, open.section.id, step.id, body.done ? at : null, at],
  )
  await keepDoing(c, open, { done: false })
  return { done: body.done }
}
