/** Reports of labs, packages and attendance as parts of the score of a course; whose score other weights move; and the scores as a file. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layClass, layHour } from '#tests/support/class.ts'
import { layCourse, publishCourse, text, writeLessons } from '#tests/support/course.ts'
import { readCsv } from '#tests/support/crud/readBack.ts'
import { sendCourseFile } from '#tests/support/media.ts'
import { simple12, simple2004 } from '#tests/support/package.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.setting('store.watermark', 0)
  await s.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => s.close())

const score = (id: string) => s.ok('GET /learning/courses/:id/score', { params: { id } }, 'student')
const weigh = async (id: string, weights: object) => {
  const { version } = await s.ok('GET /courses/:id/scores', { params: { id }, query: {} }, 'super')
  const all = { quiz: 0, homework: 0, report: 0, package: 0, attendance: 0, ...weights }
  return s.ok('PUT /courses/:id/scores/weights', { params: { id }, body: { weights: all, version } }, 'super')
}

it('attendance is the class hours that took place: late counts half, who was excused is not asked', async () => {
  const id = await layCourse(s, { lessons: [{ id: 'l1', sections: [{ id: 's1', content: text('One') }] }] })
  const group = await layClass(s, { courses: [id] })
  const held = async (state: 'present' | 'late' | 'absent' | 'excused') => {
    const hour = await layHour(s, group, { course_id: id, lesson_id: 'l1', minutes: 30 })
    await s.ok('POST /class-hours/:id/start', { params: { id: hour }, body: {} } as never, 'teacher')
    await s.ok(
      'POST /class-hours/:id/attendance',
      { params: { id: hour }, body: { user_ids: [userId('student')], state, reason: 'Seen' } } as never,
      'teacher',
    )
    expect((await score(id)).parts.length, 'it goes on still').toBe(before)
    await s.ok('POST /class-hours/:id/end', { params: { id: hour }, body: {} } as never, 'teacher')
    s.clock.advance(60)
    before = (await score(id)).parts.length
  }
  let before = 0
  await held('excused')
  expect((await score(id)).parts).toEqual([])
  await held('present')
  await held('late')
  const { parts, share } = await score(id)
  expect(parts).toMatchObject([{ kind: 'attendance', lesson: null, score: 2, share: 0.75, state: 'graded' }])
  expect(share, 'it weighs nothing unless the teacher says so').toBeNull()
  await weigh(id, { attendance: 100 })
  expect((await score(id)).share).toBe(0.75)
  const { items } = await s.ok('GET /courses/:id/scores', { params: { id }, query: {} }, 'super')
  expect(items.find((i) => i.user_id === userId('student'))?.kinds).toEqual([{ kind: 'attendance', share: 0.75 }])
})

it('a report waits for its marker, and counts by its rubric once it is marked', async () => {
  const report = { template: '', rubric: [{ id: 'r1', text: 'Found it', points: 8 }] }
  const lab = {
    id: 'lab',
    rule: 'report' as const,
    share: 0.5,
    content: { kind: 'lab' as const, topology_id: null, minutes: 60, steps: [], report },
  }
  const id = await layCourse(s, { lessons: [{ id: 'l1', sections: [lab] }] })
  await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, 'student')
  expect((await score(id)).parts).toMatchObject([{ id: 'lab', kind: 'report', score: 8, share: null, state: 'open' }])
  const put = (status: string, share: number | null) =>
    s.db.query(
      `insert into course_report (id, course_id, lesson_id, section_id, user_id, status, text, revision, share, updated_at)
       values ('report-of-one', $1, 'l1', 'lab', $2, $3, 'Text', 1, $4, now())
       on conflict (id) do update set status = excluded.status, share = excluded.share`,
      [id, userId('student'), status, share],
    )
  await put('submitted', null)
  expect((await score(id)).parts[0]?.state).toBe('waiting')
  await put('marked', 0.75)
  expect(await score(id)).toMatchObject({ share: 0.75, parts: [{ state: 'graded' }] })
  // what was opened again is not what it was
  await put('submitted', 0.75)
  expect((await score(id)).share).toBeNull()
})

describe('a package', () => {
  async function lay(bytes: Buffer): Promise<string> {
    const id = await layCourse(s, {
      lessons: [{ id: 'l0', sections: [{ id: 's0', content: text('Hello') }] }],
      publish: false,
    })
    const pack = await sendCourseFile(s, id, { use: 'package', name: 'course.zip', bytes })
    await writeLessons(s, id, [
      { id: 'l1', sections: [{ id: 'p1', content: { kind: 'package', pack, pack_other: null } }] },
    ])
    await publishCourse(s, id)
    for (const as of ['student', 'second-student'] as const)
      await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
    return id
  }
  const reached = (id: string, share: number | null, done = true, as: 'student' | 'second-student' = 'student') =>
    s.db.query(
      `insert into course_record (course_id, user_id, section_id, done_at, rule, revision, share, tries, updated_at)
       values ($1, $2, 'p1', case when $4::boolean then now() end, 'completed', 1, $3, 0, now())
       on conflict (course_id, user_id, section_id) do update set share = excluded.share, done_at = excluded.done_at`,
      [id, userId(as), share, done],
    )

  it('counts by the share it reports, weighs as the other kinds do in a new course, and is a part until it said it has none', async () => {
    const id = await lay(simple12([{ id: 'one' }, { id: 'two', kind: 'asset' }]))
    expect(await score(id)).toMatchObject({
      share: null,
      parts: [{ id: 'p1', kind: 'package', score: 100, share: null, state: 'open' }],
    })
    await reached(id, 0.8)
    const told = await score(id)
    expect(told).toMatchObject({ share: 0.8, grade: 'B', parts: [{ share: 0.8, state: 'graded' }] })
    expect(told.weights).toEqual({ quiz: 50, homework: 50, report: 50, package: 50, attendance: 0 })
    const { items: rows } = await s.ok('GET /courses/:id/scores', { params: { id }, query: {} }, 'super')
    expect(rows.find((i) => i.user_id === userId('student'))?.kinds).toEqual([{ kind: 'package', share: 0.8 }])
    await reached(id, null)
    expect(await score(id), 'gone through without a score').toMatchObject({ share: null, parts: [] })
  })
  it('that only shows pages is no part of a score', async () => {
    const id = await lay(simple12([{ id: 'one', kind: 'asset' }]))
    expect((await score(id)).parts).toEqual([])
  })
  /** What the migration does to rows that were there. */
  async function migrate(): Promise<void> {
    const file = new URL('../../../db/migrations/313-package-scores-and-notes.sql', import.meta.url)
    for (const statement of (await readFile(file, 'utf8')).split(/;\s*\n/))
      if (/^update/m.test(statement)) await s.db.query(statement)
  }
  it('had a score before that of its easiest part: it has none until nothing is left out', async () => {
    const id = await lay(simple12([{ id: 'one' }, { id: 'two' }]))
    const [file] = (
      await s.db.query<{ id: string }>(`select attachment_id as id from attachment_use where holder_id = $1`, [id])
    ).rows
    const play = (item: string, points: number | null, state: string) =>
      s.db.query(
        `insert into package_record (course_id, user_id, section_id, file_id, item, launch, run, seq, state, score, ended, cmi, updated_at)
         values ($1, $2, 'p1', $3, $4, 1, 1, 1, $5, $6, true, '{}', now())
         on conflict (course_id, user_id, section_id, file_id, item) do update set state = excluded.state, score = excluded.score`,
        [id, userId('student'), file?.id, item, state, points],
      )
    const kept = async () => {
      await reached(id, 0.9, false)
      await migrate()
      return (await score(id)).parts[0]?.share
    }
    await play('one', 0.9, 'completed')
    expect(await kept()).toBeNull()
    await play('two', null, 'begun')
    expect(await kept()).toBeNull()
    await play('two', null, 'completed')
    expect(await kept()).toBe(0.9)
  })
  it('weighs nothing in a course that was there before packages counted', async () => {
    const id = await lay(simple2004())
    await reached(id, 1)
    await s.db.query(`update course_outline set weights = '{}' where course_id = $1`, [id])
    await migrate()
    const { share, weights, parts } = await score(id)
    expect([share, weights.package, weights.quiz, parts.length]).toEqual([null, 0, 50, 1])
  })
  it('shows whose score other weights raise or lower, and changes nothing by that', async () => {
    const id = await lay(simple2004())
    await reached(id, 0.5)
    await weigh(id, { package: 50 })
    const preview = (weights: object) =>
      s.ok(
        'GET /courses/:id/scores/preview',
        { params: { id }, query: { quiz: 0, homework: 0, report: 0, package: 0, attendance: 0, ...weights } as never },
        'super',
      )
    expect(await preview({ package: 90 })).toEqual({ learners: 2, higher: 0, lower: 0, moved: [] })
    expect(await preview({ quiz: 1 })).toMatchObject({
      learners: 2,
      higher: 0,
      lower: 1,
      moved: [{ user_id: userId('student'), before: 0.5, before_grade: 'D', after: null, after_grade: null }],
    })
    expect((await score(id)).share).toBe(0.5)
    const refused = await s.call(
      'GET /courses/:id/scores/preview',
      { params: { id }, query: { quiz: 0, homework: 0, report: 0, package: 101, attendance: 0 } },
      'super',
    )
    expect(refused.status).toBe(422)
  })
  it('stands in the file of the scores, in which no name is a formula', async () => {
    const id = await lay(simple2004())
    await reached(id, 0.875)
    await reached(id, 0.5, true, 'second-student')
    await s.db.query(`update r_user set data = data || '{"name": "=1+1"}' where id = $1`, [userId('second-student')])
    const file = await s.call(
      'GET /courses/:id/scores/file',
      { params: { id }, query: { format: 'csv', language: 'en-US' } },
      'super',
    )
    const [head, ...lines] = readCsv(file.raw.rawPayload)
    expect(head).toContain('Package (%)')
    const package_ = head?.indexOf('Package (%)') ?? -1
    expect(lines.map((l) => l[package_]).toSorted()).toEqual(['50', '87.5'])
    expect(lines.map((l) => l[0])).toContain("'=1+1")
  })
})
