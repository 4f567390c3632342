/** Machines of a class hour, as its teachers start, stop, extend and hold them. They are made step by step, and end with the hour. */
import { hourStatus, sceneGrace, sceneLimitsOfClass } from '#src/contract/classroom/hour.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { nextStatus, overStatuses } from '#src/contract/scene/status.ts'
import { each } from '#mock/crud/bulk.ts'
import type { Queryable } from '#mock/db/db.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import { area, type Ctx, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { makeLabScene } from '../course/lab/scene.ts'
import { labScene } from '../course/lab/open.ts'
import { putOff } from '../scene/ask.ts'
import { passGate, refuseMany } from '../scene/capacity.ts'
import { closeScene } from '../scene/close.ts'
import { hoursWithScenes } from '../scene/hourEnd.ts'
import { findScene, type SceneRow } from '../scene/row.ts'
import { secondsLater } from '../scene/time.ts'
import { logSceneEvents, publishSceneChange, wake, write } from '../scene/write.ts'
import { peopleNames, hourFor, hourRows, type HourRow } from './hours.ts'
import { type HourLab, labOfHour, membersOfClass, type SceneTarget, targetsOf, timetabledPlan } from './plan.ts'
import { goesOn, membersAmong } from './run.ts'
import { tellHours } from './tell.ts'

const makeJob = 'class.scenes'
const endJob = 'class.scenes-end'
/** Minutes after the planned end of an hour after which nobody leads it any more. */
const given = 150

/** Of an hour what is asked for and not over. */
async function liveTargets(q: Queryable, hour: string): Promise<Set<string>> {
  const { rows } = await q.query<{ target: string }>(
    `select c.target from class_scene c left join scene s on s.id = c.scene_id
     where c.hour_id = $1 and c.problem is null and (c.scene_id is null or not s.status = any($2::text[]))`,
    [hour, [...overStatuses]],
  )
  return new Set(rows.map((r) => r.target))
}

/** Targets of the people that are named; of nobody named all of them. */
const chosenOf = (targets: readonly SceneTarget[], users: readonly string[]): SceneTarget[] =>
  targets.filter((t) => !users.length || t.people.some((id) => users.includes(id)))

const start: Handler<'POST /class-hours/:id/scenes/start'> = async (c) => {
  const { q, platform, params, body, who } = c
  const { hour, of } = await hourFor(c, params.id, 'teach', 'lock')
  const now = platform.now()
  goesOn(hour, now)
  const users = await membersAmong(q, of.id, body.user_ids)
  const lab = hour.scene_plan === 'none' ? undefined : await labOfHour(q, hour)
  if (!lab) throw new Fail('no_class_scenes')
  const targets = chosenOf(targetsOf(hour.scene_plan, await membersOfClass(q, of.id)), users)
  if (!targets.length && hour.scene_plan === 'groups') throw new Fail('no_class_groups')
  if (targets.some((t) => t.people.length > sceneLimits.members))
    throw new Fail('class_too_large', { max: sceneLimits.members })
  const live = await liveTargets(q, hour.id)
  const wanted = targets.filter((t) => !live.has(t.key))
  await q.query(
    `insert into class_scene (hour_id, target, asked_by, asked_at) select $1, t, $3, $4 from unnest($2::text[]) t
     on conflict (hour_id, target) do update set scene_id = null, problem = null, asked_by = excluded.asked_by, asked_at = excluded.asked_at`,
    [hour.id, wanted.map((t) => t.key), who.id, now.toISOString()],
  )
  if (wanted.length) {
    await plan(q, makeJob, hour.id, now)
    await endLater(q, hour)
    await tellHours(q, of.id)
  }
  c.audit({
    entity: 'class',
    id: of.id,
    details: { since: hour.starts_at, count: wanted.length, to: users.length || 'all', kind: hour.scene_plan },
  })
  return { wanted: wanted.length }
}
const endLater = (q: Queryable, hour: HourRow): Promise<void> =>
  plan(q, endJob, hour.id, new Date(Date.parse(hour.ends_at) + given * 60_000))

/** Minutes from now to the end of the hour and what it is given beyond. */
const minutesOf = (hour: HourRow, now: Date): number =>
  Math.min(
    sceneLimits.minutes.max,
    Math.max(sceneLimits.minutes.min, Math.ceil((Date.parse(hour.ends_at) - now.getTime()) / 60_000) + sceneGrace),
  )

/** @returns the scene of a target: the one its learner has, or a new one */
async function sceneOfTarget(
  q: Queryable,
  platform: Platform,
  drivers: Drivers,
  { hour, lab, target, by }: { hour: HourRow; lab: HourLab; target: SceneTarget; by: { id: string; name: string } },
): Promise<string> {
  const [learner = ''] = target.people
  const own = hour.scene_plan === 'own'
  if (own) {
    const had = await labScene(q, lab.course.id, lab.section.id, learner)
    if (had) return had
    await passGate(q)
    await refuseMany(q, platform, learner)
  }
  const made = await makeLabScene(q, platform, drivers, lab, {
    owner: own ? learner : by.id,
    people: target.people,
    kind: own ? 'private' : hour.scene_plan === 'groups' ? 'group' : 'shared',
    minutes: minutesOf(hour, platform.now()),
    flagOwner: own ? null : `class ${hour.class_id} ${target.key}`,
    flow: hour.class_id,
    language: undefined,
    ...(target.group === null ? {} : { called: String(target.group) }),
    by: { id: '', name: by.name },
  })
  if (made === undefined) throw new Fail('no_class_scenes')
  return made
}

/** Makes some of what is asked for. @returns whether more is left */
async function makeSome(q: Queryable, platform: Platform, drivers: Drivers, hour: HourRow): Promise<boolean> {
  // before any row of the hour: whoever starts a lab alone takes the gate first, too
  await passGate(q)
  const { rows } = await q.query<{ target: string; asked_by: string }>(
    `select target, asked_by from class_scene where hour_id = $1 and scene_id is null and problem is null
     order by target limit $2 for update`,
    [hour.id, sceneLimitsOfClass.atOnce + 1],
  )
  const lab = await labOfHour(q, hour)
  const targets = new Map(targetsOf(hour.scene_plan, await membersOfClass(q, hour.class_id)).map((t) => [t.key, t]))
  const names = await peopleNames(
    q,
    rows.map((r) => r.asked_by),
  )
  for (const { target: key, asked_by } of rows.slice(0, sceneLimitsOfClass.atOnce)) {
    const target = targets.get(key)
    const by = { id: asked_by, name: names.get(asked_by) ?? '' }
    const settle = (scene: string | null, problem: string | null) =>
      q.query('update class_scene set scene_id = $3, problem = $4 where hour_id = $1 and target = $2', [
        hour.id,
        key,
        scene,
        problem,
      ])
    // somebody who left the class, or a lab that is gone
    if (!target || !lab) await settle(null, 'no_class_scenes')
    else
      await each(
        q,
        [key],
        async () => void (await settle(await sceneOfTarget(q, platform, drivers, { hour, lab, target, by }), null)),
        () => {},
      ).then(async ({ failed: [refused] }) => refused && (await settle(null, refused.code)))
  }
  return rows.length > sceneLimitsOfClass.atOnce
}

export const classScenesDue = (platform: Platform, drivers: Drivers): DueHandlers => ({
  async [makeJob](q, id) {
    const [hour] = await hourRows(q, 'where h.id = $1', [id])
    if (!hour) return
    try {
      goesOn(hour, platform.now())
    } catch {
      // it ended meanwhile: nothing more is made
      await q.query('delete from class_scene where hour_id = $1 and scene_id is null', [id])
      return
    }
    if (await makeSome(q, platform, drivers, hour))
      await plan(q, makeJob, id, new Date(platform.now().getTime() + 1000))
    await tellHours(q, hour.class_id)
  },
  async [endJob](q, id) {
    const [hour] = await hourRows(q, 'where h.id = $1', [id])
    if (hour) await endHourScenes(q, platform, hour, 0)
  },
})

/** The hour is over: what was started for it ends after a while, and nothing is held any more. */
export async function endHourScenes(q: Queryable, platform: Platform, hour: HourRow, minutes: number): Promise<void> {
  const now = platform.now()
  await cancelDue(q, makeJob, hour.id)
  if (minutes === 0) await cancelDue(q, endJob, hour.id)
  await q.query('delete from class_scene where hour_id = $1 and scene_id is null', [hour.id])
  await q.query(`update scene_console set takeover = null where takeover->>'hour_id' = $1`, [hour.id])
  const { rows: held } = await q.query<{ id: string }>(
    `select id from scene where frozen->>'hour_id' = $1 order by id`,
    [hour.id],
  )
  for (const { id } of held) await setFrozen(q, id, null, now)
  const { rows } = await q.query<{ id: string }>(
    `select s.id from class_scene c join scene s on s.id = c.scene_id
     where c.hour_id = $1 and not s.status = any($2::text[]) order by s.id`,
    [hour.id, [...overStatuses]],
  )
  const until = secondsLater(now, minutes * 60)
  for (const { id } of rows) {
    const row = await findScene(q, id, true)
    if (!row) continue
    const runs = row.ends_at !== null
    if (minutes === 0 || !runs) await closeScene(q, id, now)
    else {
      if (row.ends_at !== null && row.ends_at > until)
        await write(q, row, { ends_at: until, warned_at: null, next_at: now.toISOString() }, now)
      // who learns in it puts nothing off any more
      await publishSceneChange(q, row)
    }
  }
  await wake(q)
}

interface LearnerScene {
  user_id: string
  scene_id: string
}
/** Scenes in which members work for the lab of the hour now, the newest of each; of an hour that is over those that it left. */
export async function scenesOfMembers(
  q: Queryable,
  hour: HourRow,
  section: string,
  users: readonly string[],
  now: Date,
): Promise<LearnerScene[]> {
  const { rows } = await q.query<LearnerScene>(
    `select distinct on (c.user_id) c.user_id, c.scene_id from course_scene c join scene s on s.id = c.scene_id
       join class_member m on m.user_id = c.user_id and m.class_id = $1 and m.left_at is null
     where c.course_id = $2 and c.section_id = $3 and (cardinality($4::text[]) = 0 or c.user_id = any($4::text[]))
       and not s.status = any($5::text[])
       and ($6::text is null or s.id in (select scene_id from class_scene where hour_id = $6)) order by c.user_id, c.at desc, c.scene_id desc`,
    [
      hour.class_id,
      hour.course_id,
      section,
      [...users],
      [...overStatuses],
      hourStatus(hour, now.getTime()) === 'ended' ? hour.id : null,
    ],
  )
  return rows
}

type Acting = Ctx<'POST /class-hours/:id/scenes/stop'>
/** Does something to the scenes of chosen learners; each is audited, and one that refuses hides no other. */
async function onScenes(
  c: Acting,
  work: (row: SceneRow, hour: HourRow) => Promise<Record<string, unknown> | void>,
  {
    after = async () => {},
    left = false,
  }: {
    after?: (hour: HourRow, users: readonly string[]) => Promise<void>
    /** Also with what an hour that is over has left. */
    left?: boolean
  } = {},
) {
  const { q, platform, params, body, audit } = c
  const { hour, of } = await hourFor(c, params.id, 'teach', 'lock')
  const now = platform.now()
  if (!left || !(await hoursWithScenes(q, [hour.id], now)).size) goesOn(hour, now)
  const users = await membersAmong(q, of.id, body.user_ids)
  const lab = await labOfHour(q, hour)
  const scenes = lab ? await scenesOfMembers(q, hour, lab.section.id, users, now) : []
  const reply = await each(
    q,
    scenes.map((s) => s.scene_id).toSorted(),
    async (id) => {
      const row = await findScene(q, id, true)
      if (!row) throw new Fail('not_found')
      const more = await work(row, hour)
      audit({ entity: 'class', id: of.id, details: { scene: row.name, since: hour.starts_at, ...more } })
    },
    (id, { code, details }) => audit({ entity: 'scene', id, code, details }),
  )
  await after(hour, users)
  if (!reply.done.length && !reply.failed.length) audit({ entity: 'class', id: of.id, details: { count: 0 } })
  await tellHours(q, of.id)
  return reply
}

const stop: Handler<'POST /class-hours/:id/scenes/stop'> = (c) =>
  onScenes(
    c,
    async (row) => {
      if (nextStatus(row.status, 'close') === undefined)
        throw new Fail('not_allowed_in_state', { status: row.status, action: 'close' })
      await closeScene(c.q, row.id, c.platform.now())
    },
    {
      left: true,
      async after(hour, users) {
        // what was asked for and is not made yet is not made
        const targets = chosenOf(targetsOf(hour.scene_plan, await membersOfClass(c.q, hour.class_id)), users)
        await c.q.query(
          'delete from class_scene where hour_id = $1 and scene_id is null and target = any($2::text[])',
          [hour.id, targets.map((t) => t.key)],
        )
      },
    },
  )
const extend: Handler<'POST /class-hours/:id/scenes/extend'> = (c) =>
  onScenes(c, async (row) => {
    const { minutes, used } = await putOff(c, row, { id: c.who.id, name: signed(c.who) })
    return { minutes, used }
  })

async function setFrozen(
  q: Queryable,
  id: string,
  by: { id: string; name: string; hour: string } | null,
  now: Date,
): Promise<void> {
  const row = await findScene(q, id, true)
  if (!row || (row.frozen === null) === (by === null)) return
  const at = now.toISOString()
  await write(q, row, { frozen: by && { at, by: by.name, hour_id: by.hour } }, now)
  await logSceneEvents(q, id, now, [
    { code: by ? 'frozen' : 'thawed', ...(by && { by: { id: by.id, name: by.name } }) },
  ])
  await publishSceneChange(q, row)
}
const freeze: Handler<'POST /class-hours/:id/scenes/freeze'> = async (c) => {
  const reply = await onScenes(
    c,
    async (row, hour) => {
      await setFrozen(c.q, row.id, { id: c.who.id, name: signed(c.who), hour: hour.id }, c.platform.now())
    },
    { left: true, after: (hour) => endLater(c.q, hour) },
  )
  await wake(c.q)
  return reply
}
const thaw: Handler<'POST /class-hours/:id/scenes/thaw'> = async (c) => {
  const reply = await onScenes(c, async (row) => setFrozen(c.q, row.id, null, c.platform.now()), { left: true })
  await wake(c.q)
  return reply
}

const choosePlan: Handler<'POST /class-hours/:id/scene-plan'> = async (c) => {
  const { q, platform, params, body } = c
  const { hour, of } = await hourFor(c, params.id, 'plan', 'lock')
  const now = platform.now()
  if (hour.began_at !== null) goesOn(hour, now)
  if ((await liveTargets(q, hour.id)).size) throw new Fail('not_allowed_in_state', { action: 'scene-plan' })
  const chosen = body.scene_plan ?? (await timetabledPlan(q, of.id))
  if (body.scene_plan !== null && chosen !== 'none' && !(await labOfHour(q, { ...hour, lab_id: body.lab_id })))
    throw new Fail('validation', { fields: [{ path: 'lab_id', rule: 'unknown_reference' }] })
  await q.query(
    'update class_hour set scene_plan = $2, plan_chosen = $3, lab_id = $4, version = version + 1, updated_at = $5 where id = $1',
    [hour.id, chosen, body.scene_plan !== null, body.lab_id, now.toISOString()],
  )
  await tellHours(q, of.id)
  c.audit({
    entity: 'class',
    id: of.id,
    before: { scene_plan: hour.scene_plan },
    after: { scene_plan: chosen },
    details: { since: hour.starts_at },
  })
  return {}
}

const takeHelp: Handler<'POST /class-hours/:id/help/:help/take'> = async (c) => {
  const { q, params, who } = c
  const { hour, of } = await hourFor(c, params.id)
  const { rows } = await q.query<{ user_id: string }>(
    `update class_help set taken_by = $3 where id = $2 and hour_id = $1 and answered_at is null and taken_by is null returning user_id`,
    [hour.id, params.help, who.id],
  )
  if (!rows[0]) throw new Fail('not_allowed_in_state')
  await tellHours(q, of.id)
  c.audit({ entity: 'class', id: of.id, details: { user: rows[0].user_id } })
  return {}
}

export const classSceneHandlers = area({
  'POST /class-hours/:id/scenes/start': start,
  'POST /class-hours/:id/scenes/stop': stop,
  'POST /class-hours/:id/scenes/extend': extend,
  'POST /class-hours/:id/scenes/freeze': freeze,
  'POST /class-hours/:id/scenes/thaw': thaw,
  'POST /class-hours/:id/scene-plan': choosePlan,
  'POST /class-hours/:id/help/:help/take': takeHelp,
})
