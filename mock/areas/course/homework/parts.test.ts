/** Reports of labs and attendance as parts of the score of a course. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layClass, layHour } from '#tests/support/class.ts'
import { layCourse, text } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const score = (id: string) => s.ok('GET /learning/courses/:id/score', { params: { id } }, 'student')
const weigh = async (id: string, weights: object) => {
  const { version } = await s.ok('GET /courses/:id/scores', { params: { id }, query: {} }, 'super')
  const all = { quiz: 0, homework: 0, report: 0, attendance: 0, ...weights }
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
