/** Scenes of labs now, of courses in which somebody marks: who works where, who waits, and where people do not get on. */
import { standingOf } from './open.ts'
import type { LabContent, LabStep } from '#src/contract/course/lab.schema.ts'
import { mostMonitored } from '#src/contract/course/monitor.routes.ts'
import type { CourseMonitor, MonitoredScene } from '#src/contract/course/monitor.routes.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { nextStatus, overStatuses } from '#src/contract/scene/status.ts'
import { configured } from '#mock/configured.ts'
import { each } from '#mock/crud/bulk.ts'
import { labelsOf } from '#mock/crud/references.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { goesOnSql } from '../../classroom/hours.ts'
import { putOff } from '../../scene/ask.ts'
import { placesOf } from '../../scene/capacity.ts'
import { closeScene } from '../../scene/close.ts'
import { mayExtend } from '../../scene/rights.ts'
import { findScene, type SceneRow, sceneColumns } from '../../scene/row.ts'
import { isSceneExpired, remainingOf } from '../../scene/time.ts'
import { marksWork } from '../marks.ts'
import { type LookedAfterCourse, keptCourses, labNamed, labsOf } from './keeps.ts'
import { shownLabs } from './marking.ts'
import type { StepRow } from './open.ts'

interface Found extends SceneRow {
  course_id: string
  lesson_id: string
  section_id: string
  user_id: string
  /** Of a group all of it. */
  people: string[]
  /** When one of them was last in the course. */
  came: string | null
}
const columns = sceneColumns.replace(/\b([a-z_]+)\b/g, 's.$1')
const over = [...overStatuses]

const checkedOf = (lab: LabContent | undefined): readonly LabStep[] =>
  lab?.steps.filter((s) => s.check.kind !== 'none') ?? []
const titled = ({ id, title, title_other }: LabStep) => ({ id, title, title_other })

const sceneWork = { course: 's.course_id', user: 's.user_id', at: 's.at' }
// where somebody is in a lab is where they are, whenever they came there: as on the page of their class hour
const stepWork = { course: sceneWork.course, user: sceneWork.user }
type Step = StepRow & { course_id: string; section_id: string; user_id: string }
/** What people have passed of these labs. */
async function stepsIn(q: Queryable, who: Caller, sections: readonly string[]): Promise<Step[]> {
  if (!sections.length) return []
  const w = where()
  w.and(`s.section_id = any(${w.add([...sections])}::text[])`)
  w.and(marksWork(who, w.add, stepWork))
  const { rows } = await q.query<Step>(
    `select s.course_id, s.section_id, s.user_id, s.step_id, s.passed_at, s.tries, s.hints, s.spent from course_step s ${w.text()}`,
    w.params,
  )
  return rows
}
const key = (course: string, section: string, user: string): string => `${course} ${section} ${user}`

/** Labs somebody began, with how many are through and the step that holds up most of the others. */
function labFigures(
  courses: ReadonlyMap<string, LookedAfterCourse>,
  labs: (course: string, section: string) => LabContent | undefined,
  began: ReadonlyMap<string, ReadonlySet<string>>,
  steps: ReadonlyMap<string, ReadonlyMap<string, StepRow>>,
): CourseMonitor['labs'] {
  const all = [...courses.values()].flatMap((course) =>
    labsOf(course).flatMap(({ lesson, section }) => {
      const people = [...(began.get(`${course.id} ${section.id}`) ?? [])]
      const lab = labs(course.id, section.id)
      const checked = checkedOf(lab)
      if (!people.length || !lab || !checked.length) return []
      const passed = (user: string, step: string) =>
        (steps.get(key(course.id, section.id, user))?.get(step)?.passed_at ?? null) !== null
      const through = people.filter(
        (u) => standingOf(lab, steps.get(key(course.id, section.id, u)) ?? new Map()).passed,
      )
      const counts = checked.map((s) => ({ s, people: people.filter((u) => !passed(u, s.id)).length }))
      const [hardest] = counts.toSorted((a, b) => b.people - a.people)
      return [
        {
          ...labNamed(course, lesson.id, section.id),
          began: people.length,
          through: through.length,
          rate: through.length / people.length,
          hardest: hardest && hardest.people > 0 ? { ...titled(hardest.s), people: hardest.people } : null,
        },
      ]
    }),
  )
  return all.toSorted((a, b) => a.rate - b.rate || b.began - a.began).slice(0, 20)
}

export const courseMonitor: Handler<'GET /course-monitor'> = async ({ q, who, platform }) => {
  const now = platform.now()
  const courses = await keptCourses(q, who, 'begun')
  const ids = [...courses.keys()]
  const [scenes, begun] = [where(), where()]
  const among = scenes.add(ids)
  const theirs = marksWork(who, scenes.add, sceneWork)
  const beginnersOf = begun.add(ids)
  const [{ rows }, { rows: beginners }, labs, { extensions: most, extension_minutes: minutes }] = await Promise.all([
    q.query<Found>(
      `select ${columns}, c.course_id, c.lesson_id, c.section_id, c.user_id, c.people,
         (select max(m.last_at) from course_member m where m.course_id = c.course_id and m.user_id = any(c.people)) as came
       from (select scene_id, course_id, lesson_id, section_id, min(user_id) as user_id, array_agg(user_id order by user_id) as people
         from course_scene s where course_id = any(${among}::text[]) and ${theirs} group by 1, 2, 3, 4) c join scene s on s.id = c.scene_id
       where not s.status = any(${scenes.add(over)}::text[]) order by s.created_at, s.id`,
      scenes.params,
    ),
    q.query<{ course_id: string; section_id: string; user_id: string }>(
      `select distinct course_id, section_id, user_id from course_scene s where course_id = any(${beginnersOf}::text[]) and ${marksWork(who, begun.add, sceneWork)}
       union select distinct course_id, section_id, user_id from course_step s where course_id = any(${beginnersOf}::text[]) and ${marksWork(who, begun.add, stepWork)}`,
      begun.params,
    ),
    shownLabs(q, courses.values()),
    configured(platform.settings, 'course'),
  ])
  const live = rows.filter((r) => !isSceneExpired(r, now))
  const [people, places, passed, hours] = await Promise.all([
    labelsOf({ q }, 'user', [...new Set(live.flatMap((r) => r.people))]),
    live.some((r) => r.status === 'in-queue') ? placesOf(q, platform) : new Map<string, { place: number }>(),
    stepsIn(q, who, [...new Set(beginners.map((b) => b.section_id))]),
    ledHours(
      q,
      who,
      live.map((r) => r.id),
      now,
    ),
  ])
  const steps = new Map<string, Map<string, StepRow>>()
  for (const s of passed) {
    const at = key(s.course_id, s.section_id, s.user_id)
    steps.set(at, (steps.get(at) ?? new Map<string, StepRow>()).set(s.step_id, s))
  }
  const began = new Map<string, Set<string>>()
  for (const b of beginners) {
    const at = `${b.course_id} ${b.section_id}`
    began.set(at, (began.get(at) ?? new Set<string>()).add(b.user_id))
  }
  const shown = live.slice(0, mostMonitored).flatMap((r): MonitoredScene[] => {
    const course = courses.get(r.course_id)
    if (!course) return []
    const mine = steps.get(key(r.course_id, r.section_id, r.user_id)) ?? new Map<string, StepRow>()
    const lab = labs(r.course_id, r.section_id)
    const [all, checked] = [lab?.steps ?? [], checkedOf(lab)]
    const open = checked.find((s) => (mine.get(s.id)?.passed_at ?? null) === null)
    // since the scene began, or the last step was passed in it
    const last = Math.max(
      Date.parse(r.started_at ?? r.created_at),
      ...[...mine.values()].map((s) => (s.passed_at ? Date.parse(new Date(s.passed_at).toISOString()) : 0)),
    )
    const seconds = Math.max(0, Math.floor((now.getTime() - last) / 1000))
    return [
      {
        id: r.id,
        ...labNamed(course, r.lesson_id, r.section_id),
        user: { id: r.user_id, name: r.people.map((id) => people.get(id) ?? '').join(', ') },
        status: r.status,
        since: new Date(r.started_at ?? r.created_at).toISOString(),
        queue: r.status === 'in-queue' ? (places.get(r.id)?.place ?? null) : null,
        remaining: remainingOf(r, now),
        extensions: { used: r.extensions, most, minutes },
        // as their learner counts them
        passed: all.filter((s) => (mine.get(s.id)?.passed_at ?? null) !== null).length,
        steps: all.length,
        stuck:
          open && r.started_at !== null && r.came !== null && Date.parse(r.came) >= Date.parse(r.created_at)
            ? { ...titled(open), seconds }
            : null,
        hour: hours.get(r.id) ?? null,
        can: [
          ...(mayExtend(r, most) ? (['extend'] as const) : []),
          ...(nextStatus(r.status, 'close') === undefined ? [] : (['stop'] as const)),
        ],
      },
    ]
  })
  return {
    at: now.toISOString(),
    starting: live.filter((r) => r.status !== 'in-queue' && r.started_at === null).length,
    running: live.filter((r) => r.status !== 'in-queue' && r.started_at !== null).length,
    queued: live.filter((r) => r.status === 'in-queue').length,
    scenes: shown,
    labs: labFigures(courses, labs, began, steps),
  }
}

/** Hours that go on and that the caller leads, in which somebody works in these scenes: their consoles are looked at from there. */
async function ledHours(
  q: Queryable,
  who: Caller,
  scenes: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await q.query<{ scene: string; hour: string }>(
    `select distinct on (s.scene_id) s.scene_id as scene, h.id as hour
     from course_scene s join class_member m on m.user_id = s.user_id and m.left_at is null
       join class_hour h on h.class_id = m.class_id and h.course_id = s.course_id and h.lesson_id = s.lesson_id and ${goesOnSql('$3')}
       join r_class c on c.id = h.class_id and (c.k_teachers || c.k_assistants) && array[$2]::text[]
     where s.scene_id = any($1::text[]) order by s.scene_id, h.began_at desc`,
    [[...scenes], who.id, now.toISOString()],
  )
  return new Map(rows.map((r) => [r.scene, r.hour]))
}

/** A scene of a lab in which the caller marks, held. Throws `not_found` for anybody else. */
async function sceneFor(q: Queryable, who: Caller, id: string): Promise<SceneRow> {
  const w = where()
  w.and(`s.scene_id = ${w.add(id)}`)
  w.and(marksWork(who, w.add, sceneWork))
  const { rows } = await q.query(`select 1 from course_scene s ${w.text()} limit 1`, w.params)
  const row = rows.length > 0 && (await findScene(q, id, true))
  if (!row) throw new Fail('not_found')
  return row
}

export const extendScenes: Handler<'POST /course-monitor/extend'> = async (c) => {
  const { q, who, body, audit } = c
  const reply = await each(
    q,
    body.ids,
    async (id) => {
      const { minutes, used } = await putOff(c, await sceneFor(q, who, id), { id: who.id, name: signed(who) })
      audit({ entity: 'scene', id, details: { minutes, used, reason: body.reason } })
    },
    (id, { code, details }) => audit({ entity: 'scene', id, code, details }),
  )
  await publish(q, 'courses', { screens: ['course-monitor'] })
  return reply
}

export const stopScenes: Handler<'POST /course-monitor/stop'> = async (c) => {
  const { q, who, platform, body, audit } = c
  const reply = await each(
    q,
    body.ids,
    async (id) => {
      const row = await sceneFor(q, who, id)
      if (nextStatus(row.status, 'close') === undefined)
        throw new Fail('not_allowed_in_state', { status: row.status, action: 'close' })
      await closeScene(q, id, platform.now())
      audit({ entity: 'scene', id, details: { reason: body.reason } })
    },
    (id, { code, details }) => audit({ entity: 'scene', id, code, details }),
  )
  await publish(q, 'courses', { screens: ['course-monitor'] })
  return reply
}
