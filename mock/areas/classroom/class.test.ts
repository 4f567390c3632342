/** Classes, their hours, and who attends them, on a whole server with a clock that is moved by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeLimits } from '#src/contract/classroom/hour.ts'
import { dueHandlers } from '#mock/due.ts'
import { sweep } from '#mock/db/due.ts'
import { type As, testServer, type TestServer, userId, username } from '#tests/contract/support/server.ts'
import { roleId } from '#tests/contract/support/people.ts'
import { makeKeepers } from '#tests/contract/support/keepers.ts'
import { layClass, layHour, moveClass } from '#tests/support/class.ts'
import { layCourse, text } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const student = userId('student')
const code = (reply: { status: number; problem: { code: string } }) => [reply.status, reply.problem.code]
const nobody = { orgs: [], roles: [], users: [] }
/** A course that nobody may take but through a class; its second lesson opens with its hour. */
const closed = (more: object = {}) =>
  layCourse(s, {
    lessons: [
      {
        id: 'l1',
        sections: [
          { id: 's1', content: text('One') },
          { id: 's2', content: text('Two') },
        ],
      },
      { id: 'l2', with_hour: true, sections: [{ id: 's3', content: text('Three') }] },
    ],
    authorised: nobody,
    found: nobody,
    ...more,
  })
const seen = (id: string, as: As = 'student') => s.call('GET /learning/courses/:id', { params: { id } }, as)
const open = (id: string, lesson: string, as: As = 'student') =>
  s.call('GET /learning/courses/:id/lessons/:lesson', { params: { id, lesson } }, as)
const done = (id: string, section: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/done', { params: { id, section }, body: { revision: 1 } }, as)
const event = (id: string, name: 'start' | 'pause' | 'recover' | 'end', as: As = 'teacher') =>
  s.call(`POST /class-hours/:id/${name}`, { params: { id }, body: {} }, as)
const grid = (id: string, as: As = 'teacher') => s.ok('GET /class-hours/:id/grid', { params: { id } }, as)
const mine = (course_id: string, lesson_id: string, as: As = 'student') =>
  s.ok('GET /my-class-hours/current', { query: { course_id, lesson_id } }, as)
const enter = (id: string, as: As = 'student') =>
  s.call('POST /my-class-hours/:id/enter', { params: { id }, body: {} }, as)
const messages = async (kind: string, as: As = 'student') =>
  (await s.ok('GET /messages', { query: { page_size: 200 } }, as)).items.filter((m) => m.kind === kind)
const jobs = () => sweep(s.db, dueHandlers(s.platform), s.clock.now)

describe('members of a class', () => {
  it('are in its courses while it goes on, cannot leave them, and keep what they did when it ends', async () => {
    const course = await closed()
    const id = await layClass(s, { courses: [course], begin: false })
    expect((await seen(course)).status, 'it is planned').toBe(404)
    await moveClass(s, id, 'begin')
    const { body } = await seen(course)
    expect([body.access, body.member?.way, body.member?.state]).toEqual(['open', 'assigned', 'learning'])
    expect((await s.ok('GET /learning/mine', {}, 'student')).items.map((c) => c.id)).toContain(course)
    expect(await messages('class_joined')).toHaveLength(1)
    const leave = () => s.call('POST /learning/courses/:id/leave', { params: { id: course }, body: {} }, 'student')
    expect(code(await leave())).toEqual([409, 'not_allowed_in_state'])
    expect((await done(course, 's1')).status).toBe(200)
    await moveClass(s, id, 'finish')
    const after = (await seen(course)).body
    expect([after.access, after.member?.way, after.member?.progress.done]).toEqual(['not_authorised', 'joined', 1])
    expect(code(await open(course, 'l1'))).toEqual([403, 'not_authorized_yet'])
    await moveClass(s, id, 'resume')
    expect((await seen(course)).body.member?.way).toBe('assigned')
    expect(await messages('class_joined'), 'told once').toHaveLength(1)
  })

  it('leave with the class that was removed when nothing of theirs is there, and by themselves when something is', async () => {
    const course = await closed()
    const id = await layClass(s, { courses: [course], members: { users: [student, userId('second-student')] } })
    expect((await done(course, 's1')).status).toBe(200)
    await s.ok('DELETE /classes/:id', { params: { id } }, 'super')
    const { rows } = await s.db.query<{ state: string; way: string }>(
      'select state, way from course_member where course_id = $1 order by user_id = $2 desc',
      [course, student],
    )
    expect(rows).toEqual([
      { state: 'learning', way: 'joined' },
      { state: 'withdrawn', way: 'joined' },
    ])
    const leave = await s.call('POST /learning/courses/:id/leave', { params: { id: course }, body: {} }, 'student')
    expect(leave.status).toBe(200)
  })

  it('are those who learn: everybody is none who cannot, and no administrator but one who is named', async () => {
    const course = await closed()
    const id = await layClass(s, { courses: [course], begin: false })
    const choose = async (users: string[]) => {
      const { version } = await s.ok('GET /classes/:id', { params: { id } }, 'super')
      const body = { all: true, orgs: [], roles: [], teams: [], users, version }
      await s.ok('PUT /classes/:id/audience', { params: { id }, body }, 'super')
      const query = { page_size: 200 }
      return (await s.ok('GET /classes/:id/members', { params: { id }, query }, 'super')).items.map((m) => m.user_id)
    }
    const opens = (permissions: readonly string[]) =>
      s.db.query(`update r_role set data = jsonb_set(data, '{permissions}', $2::jsonb) where id = $1`, [
        roleId('normal'),
        JSON.stringify(permissions),
      ])
    const { permissions } = await s.ok('GET /roles/:id', { params: { id: roleId('normal') } }, 'super')
    await opens(['tool-magazine'])
    const all = await choose([])
    await opens(permissions)
    expect(
      ['student', 'second-student', 'normal', 'admin', 'super'].map((who) => all.includes(userId(who as 'student'))),
    ).toEqual([true, true, false, false, false])
    expect(await choose([userId('admin')])).toContain(userId('admin'))
  })

  it('are taught out of no draft of somebody else', async () => {
    const course = await closed({ publish: false })
    await makeKeepers(s, 'second-admin')
    const body = { name: 'Early', teachers: [userId('teacher')], courses: [course] }
    const early = await s.call('POST /classes', { body } as never, 'second-admin')
    expect([early.status, early.problem.details?.fields]).toMatchObject([
      422,
      [{ path: 'courses.0', rule: 'course_draft' }],
    ])
    const listed = async () =>
      (await s.ok('GET /courses/options', { query: { page_size: 100 } }, 'second-admin')).items.map((i) => i.id)
    expect(await listed()).not.toContain(course)
    await s.db.query(`update r_course set share_level = 'change' where id = $1`, [course])
    expect(await listed()).toContain(course)
    expect((await s.call('POST /classes', { body } as never, 'second-admin')).status).toBe(200)
  })

  it('come and go with the audience, and stay assigned as long as another class of theirs teaches the course', async () => {
    const course = await closed()
    const members = { orgs: ['org-root'] }
    const id = await layClass(s, { courses: [course], members })
    const other = await layClass(s, { courses: [course] })
    const shown = async (of: string) =>
      (await s.ok('GET /classes/:id/members', { params: { id: of } }, 'super')).items.map((m) => m.user_id)
    const everybody = await shown(id)
    expect(everybody).toContain(student)
    expect(everybody, 'who teaches it is no member').not.toContain(userId('teacher'))
    expect(everybody, 'nor who may not sign in').not.toContain(userId('disabled'))
    const choose = async (of: string, users: string[]) => {
      const { version } = await s.ok('GET /classes/:id', { params: { id: of } }, 'super')
      const body = { all: false, orgs: [], roles: [], teams: [], users, version }
      await s.ok('PUT /classes/:id/audience', { params: { id: of }, body }, 'super')
    }
    await choose(id, [userId('second-student')])
    expect((await seen(course)).body.member?.way, 'the other class has him').toBe('assigned')
    expect((await seen(course, 'second-student')).body.access).toBe('open')
    await choose(other, [])
    expect((await seen(course)).body.member?.way).toBe('joined')
    expect((await seen(course)).body.access).toBe('not_authorised')
    expect(await shown(other)).toEqual([])
  })

  it('follow their organisations within the hour, and get a course that is published later', async () => {
    const course = await closed({ publish: false })
    const before = await s.db.query<{ k_org_id: string }>('select k_org_id from r_user where id = $1', [student])
    await s.db.query('update r_user set k_org_id = null where id = $1', [student])
    const id = await layClass(s, { courses: [course], members: { orgs: ['org-red'] } })
    expect((await s.ok('GET /classes/:id', { params: { id } }, 'super')).members).toBe(0)
    await s.db.query('update r_user set k_org_id = $2 where id = $1', [student, 'org-red'])
    s.clock.advance(3700)
    await jobs()
    expect((await s.ok('GET /classes/:id', { params: { id } }, 'super')).members).toBe(1)
    expect((await seen(course)).status, 'a draft is nobody’s').toBe(404)
    const { version } = await s.ok('GET /courses/:id', { params: { id: course } }, 'super')
    const { version: audience } = await s.ok('GET /courses/:id/audience', { params: { id: course } }, 'super')
    await s.ok(
      'PUT /courses/:id/audience',
      {
        params: { id: course },
        body: { all: false, orgs: [], roles: [], teams: [], users: [userId('admin')], version: audience },
      },
      'super',
    )
    const now = await s.ok('GET /courses/:id', { params: { id: course } }, 'super')
    expect(now.version).toBeGreaterThan(version)
    await s.ok('POST /courses/:id/publish', { params: { id: course }, body: { version: now.version } }, 'super')
    expect((await seen(course)).body.member?.way).toBe('assigned')
    await s.db.query('update r_user set k_org_id = $2 where id = $1', [student, before.rows[0]?.k_org_id ?? null])
  })
})

describe('a lesson that opens with its class hour', () => {
  it('waits for the hour to begin, for members alone, and stays open once it was begun', async () => {
    const course = await closed()
    const id = await layClass(s, { courses: [course] })
    const lock = async () => (await seen(course)).body.chapters[0]?.lessons[1]?.lock
    expect(await lock()).toMatchObject({ why: 'hour', at: null })
    const hour = await layHour(s, id, { from: 30, course_id: course, lesson_id: 'l2' })
    const at = (await s.ok('GET /class-hours/:id', { params: { id: hour } }, 'teacher')).starts_at
    expect(await lock()).toMatchObject({ why: 'hour', at })
    expect(code(await open(course, 'l2'))).toEqual([409, 'lesson_closed'])
    expect(code(await done(course, 's3'))).toEqual([409, 'lesson_closed'])
    expect((await event(hour, 'start')).status).toBe(200)
    expect((await open(course, 'l2')).status).toBe(200)
    expect((await done(course, 's3')).status).toBe(200)
    await s.ok('POST /class-hours/:id/end', { params: { id: hour }, body: {} }, 'teacher')
    expect((await open(course, 'l2')).status).toBe(200)
  })

  it('stays closed to whoever joined by themselves', async () => {
    const course = await layCourse(s, {
      lessons: [{ id: 'l1', with_hour: true, sections: [{ id: 's1', content: text('CANARY-HOUR') }] }],
    })
    await s.ok('POST /learning/courses/:id/join', { params: { id: course }, body: {} }, 'student')
    const reply = await open(course, 'l1')
    expect(code(reply)).toEqual([409, 'lesson_closed'])
    expect(reply.raw.body).not.toContain('CANARY-HOUR')
  })
})

describe('a timetable', () => {
  const slots = [
    { id: 'mon', day: 1, from: '09:00', to: '10:30' },
    { id: 'wed', day: 3, from: '09:00', to: '10:30', room: 'Lab 2' },
  ]
  const plan = (more: object = {}) =>
    ({ from: '2026-11-09', until: '2026-11-29', slots, exceptions: [], ...more }) as never
  const write = (id: string, version: number, more: object = {}, body: object = {}) =>
    s.call(
      'PUT /classes/:id/timetable',
      { params: { id }, body: { plan: plan(more), version, anyway: true, ...body } as never },
      'teacher',
    )
  const coming = async (id: string) =>
    (await s.ok('GET /classes/:id/hours', { params: { id }, query: { page_size: 100 } }, 'teacher')).items

  it('is previewed, makes its hours in the zone of the platform, and gives them the lessons in order', async () => {
    await s.setting('system.time_zone', 'Europe/Berlin')
    const course = await closed()
    const id = await layClass(s, { courses: [course], body: { room: 'Hall' } })
    const preview = await s.ok(
      'POST /classes/:id/timetable/preview',
      { params: { id }, body: { plan: plan({ exceptions: [{ on: '2026-11-16' }] }) } },
      'teacher',
    )
    expect([preview.zone, preview.added, preview.moved, preview.removed, preview.kept]).toEqual([
      'Europe/Berlin',
      5,
      0,
      0,
      0,
    ])
    expect((await coming(id)).length, 'nothing is made by looking').toBe(0)
    expect((await write(id, 0, { exceptions: [{ on: '2026-11-16' }] })).status).toBe(200)
    const made = await coming(id)
    expect(made.map((h) => [h.starts_at, h.room, h.lesson?.id ?? null])).toEqual([
      ['2026-11-09T08:00:00.000Z', 'Hall', 'l1'],
      ['2026-11-11T08:00:00.000Z', 'Lab 2', 'l2'],
      ['2026-11-18T08:00:00.000Z', 'Lab 2', null],
      ['2026-11-23T08:00:00.000Z', 'Hall', null],
      ['2026-11-25T08:00:00.000Z', 'Lab 2', null],
    ])
    expect(code(await write(id, 0))).toEqual([409, 'stale_version'])
    await s.setting('system.time_zone', undefined)
  })

  it('written anew keeps what was changed by hand or called off, and moves and removes the rest', async () => {
    await s.setting('system.time_zone', 'UTC')
    const id = await layClass(s, { courses: [await closed()] })
    expect((await write(id, 0)).status).toBe(200)
    const [first, second, third] = await coming(id)
    if (!first || !second || !third) throw new Error('no hours')
    const moved = {
      starts_at: '2026-11-09T13:00:00.000Z',
      ends_at: '2026-11-09T14:00:00.000Z',
      teacher_id: userId('teacher'),
      version: first.version,
    }
    await s.ok('PUT /class-hours/:id', { params: { id: first.id }, body: moved }, 'teacher')
    await s.ok('POST /class-hours/:id/cancel', { params: { id: second.id }, body: { reason: 'Fire drill' } }, 'teacher')
    const single = await layHour(s, id, { from: 60 * 24 * 5 })
    expect(await messages('class_moved')).toHaveLength(1)
    expect((await messages('class_cancelled'))[0]?.params['reason']).toBe('Fire drill')
    // on Mondays alone from now on, an hour later
    expect((await write(id, 1, { slots: [{ ...slots[0], from: '10:00', to: '11:30' }] })).status).toBe(200)
    const after = await coming(id)
    const standing = new Map(after.map((h) => [h.id, [h.starts_at, h.status]]))
    expect(standing.get(first.id)).toEqual(['2026-11-09T13:00:00.000Z', 'not-started'])
    expect(standing.get(second.id)).toEqual([second.starts_at, 'cancelled'])
    expect(standing.get(third.id)).toEqual(['2026-11-16T10:00:00.000Z', 'not-started'])
    expect(standing.has(single)).toBe(true)
    expect(after.map((h) => h.starts_at)).toContain('2026-11-23T10:00:00.000Z')
    expect(after).toHaveLength(5)
    await s.ok('POST /class-hours/:id/restore', { params: { id: second.id }, body: {} }, 'teacher')
    expect(await messages('class_restored')).toHaveLength(1)
    await s.setting('system.time_zone', undefined)
  })
})

describe('clashes', () => {
  it('of room, teacher and members are said before an hour is saved, and it is saved all the same', async () => {
    const course = await closed()
    const one = await layClass(s, { courses: [course], body: { room: 'Room 7' } })
    const two = await layClass(s, { courses: [course], body: { room: 'room 7', assistants: [userId('admin')] } })
    const from = 60 * 24 * 3
    await layHour(s, one, { from })
    const start = s.clock.now().getTime() + from * 60_000
    const body = {
      starts_at: new Date(start + 30 * 60_000).toISOString(),
      ends_at: new Date(start + 120 * 60_000).toISOString(),
      teacher_id: userId('teacher'),
    }
    const found = await s.ok('POST /classes/:id/clashes', { params: { id: two }, body }, 'teacher')
    expect(found.total).toBe(1)
    expect(found.items[0]).toMatchObject({ room: true, teacher: true, members: 1, room_name: 'room 7' })
    expect(found.items[0]?.class_name).not.toBe('')
    const add = (more: object) =>
      s.call('POST /classes/:id/hours', { params: { id: two }, body: { ...body, ...more } as never }, 'teacher')
    const refused = await add({})
    expect(code(refused)).toEqual([409, 'class_clash'])
    expect(refused.problem.details?.['n']).toBe(1)
    expect((await add({ anyway: true })).status).toBe(200)
    const beside = { ...body, teacher_id: userId('admin'), room: 'Elsewhere' }
    const members = await s.ok(
      'POST /classes/:id/clashes',
      { params: { id: two }, body: { ...beside, ends_at: body.ends_at } },
      'teacher',
    )
    expect(members.items.map((c) => [c.room, c.teacher, c.members])).toEqual([
      [false, false, 1],
      [false, false, 1],
    ])
    const after = {
      ...beside,
      starts_at: new Date(start + 200 * 60_000).toISOString(),
      ends_at: new Date(start + 260 * 60_000).toISOString(),
    }
    expect((await s.ok('POST /classes/:id/clashes', { params: { id: two }, body: after }, 'teacher')).total).toBe(0)
  })

  it('name no class that is not shared with whoever asks', async () => {
    const course = await closed()
    const secret = await layClass(s, {
      courses: [course],
      body: { name: 'CANARY-CLASS', room: 'Vault', teachers: [userId('admin')] },
    })
    const { version } = await s.ok('GET /classes/:id/sharing', { params: { id: secret } }, 'super')
    await s.ok(
      'PUT /classes/:id/sharing',
      { params: { id: secret }, body: { scope: 'private', level: 'read', people: [], version } },
      'super',
    )
    const from = 60 * 24 * 9
    await layHour(s, secret, { from, as: 'super', teacher_id: userId('admin') })
    const own = await layClass(s, { courses: [course], as: 'teacher', begin: false, members: { users: [] } })
    const start = s.clock.now().getTime() + from * 60_000
    const body = {
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(start + 60_000 * 30).toISOString(),
      room: 'vault',
    }
    const reply = await s.call('POST /classes/:id/clashes', { params: { id: own }, body }, 'teacher')
    expect(reply.body.items.map((c) => [c.room, c.class_name])).toEqual([[true, '']])
    expect(reply.raw.body).not.toContain('CANARY-CLASS')
    expect((await s.call('GET /classes/:id', { params: { id: secret } }, 'teacher')).status).toBe(404)
  })
})

describe('a class hour', () => {
  const ground = async (body: object = {}) => {
    const course = await closed()
    const id = await layClass(s, { courses: [course], body, members: { users: [student, userId('second-student')] } })
    const hour = await layHour(s, id, { course_id: course, lesson_id: 'l1' })
    return { course, id, hour }
  }
  it('begins, pauses, goes on and ends by its teacher, and by nobody else', async () => {
    const { id, hour } = await ground()
    expect(code(await event(hour, 'pause'))).toEqual([409, 'not_allowed_in_state'])
    for (const as of ['student', 'normal'] as const) expect((await event(hour, 'start', as)).status, as).toBe(403)
    expect((await event(hour, 'start')).body.status).toBe('ongoing')
    expect((await event(hour, 'pause')).body.status).toBe('pause')
    expect((await event(hour, 'recover')).body.status).toBe('ongoing')
    expect((await event(hour, 'end')).body.status).toBe('ended')
    expect(code(await event(hour, 'start'))).toEqual([409, 'not_allowed_in_state'])
    const remove = await s.call('DELETE /classes/:id', { params: { id } }, 'super')
    expect([remove.status, remove.problem.code, remove.problem.details?.['n']]).toEqual([409, 'class_taught', 1])
  })

  it('knows who is there by the lesson they open, late after a while, and absent who was not seen', async () => {
    const { course, hour } = await ground()
    expect((await mine(course, 'l1')).hour, 'it has not begun').toBeNull()
    expect(code(await enter(hour))).toEqual([409, 'not_allowed_in_state'])
    await event(hour, 'start')
    expect((await mine(course, 'l1')).hour).toMatchObject({ id: hour, attendance: null, status: 'ongoing' })
    expect((await enter(hour)).body.attendance).toBe('present')
    s.clock.advance(11 * 60)
    expect((await enter(hour)).body.attendance, 'one arrives once').toBe('present')
    expect((await enter(hour, 'second-student')).body.attendance).toBe('late')
    expect((await enter(hour, 'normal')).status, 'of others nothing is told').toBe(404)
    const { members } = await grid(hour)
    expect(members.map((m) => [m.user_id, m.attendance, m.way])).toEqual(
      expect.arrayContaining([
        [student, 'present', 'entered'],
        [userId('second-student'), 'late', 'entered'],
      ]),
    )
    const other = await ground()
    await event(other.hour, 'start')
    await enter(other.hour)
    await event(other.hour, 'end')
    const ended = await s.ok('GET /class-hours/:id', { params: { id: other.hour } }, 'teacher')
    expect(ended.attendance).toEqual({ present: 1, late: 0, absent: 1, excused: 0 })
    const counted = await s.ok('GET /classes/:id/members', { params: { id: other.id } }, 'teacher')
    expect(counted.items.map((m) => [m.user_id, m.attendance.present, m.attendance.absent, m.hours])).toEqual(
      expect.arrayContaining([
        [student, 1, 0, 1],
        [userId('second-student'), 0, 1, 1],
      ]),
    )
  })

  it('takes no opened lesson for presence where the class says so', async () => {
    const { hour } = await ground({ entering: false })
    await event(hour, 'start')
    expect((await enter(hour)).body.attendance).toBeNull()
  })

  it('takes the code on the screen and the one before, and only so many wrong ones', async () => {
    const { hour } = await ground()
    await event(hour, 'start')
    const shown = async () => (await s.ok('GET /class-hours/:id/code', { params: { id: hour } }, 'teacher')).code
    const type = (said: string, as: As = 'student') =>
      s.call('POST /my-class-hours/:id/code', { params: { id: hour }, body: { code: said } }, as)
    expect((await s.call('GET /class-hours/:id/code', { params: { id: hour } }, 'student')).status).toBe(403)
    const first = await shown()
    expect(first).toMatch(/^\d{6}$/)
    s.clock.advance(codeLimits.every)
    expect(await shown()).not.toBe(first)
    expect((await type(first, 'second-student')).body).toMatchObject({ right: true, attendance: 'present' })
    s.clock.advance(codeLimits.every)
    const wrong = first === '000000' ? '000001' : '000000'
    for (let left = codeLimits.wrong - 1; left >= 0; left--)
      expect((await type(wrong)).body).toEqual({ right: false, attendance: null, left })
    expect(code(await type(await shown())), 'the right one is not taken any more').toEqual([429, 'too_many'])
    s.clock.advance(codeLimits.wait)
    expect((await type(await shown())).body).toMatchObject({ right: true, attendance: 'late' })
  })

  it('is corrected by hand with a reason, which no arrival takes back; what was known before stays in its history', async () => {
    const { id, hour } = await ground()
    await event(hour, 'start')
    await enter(hour)
    const set = (state: string, reason: string, as: As = 'teacher') =>
      s.call(
        'POST /class-hours/:id/attendance',
        { params: { id: hour }, body: { user_ids: [student], state, reason } as never },
        as,
      )
    expect((await set('excused', ' ')).status).toBe(422)
    expect((await set('excused', 'Doctor', 'student')).status).toBe(403)
    expect((await set('excused', 'Doctor')).status).toBe(200)
    expect((await enter(hour)).body.attendance).toBe('excused')
    const { items } = await s.ok(
      'GET /class-hours/:id/attendance/:user',
      { params: { id: hour, user: student } },
      'teacher',
    )
    expect(items.map((e) => [e.state, e.way, e.reason, e.author.username])).toEqual([
      ['excused', 'hand', 'Doctor', username('teacher')],
      ['present', 'entered', '', username('student')],
    ])
    const outsider = await s.call(
      'POST /class-hours/:id/attendance',
      { params: { id: hour }, body: { user_ids: [userId('normal')], state: 'present', reason: 'Here' } },
      'teacher',
    )
    expect(outsider.problem.details?.fields?.[0]?.rule).toBe('unknown_reference')
    await event(hour, 'end')
    const file = await s.call(
      'GET /classes/:id/attendance/file',
      { params: { id }, query: { language: 'en-US' } },
      'teacher',
    )
    const lines = file.raw.body.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines.find((l) => l.includes(',student,'))).toMatch(/excused,by hand,.*Doctor/)
    expect(lines.find((l) => l.includes(',second_student,'))).toMatch(/absent,not seen/)
  })

  it('shows where everybody is, how far, and who asks for help; the teacher answers', async () => {
    const { course, hour } = await ground()
    await event(hour, 'start')
    await s.ok(
      'POST /learning/courses/:id/sections/:section/place',
      { params: { id: course, section: 's2' }, body: { place: 0.5 } },
      'student',
    )
    await done(course, 's1')
    await s.ok(
      'POST /learning/courses/:id/sections/:section/place',
      { params: { id: course, section: 's2' }, body: { place: 0.6 } },
      'student',
    )
    const help = await s.ok(
      'POST /my-class-hours/:id/help',
      { params: { id: hour }, body: { section: 's2', text: 'What is a port?' } },
      'student',
    )
    expect(help.help?.text).toBe('What is a port?')
    const now = await grid(hour)
    expect(now.members.find((m) => m.user_id === student)).toMatchObject({
      section: { id: 's2' },
      done: 1,
      sections: 2,
    })
    expect(now.help.map((h) => [h.author.username, h.text, h.section?.id])).toEqual([
      [username('student'), 'What is a port?', 's2'],
    ])
    const answer = () =>
      s.call(
        'POST /class-hours/:id/help/:help/answer',
        { params: { id: hour, help: now.help[0]?.id ?? '' }, body: { text: 'A number.' } },
        'teacher',
      )
    expect((await answer()).status).toBe(200)
    expect(code(await answer()), 'somebody was there already').toEqual([409, 'not_allowed_in_state'])
    expect((await mine(course, 'l1')).hour).toMatchObject({
      help: null,
      answer: { text: 'A number.', author: { username: username('teacher') } },
    })
    expect((await grid(hour)).help).toEqual([])
  })

  it('calls everybody to a section of its lesson, which is said to them and left to them', async () => {
    const { course, hour } = await ground()
    const gather = (section: string, as: As = 'teacher') =>
      s.call('POST /class-hours/:id/gather', { params: { id: hour }, body: { section } }, as)
    expect(code(await gather('s2'))).toEqual([409, 'not_allowed_in_state'])
    await event(hour, 'start')
    expect((await gather('s3')).status, 'of another lesson').toBe(422)
    expect((await gather('s2', 'student')).status).toBe(403)
    expect((await gather('s2')).status).toBe(200)
    expect((await mine(course, 'l1')).hour?.gather).toMatchObject({ id: 's2', lesson: 'l1', course })
    await s.ok('POST /class-hours/:id/disperse', { params: { id: hour }, body: {} }, 'teacher')
    expect((await mine(course, 'l1')).hour?.gather).toBeNull()
  })

  it('sends messages to chosen members or all, and to nobody else', async () => {
    const { hour } = await ground()
    const say = (user_ids: string[]) =>
      s.call(
        'POST /class-hours/:id/message',
        { params: { id: hour }, body: { user_ids, text: 'Ten minutes left' } },
        'teacher',
      )
    const before = (await messages('class_message')).length
    expect((await say([student])).body.done).toBe(1)
    expect((await say([])).body.done).toBe(2)
    expect((await say([userId('normal')])).status).toBe(422)
    expect((await messages('class_message')).length).toBe(before + 2)
  })

  it('is said on every page of its members while it goes on: what was written to them, and where they are called', async () => {
    const { hour, course } = await ground()
    const said = async (as: As = 'student') => (await s.ok('GET /messages/unread', {}, as)).hour
    const before = await said()
    expect(before?.id).not.toBe(hour)
    await event(hour, 'start')
    expect(await said()).toMatchObject({
      id: hour,
      course_id: course,
      lesson_id: 'l1',
      attendance: null,
      gather: null,
      message: null,
    })
    expect(await said('normal'), 'who is not in the class hears nothing').toBeNull()
    expect(await said('teacher')).toBeNull()
    await s.ok('POST /class-hours/:id/gather', { params: { id: hour }, body: { section: 's2' } }, 'teacher')
    const body = { user_ids: [student], text: 'Ten minutes left' }
    await s.ok('POST /class-hours/:id/message', { params: { id: hour }, body }, 'teacher')
    await enter(hour)
    expect(await said()).toMatchObject({
      attendance: 'present',
      gather: { id: 's2', lesson: 'l1', course },
      message: { text: 'Ten minutes left' },
    })
    expect((await said('second-student'))?.message, 'what was written to another').toBeNull()
    await event(hour, 'end')
    expect((await said())?.id).not.toBe(hour)
  })

  it('is said beforehand to its members and its teacher, once', async () => {
    const course = await closed()
    const id = await layClass(s, { courses: [course] })
    await layHour(s, id, { from: 120, room: 'Hall 9' })
    const [student0, teacher0] = [
      (await messages('class_soon_in')).length,
      (await messages('class_soon_in', 'teacher')).length,
    ]
    s.clock.advance(59 * 60)
    await jobs()
    expect((await messages('class_soon_in')).length).toBe(student0)
    s.clock.advance(2 * 60)
    await jobs()
    await jobs()
    expect((await messages('class_soon_in')).length).toBe(student0 + 1)
    expect((await messages('class_soon_in', 'teacher')).length).toBe(teacher0 + 1)
  })

  it('shows on cards what was done in the class, and what was before it to who sees the course’s scores', async () => {
    const course = await closed()
    const early = await layClass(s, { courses: [course] })
    expect((await done(course, 's1')).status).toBe(200)
    s.clock.advance(60)
    const id = await layClass(s, { courses: [course] })
    const seenBy = async (as: As, of = id) =>
      (await s.ok('GET /class-cards', { query: { class_id: of } }, as)).items.find((c) => c.user_id === student)?.done
    expect([await seenBy('teacher'), await seenBy('super'), await seenBy('teacher', early)]).toEqual([0, 1, 1])
    expect((await done(course, 's2')).status).toBe(200)
    expect(await seenBy('teacher')).toBe(1)
    // nor is what they do once it is over
    await moveClass(s, early, 'finish')
    s.clock.advance(60)
    await s.db.query(`update course_record set updated_at = $2 where course_id = $1`, [
      course,
      s.clock.now().toISOString(),
    ])
    expect([await seenBy('teacher', early), await seenBy('super', early)]).toEqual([0, 2])
  })

  it('shows cards of what its members did to who teaches the class alone', async () => {
    const { course, id, hour } = await ground()
    await event(hour, 'start')
    await enter(hour)
    await done(course, 's1')
    const cards = await s.ok('GET /class-cards', { query: { class_id: id } }, 'teacher')
    expect(cards.items.find((c) => c.user_id === student)).toMatchObject({
      lesson: { id: 'l1' },
      done: 1,
      sections: 2,
      hour: { id: hour, attendance: 'present' },
    })
    const other = await s.ok(
      'GET /class-cards',
      { query: { class_id: id, course_id: course, lesson_id: 'l2' } },
      'teacher',
    )
    expect(other.items.map((c) => c.done)).toEqual([0, 0])
    const foreign = await layClass(s, { courses: [course], body: { teachers: [userId('admin')] } })
    expect(code(await s.call('GET /class-cards', { query: { class_id: foreign } }, 'teacher'))).toEqual([
      403,
      'not_shared',
    ])
    expect((await s.call('GET /classes/:id/members', { params: { id: foreign } }, 'teacher')).status).toBe(403)
  })
})

describe('the schedule', () => {
  it('has the hours one attends and teaches, in one list, and nobody else’s', async () => {
    const course = await closed()
    const id = await layClass(s, { courses: [course], body: { name: 'CANARY-SCHEDULE', room: 'Hall, east; 2' } })
    const hour = await layHour(s, id, { from: 60, course_id: course, lesson_id: 'l1' })
    const span = (days: number) => ({
      from: s.clock.now().toISOString(),
      to: new Date(s.clock.now().getTime() + days * 86_400_000).toISOString(),
    })
    const has = async (as: As) =>
      (await s.ok('GET /schedule', { query: span(7) }, as)).items
        .filter((i) => i.id === hour)
        .map((i) => [i.kind, i.leads, i.link?.screen])
    expect(await has('student')).toEqual([['class', false, 'my-lesson']])
    expect(await has('teacher')).toEqual([['class', true, 'classroom-monitor']])
    expect(await has('second-student')).toEqual([])
    expect((await s.call('GET /schedule', { query: span(63) }, 'student')).status).toBe(422)
    const file = (await s.call('GET /schedule/file', { query: {} }, 'student')).raw
    expect(file.headers['content-type']).toContain('text/calendar')
    expect(file.body).toContain('SUMMARY:CANARY-SCHEDULE')
    expect(file.body).toContain('LOCATION:Hall\\, east\\; 2')
    await s.ok('POST /class-hours/:id/cancel', { params: { id: hour }, body: { reason: 'Ill' } }, 'teacher')
    expect((await s.call('GET /schedule/file', { query: {} }, 'student')).raw.body).toContain('STATUS:CANCELLED')
  })

  it('is fetched by an address that is not guessed, dies when it is revoked or made anew, and with the account', async () => {
    const subscribe = async () => (await s.ok('POST /schedule/subscription', { body: {} }, 'student')).path
    const fetched = async (path: string) =>
      (await s.call('GET /calendars/:id', { params: { id: path.split('/').at(-1) ?? '' } }, undefined)).status
    const first = await subscribe()
    expect(first).toMatch(/^\/calendars\/[\w-]{32}$/)
    expect(await fetched(first)).toBe(200)
    expect((await s.ok('GET /schedule/subscription', {}, 'student')).fetched_at).not.toBeNull()
    expect(await fetched('/calendars/nobody-knows-it')).toBe(404)
    const second = await subscribe()
    expect([await fetched(first), await fetched(second)]).toEqual([404, 200])
    await s.db.query(`update r_user set k_status = 'disabled' where id = $1`, [student])
    expect(await fetched(second)).toBe(404)
    await s.db.query(`update r_user set k_status = 'normal' where id = $1`, [student])
    expect(await fetched(second)).toBe(200)
    await s.ok('POST /schedule/subscription/revoke', { body: {} }, 'student')
    expect(await fetched(second)).toBe(404)
    const { rows } = await s.db.query<{ text: string }>(
      `select coalesce(string_agg(to_jsonb(a)::text, ''), '') as text from schedule_address a`,
    )
    expect(rows[0]?.text).not.toContain(second.split('/').at(-1))
  })
})

it('offers and takes as its leaders only people whose role opens the pages of class hours', async () => {
  const offered = await s.ok('GET /classes/leaders/options', { query: { page_size: 100 } }, 'super')
  const ids = offered.items.map((i) => i.id)
  expect(['teacher', 'student', 'disabled'].map((name) => ids.includes(userId(name as 'teacher')))).toEqual([
    true,
    false,
    false,
  ])
  const course = await closed()
  await expect(layClass(s, { courses: [course], body: { assistants: [userId('teacher'), student] } })).rejects.toThrow(
    /assistants\.1.*cannot_lead/s,
  )
  const id = await layClass(s, { courses: [course] })
  await s.db.query(
    `update r_class set k_assistants = array[$2::text], data = data || jsonb_build_object('assistants', jsonb_build_array($2::text)) where id = $1`,
    [id, student],
  )
  const { version, name, courses, teachers } = await s.ok('GET /classes/:id', { params: { id } }, 'super')
  const body = { version, name, courses, teachers, assistants: [student], room: 'Hall 3' }
  expect(
    (await s.call('PUT /classes/:id', { params: { id }, body } as never, 'super')).status,
    'who stands there already stays',
  ).toBe(200)
})
