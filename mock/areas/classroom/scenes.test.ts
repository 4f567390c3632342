/** Machines of class hours: made for all step by step, in turns of the classes, held, watched, taken over, ended; on a whole server with simulated machines. */
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type WebSocket from 'ws'
import { type ConsoleSay, consoleEndOf } from '#src/contract/scene/console.ts'
import { sceneGrace } from '#src/contract/classroom/hour.ts'
import { dueHandlers } from '#mock/due.ts'
import { sweep } from '#mock/db/due.ts'
import { license } from '#tests/contract/support/licence.ts'
import { type As, type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layClass, layHour } from '#tests/support/class.ts'
import { consoleSocket } from '#tests/support/console.ts'
import { labContent, layLab, layTopology, section } from '#tests/support/lab.ts'
import { until } from '#tests/support/scene.ts'
import { some } from '#tests/support/some.ts'
import { classScenesDue } from './scenes.ts'

let s: TestServer
let course = ''
let port = 0
const open: WebSocket[] = []
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
  course = await layLab(s, labContent(await layTopology(s)))
})
afterEach(async () => {
  for (const w of open.splice(0)) w.terminate()
  await s.db.query(`update scene set status = 'deleted', held = null, queue_seq = null`)
  await s.db.query(`update class_hour set ended_at = now() where ended_at is null`)
})
afterAll(() => s.close())

const student = userId('student')
const second = userId('second-student')
const code = (r: { status: number; problem: { code: string } }) => [r.status, r.problem?.code]
const jobs = async () => {
  const handlers = { ...dueHandlers(s.platform), ...classScenesDue(s.platform, s.scenes.drivers) }
  for (let n = 0; n < 20; n++) {
    await sweep(s.db, handlers, s.clock.now)
    s.clock.advance(1)
  }
}
const at = (id: string, user_ids: string[] = []) => ({ params: { id }, body: { user_ids } })
type Act = 'start' | 'stop' | 'extend' | 'freeze' | 'thaw'
const act = (id: string, what: Act, as: As = 'teacher', users: string[] = []) =>
  s.call(`POST /class-hours/:id/scenes/${what}`, at(id, users) as never, as)
const grid = (id: string, as: As = 'teacher') => s.ok('GET /class-hours/:id/grid', { params: { id } }, as)
const event = (id: string, name: 'start' | 'pause' | 'recover' | 'end', as: As = 'teacher') =>
  s.call(`POST /class-hours/:id/${name}`, { params: { id }, body: {} }, as)
async function lay(scene_plan: string, users = [student, second], more: { body?: object } = {}) {
  const of = await layClass(s, { courses: [course], members: { users }, ...more })
  const hour = await layHour(s, of, { course_id: course, lesson_id: 'l1', scene_plan, as: 'super', teacher_id: null })
  return { of, hour }
}
async function begun(scene_plan: string, users?: string[]) {
  const laid = await lay(scene_plan, users)
  expect((await event(laid.hour, 'start')).status).toBe(200)
  return laid
}
const groups = (of: string, all: [string, number | null][], as: As = 'teacher') =>
  s.call(
    'PUT /classes/:id/groups',
    { params: { id: of }, body: { groups: all.map(([user_id, group]) => ({ user_id, group })) } },
    as,
  )
const lab = async (as: As = 'student') => {
  const lesson = await s.ok('GET /learning/courses/:id/lessons/:lesson', { params: { id: course, lesson: 'l1' } }, as)
  const content = lesson.sections[0]?.content
  if (content?.kind !== 'lab') throw new Error('no lab')
  return content
}
const flagOf = async (scene: string) =>
  (await s.db.query<{ flags: Record<string, string> }>('select flags from scene where id = $1', [scene])).rows[0]
    ?.flags['f1'] ?? ''

describe('machines of a class hour', () => {
  it('are made for everybody step by step, each their own, once; and those who have theirs already keep it', async () => {
    const { hour } = await begun('own')
    const mine = await s.ok(
      'POST /learning/courses/:id/sections/:section/scene',
      { params: { id: course, section }, body: {} },
      'student',
    )
    const started = await act(hour, 'start')
    expect(started.body).toEqual({ wanted: 1 })
    await jobs()
    const { scenes, members } = await grid(hour)
    expect([scenes?.wanted, scenes?.made, scenes?.failed]).toEqual([2, 2, 0])
    expect(members.find((m) => m.user_id === student)?.scene?.id).toBe(mine.scene_id)
    expect(members.find((m) => m.user_id === second)?.scene?.id).not.toBe(mine.scene_id)
    expect((await act(hour, 'start')).body, 'nobody lacks one').toEqual({ wanted: 0 })
  })

  it('of a group are one scene of all in it, with flags of the group, of which each passes their own steps', async () => {
    const { of, hour } = await begun('groups')
    expect(code(await act(hour, 'start'))).toEqual([409, 'no_class_groups'])
    await groups(of, [
      [student, 1],
      [second, 1],
    ])
    await act(hour, 'start')
    await jobs()
    const scene = (await lab()).scene_id ?? ''
    expect((await lab('second-student')).scene_id).toBe(scene)
    expect(code(await groups(of, [[student, 2]])), 'they share machines now').toEqual([409, 'not_allowed_in_state'])
    const text = await flagOf(scene)
    const hand = (as: As) =>
      s.ok(
        'POST /learning/courses/:id/sections/:section/flags',
        { params: { id: course, section }, body: { step: 'made', text } },
        as,
      )
    expect((await hand('student')).right).toBe(true)
    expect((await lab('second-student')).steps.find((x) => x.id === 'made')?.passed_at).toBeNull()
    expect((await hand('second-student')).right).toBe(true)
    // nobody of it closes what is everybody's
    expect((await s.call('POST /scenes/:id/close', { params: { id: scene }, body: {} }, 'student')).status).toBe(403)
  })

  it('that are shared are the teacher’s to start', async () => {
    const { hour } = await begun('shared')
    const alone = await s.call(
      'POST /learning/courses/:id/sections/:section/scene',
      { params: { id: course, section }, body: {} },
      'student',
    )
    expect(code(alone)).toEqual([409, 'class_starts_scene'])
    await act(hour, 'start')
    await jobs()
    const { rows } = await s.db.query<{ kind: string; owner_id: string }>(
      'select kind, owner_id from scene where id = $1',
      [(await lab()).scene_id],
    )
    expect(rows).toEqual([{ kind: 'shared', owner_id: userId('teacher') }])
  })

  it('end with the hour, after the grace that was said; what was passed stays', async () => {
    const { hour } = await begun('own')
    await act(hour, 'start')
    await jobs()
    const scene = (await lab()).scene_id ?? ''
    await until(s, scene, ['running'])
    await event(hour, 'end')
    const { rows } = await s.db.query<{ ends_at: string }>('select ends_at from scene where id = $1', [scene])
    const left = (Date.parse(rows[0]?.ends_at ?? '') - s.clock.now().getTime()) / 60_000
    expect(left).toBeGreaterThan(sceneGrace - 0.5)
    expect(left).toBeLessThanOrEqual(sceneGrace)
    s.clock.advance(sceneGrace * 60 + 5)
    await s.scenes.sweep()
    expect((await lab()).scene_id).toBeNull()
    expect(code(await act(hour, 'start'))).toEqual([409, 'not_allowed_in_state'])
  })

  it('are put off by whoever learns in them no further than their hour; once it is over its teacher stops them until they are gone', async () => {
    const { hour } = await begun('own', [student])
    await act(hour, 'start')
    await jobs()
    const scene = (await lab()).scene_id ?? ''
    await until(s, scene, ['running'])
    const endsAt = async () =>
      Date.parse(
        (await s.db.query<{ at: string }>('select ends_at as at from scene where id = $1', [scene])).rows[0]?.at ?? '',
      )
    const last = Date.parse((await grid(hour)).hour.ends_at) + sceneGrace * 60_000
    const more = () => s.call('POST /scenes/:id/extend', { params: { id: scene }, body: {} }, 'student')
    const can = async () => (await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')).can
    expect(await endsAt()).toBeLessThanOrEqual(last)
    expect(Date.parse((await lab()).until ?? '')).toBe(await endsAt())
    await s.db.query(`update scene set ends_at = ends_at - interval '20 minutes' where id = $1`, [scene])
    expect(await can()).toContain('extend')
    expect((await more()).status).toBe(200)
    expect(last - (await endsAt())).toBeLessThan(60_000)
    expect(await endsAt()).toBeLessThanOrEqual(last)
    expect(await can()).not.toContain('extend')
    expect(code(await more())).toEqual([409, 'class_hour_time'])
    await event(hour, 'end')
    expect(await can()).not.toContain('extend')
    expect(code(await more())).toEqual([409, 'class_hour_time'])
    // what the hour left
    expect((await grid(hour)).hour.can).toContain('stop')
    expect((await act(hour, 'freeze')).body).toMatchObject({ done: [scene] })
    expect((await act(hour, 'thaw')).body).toMatchObject({ done: [scene] })
    expect(code(await act(hour, 'extend'))).toEqual([409, 'not_allowed_in_state'])
    expect((await act(hour, 'stop')).body).toMatchObject({ done: [scene] })
    expect((await grid(hour)).hour.can).not.toContain('stop')
    expect(code(await act(hour, 'stop'))).toEqual([409, 'not_allowed_in_state'])
  })

  it('are planned by teachers; assistants lead the hour and plan nothing; of other classes nobody knows anything', async () => {
    const admin = userId('admin')
    const plan = (hour: string, as: As) =>
      s.call(
        'POST /class-hours/:id/scene-plan',
        { params: { id: hour }, body: { scene_plan: 'none', lab_id: null } },
        as,
      )
    const ways = async ({ of, hour }: { of: string; hour: string }, as: As) => [
      (await grouped(of, as)).status,
      (await plan(hour, as)).status,
      (await act(hour, 'start', as)).status,
      (await act(hour, 'freeze', as)).status,
      (await s.call('GET /class-hours/:id/grid', { params: { id: hour } }, as)).status,
    ]
    const grouped = (of: string, as: As) => groups(of, [[student, 1]], as)
    const helped = await lay('own', [student], { body: { teachers: [admin], assistants: [userId('teacher')] } })
    await event(helped.hour, 'start', 'admin')
    expect(await ways(helped, 'teacher'), 'an assistant').toEqual([403, 403, 200, 200, 200])
    expect((await s.ok('GET /classes/:id', { params: { id: helped.of } }, 'teacher')).can).not.toContain('plan')
    const foreign = await lay('own', [student], { body: { teachers: [admin], assistants: [] } })
    await event(foreign.hour, 'start', 'admin')
    expect(await ways(foreign, 'teacher'), 'a teacher of another class').toEqual([403, 403, 403, 403, 403])
    expect(await ways(foreign, 'student'), 'one of its learners').toEqual([403, 403, 403, 403, 403])
    const own = await lay('own', [student])
    await event(own.hour, 'start')
    expect((await plan(own.hour, 'teacher')).status).toBe(200)
    expect(code(await act(own.hour, 'start'))).toEqual([409, 'no_class_scenes'])
  })
})

describe('machines against the licence', () => {
  const limited = (running_scenes: number | null) =>
    license(s, { limits: { running_scenes, running_instances: null, editable_nodes: null, users: null } })
  afterEach(() => limited(null))

  it('that are too many at once are said before an hour is saved, and on the page of the class', async () => {
    await limited(3)
    const { of } = await lay('own', [student, second])
    const now = s.clock.now().getTime()
    const body = (from: number, scene_plan: string) => ({
      starts_at: new Date(now + from * 60_000).toISOString(),
      ends_at: new Date(now + (from + 60) * 60_000).toISOString(),
      course_id: course,
      lesson_id: 'l1',
      scene_plan,
    })
    const other = await layClass(s, { courses: [course], members: { users: [userId('normal'), userId('referee')] } })
    const ask = (b: object) => s.ok('POST /classes/:id/clashes', { params: { id: other }, body: b as never }, 'teacher')
    expect((await ask(body(30, 'own'))).over).toMatchObject([{ scenes: 4, max_scenes: 3, instances: 8 }])
    expect((await ask(body(30, 'shared'))).over, 'one more is not too many').toEqual([])
    expect((await ask(body(30, 'groups'))).over, 'nobody is in a group').toEqual([])
    expect((await ask(body(120, 'own'))).over, 'the other is over by then').toEqual([])
    const add = (anyway: boolean) =>
      s.call(
        'POST /classes/:id/hours',
        { params: { id: other }, body: { ...body(30, 'own'), anyway } as never },
        'teacher',
      )
    expect(code(await add(false))).toEqual([409, 'class_clash'])
    expect((await add(true)).status).toBe(200)
    const seen = await s.ok('GET /classes/:id/forecast', { params: { id: of } }, 'teacher')
    expect(seen.limits.running_scenes).toBe(3)
    expect(seen.over).toMatchObject([{ scenes: 4, classes: 2 }])
    expect(seen.points.map((p) => [p.scenes, p.own])).toEqual([
      [2, 2],
      [4, 2],
      [0, 0],
    ])
  })

  it('are said once in the timetable: its hours to come have them, and may have others', async () => {
    await limited(3)
    await s.setting('system.time_zone', 'UTC')
    // four learners, and one lesson with a lab
    const of = await layClass(s, {
      courses: [course],
      members: { users: [student, second, userId('normal'), userId('referee')] },
    })
    const today = s.clock.now().toISOString().slice(0, 10)
    const day = (n: number) => new Date(Date.parse(today) + n * 86_400_000).toISOString().slice(0, 10)
    const slots = [1, 2, 3, 4, 5, 6, 7].map((d) => ({ id: `d${d}`, day: d, from: '09:00', to: '10:30' }))
    const plan = (scene_plan: string) => ({ from: day(1), until: day(3), slots, exceptions: [], scene_plan }) as never
    const look = (scene_plan: string) =>
      s.ok('POST /classes/:id/timetable/preview', { params: { id: of }, body: { plan: plan(scene_plan) } }, 'teacher')
    const write = (scene_plan: string, version: number, anyway = true) =>
      s.call(
        'PUT /classes/:id/timetable',
        { params: { id: of }, body: { plan: plan(scene_plan), version, anyway } },
        'teacher',
      )
    const coming = async () => (await s.ok('GET /classes/:id/hours', { params: { id: of } }, 'teacher')).items
    const plans = async () => (await coming()).map((h) => [h.scene_plan, h.plan_chosen])
    // only the first of the hours has a lesson with machines
    expect((await look('own')).clashes.over, 'hours that are not there yet').toMatchObject([
      { scenes: 4, max_scenes: 3 },
    ])
    expect((await look('shared')).clashes.over).toEqual([])
    expect(code(await write('own', 0, false))).toEqual([409, 'class_clash'])
    expect((await write('shared', 0)).status).toBe(200)
    expect(await plans()).toEqual([
      ['shared', false],
      ['none', false],
      ['none', false],
    ])
    expect((await look('own')).clashes.over, 'hours that stay as they are but for their machines').toHaveLength(1)
    const [first] = await coming()
    if (!first) throw new Error('no hour')
    const { points } = await s.ok('GET /classes/:id/forecast', { params: { id: of } }, 'teacher')
    expect(points.map((p) => [p.at, p.scenes])).toEqual([
      [first.starts_at, 1],
      [first.ends_at, 0],
    ])
    const choose = (scene_plan: string | null) =>
      s.ok(
        'POST /class-hours/:id/scene-plan',
        { params: { id: first.id }, body: { scene_plan, lab_id: null } as never },
        'teacher',
      )
    await choose('groups')
    expect((await write('own', 1)).status).toBe(200)
    expect((await plans())[0], 'chosen for this hour').toEqual(['groups', true])
    await choose(null)
    expect((await plans())[0]).toEqual(['own', false])
    const added = await layHour(s, of, { from: 60 * 24 * 2, course_id: course, lesson_id: 'l1' })
    expect((await coming()).find((h) => h.id === added)).toMatchObject({ scene_plan: 'own', plan_chosen: false })
    // what has begun keeps its machines, whatever the timetable says then
    const began = await layHour(s, of, { course_id: course, lesson_id: 'l1' })
    expect((await event(began, 'start')).status).toBe(200)
    expect((await write('shared', 2)).status).toBe(200)
    const after = await coming()
    expect(after.find((h) => h.id === began)?.scene_plan).toBe('own')
    expect(after.find((h) => h.id === added)?.scene_plan).toBe('shared')
    await s.setting('system.time_zone', undefined)
  })

  it('wait in turns: a class that comes second is not behind all of the first', async () => {
    await limited(1)
    const first = await begun('own', [student, second, userId('normal')])
    await act(first.hour, 'start')
    await jobs()
    const next = await begun('own', [userId('referee')])
    await act(next.hour, 'start')
    await jobs()
    const { rows } = await s.db.query<{ queue_flow: string }>(
      `select queue_flow from scene where status = 'in-queue' order by queue_turn, queue_seq`,
    )
    expect(rows.map((r) => r.queue_flow)).toEqual([first.of, next.of, first.of])
    const { members } = await grid(next.hour)
    expect(members[0]?.scene?.queue, 'and is told so').toBe(2)
  })
})

const walkSteps = ['start', 'pause', 'recover', 'end', 'machines', 'stop', 'freeze', 'thaw', 'jobs'] as const
it('however an hour is led, its machines are there only while it goes on, and nothing of it stays locked', async () => {
  const moves = { start: 'ongoing', pause: 'pause', recover: 'ongoing', end: 'ended' } as const
  const from = { start: ['not-started'], pause: ['ongoing'], recover: ['pause'], end: ['ongoing', 'pause'] } as const
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...walkSteps), { minLength: 4, maxLength: 14 }),
      fc.constantFrom('own', 'shared'),
      async (steps, plan) => {
        const { hour } = await lay(plan, [student])
        const model = { status: 'not-started', asked: false, scene: false, frozen: false }
        let left = false
        for (const step of ['start', ...steps] as const) {
          const live = model.status === 'ongoing' || model.status === 'pause'
          if (step === 'jobs') {
            await jobs()
            if (model.asked) Object.assign(model, { asked: false, scene: true })
          } else if (step in moves) {
            const name = step as keyof typeof moves
            const may = (from[name] as readonly string[]).includes(model.status)
            expect((await event(hour, name)).status, `${name} when ${model.status}`).toBe(may ? 200 : 409)
            if (may) model.status = moves[name]
            // nothing is up yet where no driver runs, and what never came up goes at once
            if (may && name === 'end') Object.assign(model, { asked: false, scene: false, frozen: false })
          } else {
            const name = step === 'machines' ? 'start' : (step as Act)
            const r = await act(hour, name)
            const may = live || (left && model.status === 'ended' && name !== 'start')
            expect(r.status, `${name} when ${model.status}`).toBe(may ? 200 : 409)
            if (!may) continue
            if (name === 'start') model.asked ||= !model.scene
            if (name === 'stop') Object.assign(model, { asked: false, scene: false, frozen: false })
            if (name === 'freeze') model.frozen = model.scene
            if (name === 'thaw') model.frozen = false
          }
          const seen = await grid(hour)
          expect(seen.hour.status).toBe(model.status)
          left = seen.hour.can.includes('stop')
          const there = seen.members[0]?.scene
          // the server's own clock may have made it meanwhile: then it stands as that step found it
          if (model.asked && there)
            Object.assign(model, { asked: false, scene: true, frozen: step === 'freeze' && there.frozen })
          expect([Boolean(there), there?.frozen ?? false], `after ${step}`).toEqual([model.scene, model.frozen])
        }
        if (model.status !== 'ended') await event(hour, 'end')
        const { rows } = await s.db.query<{ waits: number; frozen: number; late: number }>(
          `select (select count(*) from class_scene where hour_id = $1 and scene_id is null)::integer as waits,
             (select count(*) from scene where frozen->>'hour_id' = $1 and not status in ('complete', 'deleting', 'deleted'))::integer as frozen,
             (select count(*) from class_scene c join scene x on x.id = c.scene_id
                where c.hour_id = $1 and not x.status in ('complete', 'deleting', 'deleted') and x.ends_at > $2::timestamptz)::integer as late`,
          [hour, new Date(s.clock.now().getTime() + sceneGrace * 60_000 + 1000).toISOString()],
        )
        expect(rows).toEqual([{ waits: 0, frozen: model.frozen && model.status === 'ended' ? 1 : 0, late: 0 }])
        await s.db.query(`update scene set status = 'deleted', held = null, queue_seq = null`)
      },
    ),
    { numRuns: some(6) },
  )
})

function connect(ticket: string) {
  const socket = consoleSocket(port, ticket)
  open.push(socket)
  const said: ConsoleSay[] = []
  let text = ''
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (binary) text += data.toString('utf8')
    else said.push(JSON.parse(data.toString()) as ConsoleSay)
  })
  const end = new Promise<string | undefined>((done) => socket.on('close', (c) => done(consoleEndOf(c))))
  return {
    socket,
    said,
    end,
    shows: (what: string) => expect.poll(() => text).toContain(what),
    text: () => text,
    type: (line: string) => socket.send(Buffer.from(line), { binary: true }),
  }
}
/** A client of a desktop (RFB 3.8) that asks for whole pictures. */
async function desktop(ticket: string) {
  const socket = consoleSocket(port, ticket, { kind: 'desktop' })
  open.push(socket)
  const got: Buffer[] = []
  let bytes = 0
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (!binary) return
    got.push(data)
    bytes += data.length
  })
  const send = (...part: number[]) => socket.send(Buffer.from(part))
  const has = (n: number) => expect.poll(() => bytes, { timeout: 5000 }).toBeGreaterThanOrEqual(n)
  await has(12)
  socket.send(Buffer.from('RFB 003.008\n'))
  await has(14)
  send(1)
  await has(18)
  send(1)
  await has(18 + 24)
  const init = Buffer.concat(got).subarray(18)
  const [width, height, named] = [init.readUInt16BE(0), init.readUInt16BE(2), init.readUInt32BE(20)]
  await has(18 + 24 + named)
  return {
    socket,
    /** @returns a digest of what is shown now */
    async picture(): Promise<string> {
      const before = bytes
      send(3, 0, 0, 0, 0, 0, width >> 8, width & 255, height >> 8, height & 255)
      await has(before + 16 + width * height * 4)
      return createHash('sha256').update(Buffer.concat(got).subarray(before)).digest('hex')
    },
    key: (sym: number) => send(4, 1, 0, 0, 0, 0, sym >> 8, sym & 255),
  }
}
type Desktop = Awaited<ReturnType<typeof desktop>>
async function atWork(as: AccountName = 'student') {
  const { of, hour } = await begun('own', [userId(as)])
  await act(hour, 'start')
  await jobs()
  const scene = (await lab(as)).scene_id ?? ''
  await until(s, scene, ['running'])
  const { ticket } = await s.ok(
    'POST /scenes/:id/console',
    { params: { id: scene }, body: { node: 'desk', kind: 'terminal' } as never },
    as,
  )
  const line = connect(ticket)
  await line.shows('root@')
  const [first] = line.said
  if (first?.type !== 'ready') throw new Error('not ready')
  return { of, hour, scene, line, console: first.console }
}
const on = (hour: string, console: string) => ({ params: { id: hour, console } })
const watching = async (hour: string, console: string, as: As = 'teacher') => {
  const r = await s.call('POST /class-hours/:id/consoles/:console/watch', { ...on(hour, console), body: {} }, as)
  expect(r.status).toBe(200)
  const line = connect(r.body.ticket)
  await expect.poll(() => line.said.length).toBeGreaterThan(0)
  return line
}
const take = (hour: string, console: string, reason = '', as: As = 'teacher') =>
  s.call('POST /class-hours/:id/consoles/:console/take', { ...on(hour, console), body: { reason } }, as)
const answer = (console: string, agree: boolean, as: As = 'student') =>
  s.call('POST /consoles/:id/takeover', { params: { id: console }, body: { agree } }, as)
/** What is typed is heard or not: asked after what a later command shows. */
const rest = () => new Promise((done) => setTimeout(done, 250))

describe('consoles of a class hour', () => {
  it('held, are looked at and nothing more; the machines cannot be switched; and go on when they are let go', async () => {
    const { hour, scene, line } = await atWork()
    await act(hour, 'freeze')
    await s.scenes.consoles.look()
    line.type('echo he""ld-one\n')
    await rest()
    expect(line.text()).not.toContain('held-one')
    const seen = await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')
    expect(seen.frozen?.by).toBeTruthy()
    expect(seen.can).not.toContain('close')
    expect(seen.nodes.flatMap((n) => n.can)).not.toContain('stop')
    const stop = await s.call(
      'POST /scenes/:id/nodes/stop',
      { params: { id: scene }, body: { nodes: ['desk'] } },
      'student',
    )
    expect(stop.status).toBe(403)
    await act(hour, 'thaw')
    await s.scenes.consoles.look()
    line.type('echo fr""ee-one\n')
    await line.shows('free-one')
  })

  it('are watched with notice; keys go over by consent, and come back by one click of either', async () => {
    const { hour, scene, line, console } = await atWork()
    const teacher = await watching(hour, console)
    await expect.poll(() => line.said.some((m) => m.type === 'watched' && m.by.length > 0)).toBe(true)
    teacher.type('echo no""t-yet\n')
    await rest()
    expect(line.text(), 'who only looks on types nothing').not.toContain('not-yet')
    expect((await take(hour, console)).status).toBe(200)
    const asked = await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')
    expect(asked.takeovers).toMatchObject([{ console, state: 'asked', reason: '' }])
    line.type('echo st""ill-mine\n')
    await line.shows('still-mine')
    expect((await answer(console, true)).status).toBe(200)
    await s.scenes.consoles.look()
    teacher.type('echo by""-teacher\n')
    await line.shows('by-teacher')
    line.type('echo by""-learner\n')
    await rest()
    expect(line.text()).not.toContain('by-learner')
    expect((await answer(console, false)).status).toBe(200)
    await s.scenes.consoles.look()
    line.type('echo ba""ck-again\n')
    await line.shows('back-again')
    teacher.type('echo to""o-late\n')
    await rest()
    expect(line.text()).not.toContain('too-late')
  })

  it('of a desktop are only looked at until their keys go over; then keys and pointer are the teacher’s alone, until either takes them back', async () => {
    const { hour, scene } = await atWork()
    const { ticket } = await s.ok(
      'POST /scenes/:id/console',
      { params: { id: scene }, body: { node: 'desk', kind: 'desktop' } as never },
      'student',
    )
    const learner = await desktop(ticket)
    const consoles = async () =>
      (await s.ok('GET /class-cards/:lesson/:user/console', { params: { lesson: 'l1', user: student } }, 'teacher'))
        .consoles
    await expect.poll(async () => (await consoles()).some((c) => c.kind === 'desktop')).toBe(true)
    const console = (await consoles()).find((c) => c.kind === 'desktop')?.id ?? ''
    const watch = await s.ok(
      'POST /class-hours/:id/consoles/:console/watch',
      { ...on(hour, console), body: {} },
      'teacher',
    )
    const teacher = await desktop(watch.ticket)
    await expect.poll(async () => (await consoles()).find((c) => c.id === console)?.watched_by.length).toBe(1)
    /** Whether what somebody does there is seen on the machine: by them and by whoever looks on. */
    const reaches = async (who: Desktop) => {
      const before = await learner.picture()
      who.key(0x6c)
      await rest()
      const after = await learner.picture()
      expect(await teacher.picture(), 'both look at one machine').toBe(after)
      return before !== after
    }
    expect([await reaches(learner), await reaches(teacher)], 'watched with notice').toEqual([true, false])
    expect((await take(hour, console)).status).toBe(200)
    expect([await reaches(learner), await reaches(teacher)], 'asked for').toEqual([true, false])
    expect((await answer(console, true)).status).toBe(200)
    await s.scenes.consoles.look()
    expect([await reaches(learner), await reaches(teacher)], 'taken by consent').toEqual([false, true])
    await s.ok('POST /class-hours/:id/consoles/:console/give-back', { ...on(hour, console), body: {} }, 'teacher')
    await s.scenes.consoles.look()
    expect([await reaches(learner), await reaches(teacher)], 'given back').toEqual([true, false])
    expect((await take(hour, console, 'The screen is locked')).status).toBe(200)
    await s.scenes.consoles.look()
    expect([await reaches(learner), await reaches(teacher)], 'taken with a reason').toEqual([false, true])
    expect((await answer(console, false)).status).toBe(200)
    await s.scenes.consoles.look()
    expect([await reaches(learner), await reaches(teacher)], 'taken back by the learner').toEqual([true, false])
  })

  it('are taken with a reason that the learner reads, in the log with who and why, and given back by leaving', async () => {
    const { hour, scene, line, console } = await atWork()
    const teacher = await watching(hour, console)
    expect((await take(hour, console, 'The disk is being filled')).status).toBe(200)
    const seen = await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')
    expect(seen.takeovers).toMatchObject([{ state: 'taken', reason: 'The disk is being filled' }])
    const log = await s.ok('GET /scenes/:id/events', { params: { id: scene } }, 'student')
    expect(log.items.find((e) => e.code === 'takeover_began')?.params).toMatchObject({
      reason: 'The disk is being filled',
    })
    const { rows } = await s.db.query<{ details: { reason?: string } }>(
      `select details from audit where action = 'class.console-take' order by seq desc limit 1`,
    )
    expect(rows[0]?.details.reason).toBe('The disk is being filled')
    teacher.socket.close()
    await expect
      .poll(async () => (await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')).takeovers)
      .toEqual([])
    await s.scenes.consoles.look()
    line.type('echo mi""ne-again\n')
    await line.shows('mine-again')
  })

  it('are closed to whoever looks on when the hour ends, when the learner leaves the class, and to anybody who does not lead it', async () => {
    const { of, hour, console } = await atWork()
    const foreign = await lay('own', [student], { body: { teachers: [userId('admin')] } })
    await event(foreign.hour, 'start', 'admin')
    for (const [id, as] of [
      [foreign.hour, 'teacher'],
      [hour, 'student'],
    ] as const) {
      const r = await s.call('POST /class-hours/:id/consoles/:console/watch', { ...on(id, console), body: {} }, as)
      expect([403, 404]).toContain(r.status)
    }
    const one = await watching(hour, console)
    await s.db.query('update class_member set left_at = now() where class_id = $1', [of])
    await s.scenes.consoles.look()
    expect(await one.end).toBe('rights')
    expect((await take(hour, console, 'Why not')).status).toBe(404)
    await s.db.query('update class_member set left_at = null where class_id = $1', [of])
    const two = await watching(hour, console)
    await event(hour, 'end')
    await s.scenes.consoles.look()
    expect(await two.end).toBe('rights')
    const late = await s.call(
      'POST /class-hours/:id/consoles/:console/watch',
      { ...on(hour, console), body: {} },
      'teacher',
    )
    expect(code(late)).toEqual([409, 'not_allowed_in_state'])
  })
})
