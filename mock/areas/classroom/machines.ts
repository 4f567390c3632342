/** Machines of everybody in a class hour, in as many questions as for one: their scene, how far it is, and what was passed in it. */
import type { GridMember, HourGrid } from '#src/contract/classroom/hour.schema.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { titleOf } from '../course/learn/cards.ts'
import { placesOf } from '../scene/capacity.ts'
import { sceneColumns, type SceneRow } from '../scene/row.ts'
import { isSceneExpired, remainingOf } from '../scene/time.ts'
import type { HourRow } from './hours.ts'
import { labOfHour } from './plan.ts'
import { scenesOfMembers } from './scenes.ts'

type OfMember = Pick<GridMember, 'checks' | 'scene' | 'scene_problem'>
interface Machines {
  all: HourGrid['scenes']
  of(user: string, group: number | null): OfMember
}
const none: OfMember = { checks: null, scene: null, scene_problem: null }

export async function machinesOf({ q, platform }: CallerContext, hour: HourRow): Promise<Machines> {
  const lab = await labOfHour(q, hour)
  if (!lab) return { all: null, of: () => none }
  const now = platform.now()
  const mine = await scenesOfMembers(q, hour, lab.section.id, [], now)
  const ids = [...new Set(mine.map((m) => m.scene_id))]
  const [{ rows: scenes }, { rows: consoles }, { rows: steps }, { rows: asked }] = await Promise.all([
    q.query<SceneRow>(`select ${sceneColumns} from scene where id = any($1::text[])`, [ids]),
    q.query<{ user_id: string; n: number }>(
      'select user_id, count(*)::integer as n from scene_console where scene_id = any($1::text[]) group by 1',
      [ids],
    ),
    q.query<{ user_id: string; n: number }>(
      `select s.user_id, count(*)::integer as n from course_step s join class_member m on m.user_id = s.user_id and m.class_id = $1 and m.left_at is null
       where s.course_id = $2 and s.section_id = $3 and s.passed_at is not null and s.step_id = any($4::text[]) group by 1`,
      [hour.class_id, lab.course.id, lab.section.id, lab.content.steps.map((s) => s.id)],
    ),
    q.query<{ target: string; scene_id: string | null; problem: string | null }>(
      'select target, scene_id, problem from class_scene where hour_id = $1',
      [hour.id],
    ),
  ])
  const live = new Map(scenes.filter((s) => !isSceneExpired(s, now)).map((s) => [s.id, s]))
  const places = [...live.values()].some((s) => s.status === 'in-queue') ? await placesOf(q, platform) : new Map()
  const sceneOfUser = new Map(mine.map((m) => [m.user_id, m.scene_id]))
  const open = new Map(consoles.map((c) => [c.user_id, c.n]))
  const passed = new Map(steps.map((s) => [s.user_id, s.n]))
  const problems = new Map(asked.map((a) => [a.target, a.problem]))
  // those that are only ticked are among what their learner counts, too
  const counted = lab.content.steps.length
  const rows = [...live.values()]
  return {
    all: {
      plan: hour.scene_plan,
      lab: titleOf(lab.section),
      wanted: asked.length,
      made: asked.filter((a) => a.scene_id !== null).length,
      failed: asked.filter((a) => a.problem !== null).length,
      starting: rows.filter((s) => s.status !== 'in-queue' && s.started_at === null).length,
      running: rows.filter((s) => s.started_at !== null).length,
      queued: rows.filter((s) => s.status === 'in-queue').length,
      frozen: rows.filter((s) => s.frozen !== null).length,
    },
    of(user, group) {
      const row = live.get(sceneOfUser.get(user) ?? '')
      return {
        checks: counted > 0 ? { passed: passed.get(user) ?? 0, steps: counted } : null,
        scene: row
          ? {
              id: row.id,
              status: row.status,
              queue: places.get(row.id)?.place ?? null,
              remaining: remainingOf(row, now),
              frozen: row.frozen !== null,
              consoles: open.get(user) ?? 0,
            }
          : null,
        scene_problem:
          problems.get(`u:${user}`) ??
          (group === null ? null : problems.get(`g:${group}`)) ??
          problems.get('all') ??
          null,
      }
    },
  }
}
