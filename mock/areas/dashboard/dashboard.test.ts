import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { documents } from '#mock/crud/documents.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())
const overview = async (as: 'super' | { token: string } = 'super') => {
  const { users, online, imports, sign_ins, recent, ...rest } = await s.ok('GET /dashboard/overview', {}, as)
  if (!users || !online || !imports || !sign_ins || !recent) throw new Error('a block is missing')
  return { users, online, imports, sign_ins, recent, ...rest }
}

it('counts users by what they are today', async () => {
  const { total, ...statuses } = (await overview()).users
  expect(statuses).toEqual({ normal: 10, to_audit: 1, disabled: 1, expired: 1, rejected: 1 })
  // every account is in one of them
  expect(Object.values(statuses).reduce((sum, n) => sum + n, 0)).toBe(total)
  s.clock.set('2026-11-04T12:00:00Z')
  expect((await overview()).users).toMatchObject({ normal: 11, expired: 0 })
  s.clock.set('2026-11-05T08:00:00Z')
})

it('names who is online once each, the latest first, and forgets them after five minutes', async () => {
  s.clock.set('2026-11-05T09:00:00Z')
  await s.signIn('student')
  s.clock.advance(10)
  await s.signIn('student')
  s.clock.advance(10)
  await s.signIn('referee')
  const { online } = await overview()
  expect(online.people.map((p) => [p.id, p.name, p.role])).toEqual([
    [userId('referee'), 'User referee', 'Role referee'],
    [userId('super'), 'User super', 'Role super'],
    [userId('student'), 'User student', 'Role student'],
  ])
  expect(online.people[2]).toMatchObject({ seen_at: '2026-11-05T09:00:10.000Z', address: '127.0.0.1' })
  expect(online.total).toBe(3)
  s.clock.advance(305)
  expect((await overview()).online.people.map((p) => p.id)).toEqual([userId('super')])
  s.clock.set('2026-11-05T08:00:00Z')
})

it('counts each library and what came in the last thirty days', async () => {
  const rows = [31, 29, 0].map((days, n) => ({
    id: `d${n}`,
    data: { title: 't', query: 'q', category: 'footholds' as const, ghdb_id: null },
    hand: { at: new Date(s.clock.now().getTime() - days * 86_400_000), by: 'tests' },
  }))
  await s.db.tx((q) => documents('dork').insertMany(q, rows, { at: s.clock.now(), by: 'tests' }))
  const { resources } = await overview()
  expect(resources.find((r) => r.resource === 'dork')).toEqual({ resource: 'dork', total: 3, added_30_days: 2 })
  for (const r of resources) if (r.resource !== 'dork') expect(r).toMatchObject({ total: 0, added_30_days: 0 })
})

it('counts imports by what became of them', async () => {
  const states = ['applied', 'applied', 'undone', 'planned', 'planning', 'failed']
  await s.db.query(
    `insert into import_package (id, state, upload_id, file_name, size, beat_at, may, created_at, created_by, created_by_name, updated_at, updated_by)
     select 'p' || n, state, '', 'x.zip', 1, now(), '{}', now(), 'x', 'x', now(), 'x' from unnest($1::text[]) with ordinality as t(state, n)`,
    [states],
  )
  // a list of people has a page of its own, which this figure does not open
  await s.db.query(`update import_package set kind = 'users' where id = 'p1'`)
  expect((await overview()).imports).toEqual({ total: 5, applied: 1, waiting: 2, failed: 1 })
  await s.db.query(`update import_package set kind = 'resources' where id = 'p1'`)
  expect((await overview()).imports).toEqual({ total: 6, applied: 2, waiting: 2, failed: 1 })
})

it('shows all of the last thirty days, empty ones too, and sign-ins on the day they happened', async () => {
  const days = (await overview()).sign_ins
  expect(days).toHaveLength(30)
  expect([days[0]?.day, days[29]?.day]).toEqual(['2026-10-07', '2026-11-05'])
  const before = days[29]
  await s.signIn('student', 'not-The-Password1')
  await s.signIn('student')
  s.clock.set('2026-11-06T00:00:00.000Z')
  const { token } = (await s.signIn('super')).body
  const later = (await overview({ token })).sign_ins
  expect(later.slice(-2)).toEqual([
    { day: '2026-11-05', done: (before?.done ?? 0) + 1, refused: (before?.refused ?? 0) + 1 },
    { day: '2026-11-06', done: 1, refused: 0 },
  ])
  expect(later[0]).toEqual({ day: '2026-10-08', done: 0, refused: 0 })
  s.clock.set('2026-11-05T08:00:00Z')
})

it('ends with the last ten entries of the audit trail, the newest first', async () => {
  s.clock.set('2026-11-07T00:00:00.000Z')
  for (let n = 0; n < 9; n++) await s.signIn('student')
  s.clock.advance(1)
  await s.signIn('referee', 'not-The-Password1')
  s.clock.advance(1)
  const { token } = (await s.signIn('super')).body
  s.clock.advance(1)
  const { id } = await s.ok('POST /tool-categories', { body: { name: 'Scanners' } }, { token })
  const { recent } = await overview({ token })
  expect(recent).toHaveLength(10)
  expect(recent[0]).toEqual({
    at: '2026-11-07T00:00:03.000Z',
    who: 'super',
    address: expect.any(String),
    action: 'tool-category.create',
    entity: 'tool-category',
    entity_id: id,
    result: 'done',
  })
  expect(recent[1]).toMatchObject({ who: 'super', action: 'session.sign-in', result: 'done' })
  expect(recent[2]).toMatchObject({ who: 'referee', action: 'session.sign-in', result: 'wrong_credentials' })
})

it('shows each role the blocks whose screens it opens, and nothing of the others', async () => {
  const asked = {
    users: 'GET /users',
    online: 'GET /users',
    imports: 'GET /imports',
    sign_ins: 'GET /audit',
    recent: 'GET /audit',
  }
  let shut = 0
  for (const as of ['super', 'admin', 'teacher', 'referee'] as const) {
    const { status, body } = await s.call('GET /dashboard/overview', {}, as)
    if (status !== 200) continue
    for (const [block, route] of Object.entries(asked)) {
      const own = (await s.send(route, {}, as)).status === 200
      const shown = body[block as keyof typeof asked] !== null
      // an import is also its importer's in a bank: the figure over all is not
      if (block !== 'imports' || !own) expect([as, block, shown]).toEqual([as, block, own])
      if (!own) shut++
    }
    for (const { resource } of body.resources) {
      const { status: list } = await s.send(`GET ${resources[resource as ResourceName].line.path}`, {}, as)
      expect([as, resource, list === 403]).toEqual([as, resource, false])
    }
  }
  expect(shut).toBeGreaterThan(3)
})
