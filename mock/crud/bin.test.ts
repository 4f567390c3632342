/** What was removed comes back under its id with its audience and what went along, for whoever removed it, while nothing stands in its place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#src/contract/limits.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const made = async (name: string) => {
  const category = await s.ok('POST /tool-categories', { body: { name: `Of ${name}` } }, 'admin')
  const { id } = await s.ok(
    'POST /tools',
    { body: { name, category_id: category.id, summary: 'what it does', keywords: ['a'] } },
    'teacher',
  )
  return { id, category: category.id }
}

it('comes back with its id, its words, who made it and who may see it', async () => {
  const { id } = await made('Restored')
  const chosen = { all: false, orgs: [], roles: ['role-student'], users: ['user-referee'] }
  await s.ok('PUT /tools/:id/audience', { params: { id }, body: { ...chosen, version: 1 } }, 'teacher')
  const before = await s.ok('GET /tools/:id', { params: { id } }, 'teacher')
  expect(await s.ok('POST /tools/remove', { body: { ids: [id] } }, 'teacher')).toMatchObject({ done: [id] })
  expect((await s.call('GET /tools/:id', { params: { id } }, 'teacher')).status).toBe(404)
  expect(await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'teacher')).toEqual({ done: [id], failed: [] })
  const after = await s.ok('GET /tools/:id', { params: { id } }, 'teacher')
  expect(after).toMatchObject({ ...before, version: before.version + 1, updated_at: expect.any(String) as string })
  expect(await s.ok('GET /tools/:id/audience', { params: { id } }, 'teacher')).toMatchObject(chosen)
  // once is once
  expect((await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'teacher')).failed[0]?.code).toBe('not_found')
})

it('comes back to its owner, shared as it was, whoever removed it', async () => {
  const { id } = await made('Shared')
  const shared = { scope: 'named', level: 'read', people: [{ id: 'user-second-admin', level: 'use' }] }
  await s.ok('PUT /tools/:id/sharing', { params: { id }, body: { ...shared, version: 1 } as never }, 'teacher')
  const before = await s.ok('GET /tools/:id/sharing', { params: { id } }, 'teacher')
  await s.ok('DELETE /tools/:id', { params: { id } }, 'admin')
  expect((await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'admin')).done).toEqual([id])
  const { version: _, ...sharing } = await s.ok('GET /tools/:id/sharing', { params: { id } }, 'teacher')
  expect(before).toMatchObject(sharing)
  expect((await s.ok('GET /tools/:id', { params: { id } }, 'teacher')).owner_id).toBe('user-teacher')
})

it('is only for whoever removed it and for administrators, and not for ever', async () => {
  const { id } = await made('Of another')
  await s.ok('DELETE /tools/:id', { params: { id } }, 'admin')
  const refused = await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'teacher')
  expect(refused.failed[0]?.code).toBe('no_operation_permission')
  // a refusal leaves it where it was
  expect((await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'second-admin')).done).toEqual([id])
  await s.ok('DELETE /tools/:id', { params: { id } }, 'admin')
  s.clock.advance(limits.binHours * 3600 + 1)
  const { token } = (await s.signIn('admin')).body
  expect((await s.ok('POST /tools/restore', { body: { ids: [id] } }, { token })).failed[0]?.code).toBe('not_found')
  s.clock.set('2026-11-05T08:00:00Z')
})

it('says what stands in its place, or what it needs and is gone', async () => {
  const { id, category } = await made('Doubled')
  await s.ok('POST /tools/remove', { body: { ids: [id] } }, 'teacher')
  await s.ok('POST /tools', { body: { name: 'Doubled', category_id: category, summary: 'another' } }, 'teacher')
  const r = await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'teacher')
  expect(r.failed[0]).toMatchObject({ id, code: 'name_taken' })
  const lone = await made('Alone')
  await s.ok('POST /tools/remove', { body: { ids: [lone.id] } }, 'teacher')
  await s.ok('DELETE /tool-categories/:id', { params: { id: lone.category } }, 'admin')
  const gone = await s.ok('POST /tools/restore', { body: { ids: [lone.id] } }, 'teacher')
  expect(gone.failed[0]?.code).toBe('validation')
})

it('brings a question back with its versions and its figures', async () => {
  const options = ['22', '80'].map((text, n) => ({ id: `o${n}`, text, correct: n === 0, feedback: '' }))
  const set = await s.ok('POST /theory-sets', { body: { name: 'Ports set' } }, 'teacher')
  const body = { type: 'single' as const, title: 'SSH', stem: 'Which port has SSH?', options, score: 5, set_id: set.id }
  const q = await s.ok('POST /theory-questions', { body } as never, 'teacher')
  const versions = async () =>
    (await s.db.query('select version from question_version where question_id = $1 order by version', [q.id])).rows
  const before = await versions()
  expect(before).toHaveLength(1)
  await s.ok('POST /theory-questions/remove', { body: { ids: [q.id] } }, 'teacher')
  expect(await versions()).toEqual([])
  expect(await s.ok('POST /theory-questions/restore', { body: { ids: [q.id] } }, 'teacher')).toMatchObject({
    done: [q.id],
  })
  expect((await versions()).slice(0, before.length)).toEqual(before)
  expect(await s.ok('GET /theory-questions/:id', { params: { id: q.id } }, 'teacher')).toMatchObject({ title: 'SSH' })
})
