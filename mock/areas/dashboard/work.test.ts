/** What waits for each role: blocks by rights, figures of what is there. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { access, landing } from '#src/contract/access.ts'
import { workScreens } from '#src/contract/dashboard/routes.ts'
import { screens } from '#src/contract/screens/index.ts'
import { type RoleKey, roles } from '#mock/seed/roles.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const blocksOf = async (who: 'super' | 'admin' | 'teacher' | 'referee') =>
  Object.entries(await s.ok('GET /dashboard/work', {}, who))
    .filter(([, block]) => block !== null)
    .map(([name]) => name)
    .toSorted()

it('tells each role what its screens open, and counts nothing else', async () => {
  const all = Object.keys(workScreens).toSorted()
  expect(await blocksOf('super')).toEqual(all)
  expect(await blocksOf('admin')).toEqual(all)
  expect(await blocksOf('teacher')).toEqual(['exams', 'marking', 'objections', 'reports'])
  expect(await blocksOf('referee')).toEqual(['exams', 'marking', 'objections'])
  expect((await s.call('GET /dashboard/work', {}, 'student')).status).toBe(403)
})

it('counts applications, alarms, letters, comments and what is used of the licence', async () => {
  const before = await s.ok('GET /dashboard/work', {}, 'admin')
  expect(before).toMatchObject({ applications: 1, alarms: { critical: 0, warning: 0 }, comments: { letters: 0 } })
  expect(before.capacity?.users.used).toBeGreaterThan(10)
  await s.ok(
    'POST /comments',
    { body: { entity: 'letter', entity_id: userId('student'), text: 'I cannot see my exam.' } },
    'student',
  )
  await s.db.query(
    `insert into question_report (id, bank, question_id, version, user_id, kind, text, at)
     values ('r1', 'theory', 'q', 1, $1, 'wrong', 'x', now()), ('r2', 'flag', 'q', 1, $1, 'wrong', 'x', now())`,
    [userId('student')],
  )
  const after = await s.ok('GET /dashboard/work', {}, 'admin')
  expect(after.comments?.letters).toBe(1)
  expect(after.reports).toEqual([
    { bank: 'theory', n: 1 },
    { bank: 'exercise', n: 0 },
    { bank: 'flag', n: 1 },
  ])
})

it('lets each role that ships arrive where it works', () => {
  const arrives = (key: RoleKey) =>
    landing(screens, access(screens, key === 'super' ? 'all' : new Set(roles[key].permissions)).visible)?.name
  expect(Object.fromEntries((Object.keys(roles) as RoleKey[]).map((key) => [key, arrives(key)]))).toEqual({
    super: 'dashboard',
    admin: 'dashboard',
    teacher: 'dashboard',
    referee: 'dashboard',
    student: 'personal',
    normal: 'personal',
  })
})
