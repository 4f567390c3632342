/** Consoles of learners in a class hour: looked at with notice, and their keys taken over by consent or with a reason that they are told. */
import { signed } from '#src/contract/notice/byline.ts'
import { hourStatus } from '#src/contract/classroom/hour.ts'
import type { ConsoleKind } from '#src/contract/scene/node.ts'
import { searchable } from '#mock/crud/fold.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { area, type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { titleOf } from '../course/learn/cards.ts'
import { issueConsoleTicket } from '../scene/console/ticket.ts'
import { heldConsole, keepTakeover, type ConsoleTakeover, type TakenConsole } from '../scene/console/takeover.ts'
import { findScene } from '../scene/row.ts'
import { goesOnSql, hourFor, hourRows, type HourRow, isoInstant, peopleNames } from './hours.ts'
import { courseNames } from './names.ts'
import { goesOn, lessonOfHour } from './run.ts'
import { tellTeachers } from './tell.ts'
import type { ClassDocument } from './class.ts'

interface ConsoleRow {
  id: string
  scene_id: string
  node_id: string
  node_name: string
  kind: ConsoleKind
  opened_at: string
  attended_at: string
  watchers: { id: string; name: string }[]
  takeover: ConsoleTakeover | null
}
const lookedAt: Handler<'GET /class-cards/:lesson/:user/console'> = async (c) => {
  const { q, platform, params, query, who } = c
  const now = platform.now()
  // hours of the learner for this lesson that go on; the first that the caller leads
  const rows = await hourRows(
    q,
    `where h.lesson_id = $1 and ($3::text is null or h.id = $3) and exists (select 1 from class_member m
       where m.class_id = h.class_id and m.user_id = $2 and m.left_at is null) and ${goesOnSql('$4')} order by h.began_at desc limit 5`,
    [params.lesson, searchable(params.user), query.hour ?? null, now.toISOString()],
  )
  for (const row of rows) {
    const found = await hourFor(c, row.id).catch((e: unknown) => {
      if (e instanceof Fail) return undefined
      throw e
    })
    if (!found) continue
    const { hour, of } = found
    const [lesson, names, courses, { rows: scenes }] = await Promise.all([
      lessonOfHour(q, hour),
      peopleNames(q, [params.user]),
      courseNames(q, hour.course_id === null ? [] : [hour.course_id]),
      q.query<{ id: string }>(
        `select s.id from course_scene c join scene s on s.id = c.scene_id
         where c.user_id = $1 and c.course_id = $2 and c.lesson_id = $3 and not s.status in ('complete', 'deleting', 'deleted')
         order by c.at desc, s.id desc limit 1`,
        [params.user, hour.course_id, hour.lesson_id],
      ),
    ])
    const course = courses.get(hour.course_id ?? '')
    if (!lesson || !course) break
    const scene = scenes[0] && (await findScene(q, scenes[0].id))
    const { rows: consoles } = await q.query<ConsoleRow>(
      `select c.id, c.scene_id, c.node_id, c.node_name, c.kind, c.opened_at, c.attended_at, c.watchers, c.takeover
       from scene_console c join course_scene s on s.scene_id = c.scene_id and s.user_id = c.user_id
       where c.user_id = $1 and s.course_id = $2 and s.lesson_id = $3 order by c.opened_at, c.id`,
      [params.user, hour.course_id, hour.lesson_id],
    )
    return {
      now: now.toISOString(),
      hour: {
        id: hour.id,
        class_id: of.id,
        class_name: of.data.name ?? '',
        status: hourStatus(hour, now.getTime()),
        ends_at: hour.ends_at,
      },
      learner: { id: params.user, name: names.get(params.user) ?? '' },
      course,
      lesson: titleOf(lesson),
      scene: scene ? { id: scene.id, name: scene.name, status: scene.status, frozen: scene.frozen !== null } : null,
      consoles: consoles.map((r) => ({
        id: r.id,
        node_id: r.node_id,
        node_name: r.node_name,
        kind: r.kind,
        opened_at: isoInstant(r.opened_at),
        seen_at: isoInstant(r.attended_at),
        watched_by: r.watchers.map((w) => w.name),
        takeover: r.takeover && {
          state: r.takeover.state,
          by: r.takeover.by_name,
          mine: r.takeover.by_id === who.id,
          reason: r.takeover.reason,
          at: r.takeover.at,
        },
      })),
    }
  }
  throw new Fail('not_found')
}

/** The console of a member who works for the lesson of an hour that the caller leads and that goes on, held. Throws. */
async function learnerConsole(
  c: CallerContext,
  params: { id: string; console: string },
): Promise<{ hour: HourRow; of: ClassDocument; at: TakenConsole }> {
  const { hour, of } = await hourFor(c, params.id)
  goesOn(hour, c.platform.now())
  const at = await heldConsole(c.q, searchable(params.console))
  const { rows } = await c.q.query(
    `select 1 from course_scene s join class_member m on m.user_id = s.user_id and m.class_id = $1 and m.left_at is null
     where s.scene_id = $2 and s.user_id = $3 and s.course_id = $4 and s.lesson_id = $5`,
    [of.id, at?.scene_id ?? '', at?.user_id ?? '', hour.course_id, hour.lesson_id],
  )
  if (!at || !rows.length) throw new Fail('not_found')
  return { hour, of, at }
}
const auditOf = (of: ClassDocument, at: TakenConsole) => ({
  entity: 'class',
  id: of.id,
  details: { user: at.user_id, node: at.node_name },
})

const watch: Handler<'POST /class-hours/:id/consoles/:console/watch'> = async (c) => {
  const { q, who, platform, params } = c
  const { hour, of, at } = await learnerConsole(c, params)
  const { rows } = await q.query<{ kind: ConsoleKind }>('select kind from scene_console where id = $1', [at.id])
  c.audit(auditOf(of, at))
  return issueConsoleTicket(q, platform, who, {
    scene_id: at.scene_id,
    node_id: at.node_id,
    kind: rows[0]?.kind ?? 'terminal',
    console_id: at.id,
    shadow: true,
    hour_id: hour.id,
    record: false,
    columns: 80,
    rows: 24,
  })
}

const take: Handler<'POST /class-hours/:id/consoles/:console/take'> = async (c) => {
  const { q, who, platform, params, body } = c
  const { hour, of, at } = await learnerConsole(c, params)
  const now = platform.now()
  // somebody else asks for it, or has it
  if (at.takeover && at.takeover.by_id !== who.id) throw new Fail('not_allowed_in_state', { action: 'take' })
  if (at.takeover?.state === 'taken') throw new Fail('not_allowed_in_state', { action: 'take' })
  await keepTakeover(
    q,
    at,
    {
      state: body.reason === '' ? 'asked' : 'taken',
      by_id: who.id,
      by_name: signed(who),
      reason: body.reason,
      at: now.toISOString(),
      hour_id: hour.id,
    },
    now,
  )
  await tellTeachers(q, of.id)
  const entry = auditOf(of, at)
  c.audit({
    ...entry,
    details: {
      ...entry.details,
      state: body.reason === '' ? 'asked' : 'taken',
      ...(body.reason && { reason: body.reason }),
    },
  })
  return {}
}

const giveBack: Handler<'POST /class-hours/:id/consoles/:console/give-back'> = async (c) => {
  const { q, who, platform, params } = c
  const { of, at } = await learnerConsole(c, params)
  if (at.takeover?.by_id !== who.id) throw new Fail('not_allowed_in_state', { action: 'give-back' })
  await keepTakeover(q, at, null, platform.now())
  await tellTeachers(q, of.id)
  c.audit(auditOf(of, at))
  return {}
}

const answer: Handler<'POST /consoles/:id/takeover'> = async (c: Ctx<'POST /consoles/:id/takeover'>) => {
  const { q, who, platform, params, body } = c
  const at = await heldConsole(q, searchable(params.id))
  if (!at || at.user_id !== who.id) throw new Fail('not_found')
  const now = platform.now()
  const { takeover } = at
  if (!takeover || (body.agree && takeover.state !== 'asked'))
    throw new Fail('not_allowed_in_state', { action: 'takeover' })
  await keepTakeover(q, at, body.agree ? { ...takeover, state: 'taken', at: now.toISOString() } : null, now)
  const { rows } = await q.query<{ class_id: string }>('select class_id from class_hour where id = $1', [
    takeover.hour_id,
  ])
  if (rows[0]) await tellTeachers(q, rows[0].class_id)
  c.audit({
    entity: 'console',
    id: at.id,
    details: {
      node: at.node_name,
      by: takeover.by_name,
      result: body.agree ? 'agreed' : takeover.state === 'taken' ? 'taken_back' : 'refused',
    },
  })
  return {}
}

export const classConsoleHandlers = area({
  'GET /class-cards/:lesson/:user/console': lookedAt,
  'POST /class-hours/:id/consoles/:console/watch': watch,
  'POST /class-hours/:id/consoles/:console/take': take,
  'POST /class-hours/:id/consoles/:console/give-back': giveBack,
  'POST /consoles/:id/takeover': answer,
})
