/** A lab somebody works in now: what it says, what they have passed, and the scene they have. */
import { labStanding, type LabStanding, type StepDone } from '#src/contract/course/lab.ts'
import type { LabContent, LabStep } from '#src/contract/course/lab.schema.ts'
import { isOfKind } from '#src/contract/course/outline.ts'
import { overStatuses, type SceneStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { openSection, type OpenSection, shownContents } from '../learn/progress.ts'

export interface StepRow {
  step_id: string
  passed_at: string | null
  tries: number
  hints: number
  spent: number
}
export type StepRows = ReadonlyMap<string, StepRow>
export async function stepRowsOf(q: Queryable, course: string, section: string, user: string): Promise<StepRows> {
  const { rows } = await q.query<StepRow>(
    `select step_id, passed_at, tries, hints, spent from course_step
     where course_id = $1 and section_id = $2 and user_id = $3`,
    [course, section, user],
  )
  return new Map(rows.map((r) => [r.step_id, { ...r, passed_at: r.passed_at && new Date(r.passed_at).toISOString() }]))
}
const doneSteps = (rows: StepRows): ReadonlyMap<string, StepDone> =>
  new Map([...rows].map(([id, r]) => [id, { passed: r.passed_at !== null, spent: r.spent }]))
export const standingOf = (content: LabContent, rows: StepRows): LabStanding =>
  labStanding(content.steps, doneSteps(rows))

export interface OpenLab extends OpenSection {
  content: LabContent
}
/** Throws where the section is no lab. */
export async function openLab(c: Parameters<typeof openSection>[0], id: string, at: string): Promise<OpenLab> {
  const open = await openSection(c, id, at)
  const content = (await shownContents(c.q, open.course.id, [open.section])).get(open.section.id)
  if (!isOfKind(content, 'lab')) throw new Fail('not_found')
  return { ...open, content }
}
export function stepIn({ content }: OpenLab, id: string): LabStep {
  const step = content.steps.find((s) => s.id === id)
  if (!step) throw new Fail('validation', { fields: [{ path: 'step', rule: 'unknown_reference' }] })
  return step
}

/** The scene somebody has of a lab; one that is over is none. */
export async function labScene(q: Queryable, course: string, section: string, user: string): Promise<string | null> {
  const { rows } = await q.query<{ id: string; status: SceneStatus }>(
    `select s.id, s.status from course_scene c join scene s on s.id = c.scene_id
     where c.user_id = $1 and c.course_id = $2 and c.section_id = $3 order by c.at desc, s.id desc limit 1`,
    [user, course, section],
  )
  return rows[0] && !overStatuses.has(rows[0].status) ? rows[0].id : null
}

/** Whose flags are somebody's in a lab: their own, and those of groups they worked in. */
export async function flagOwnersOf(q: Queryable, course: string, section: string, user: string): Promise<string[]> {
  const { rows } = await q.query<{ flag_owner: string }>(
    `select distinct flag_owner from course_scene
     where user_id = $1 and course_id = $2 and section_id = $3 and flag_owner is not null order by 1`,
    [user, course, section],
  )
  return [user, ...rows.map((r) => r.flag_owner)]
}

/** The question a flag of a lab is made for: it is another in every lab, and of every person. */
export const madeRule = { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'user' } as const
export const madeFor = (course: string, section: string, flag: string): string => `${course}/${section}/${flag}`
