/** A name anybody may choose stands with the account beside it wherever it says who did something: made by a namesake of an administrator. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lan, node, until } from '#tests/support/scene.ts'
import { plan } from './support/import.ts'
import { makeRow } from '#tests/support/rows.ts'
import { makeKeepers } from './support/keepers.ts'
import { testServer, type TestServer, userId, username } from './support/server.ts'

let s: TestServer
const staff = 'Site administrator'
const account = `${staff} @${username('teacher')}`
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await makeKeepers(s, 'teacher')
  await s.db.query(`update r_user set data = data || jsonb_build_object('name', $2::text) where id = any($1::text[])`, [
    [userId('teacher'), userId('admin')],
    staff,
  ])
}, 120_000)
afterAll(() => s.close())

it('in the log of a scene, of what was asked and of what was extended', async () => {
  const made = await s.ok('POST /scenes', { body: { name: 'Whose log', document: lan(node('a')) } }, 'teacher')
  await until(s, made.id, ['running'])
  await s.ok('POST /scenes/:id/stop', { params: { id: made.id }, body: {} }, 'teacher')
  await until(s, made.id, ['not-running'])
  const { items } = await s.ok('GET /scenes/:id/events', { params: { id: made.id } }, 'teacher')
  expect([...new Set(items.flatMap((e) => (e.by_id === '' ? [] : [e.by_name])))]).toEqual([account])
})

it('while somebody draws, and in the versions of a question', async () => {
  const { id } = await s.ok('POST /topologies/import', { body: { name: 'Drawn', document: lan(node('a')) } }, 'teacher')
  await s.ok(
    'POST /topologies/:id/lock',
    { params: { id }, body: { tab: 'one-tab-of-it', take_over: false } },
    'teacher',
  )
  const seen = await s.ok('GET /topologies/:id/document', { params: { id } }, 'super')
  expect([seen.lock?.by.name, seen.updated_by_name]).toEqual([account, account])

  const set = await s.ok('POST /theory-sets', { body: { name: 'Whose set' } as never }, 'teacher')
  const body = { type: 'true-false', title: 'Whose question', set_id: set.id, truth: true }
  const question = await s.ok('POST /theory-questions', { body: body as never }, 'teacher')
  expect(question.updated_by_name).toBe(account)
  const versions = await s.ok('GET /theory-questions/:id/versions', { params: { id: question.id } }, 'teacher')
  expect(versions.items[0]?.by_name).toBe(account)
})

it('of whoever owns, gives and is named on a sharing', async () => {
  const { id } = await s.ok('POST /topologies/import', { body: { name: 'Owned', document: lan(node('a')) } }, 'teacher')
  expect((await s.ok('GET /topologies/:id', { params: { id } }, 'super')).owner_name).toBe(account)
  expect((await s.ok('GET /topologies/:id', { params: { id } }, 'teacher')).owner_name).toBe(account)
  expect((await s.ok('GET /topologies/:id/sharing', { params: { id } }, 'teacher')).owner.name).toBe(account)
  await s.ok('POST /topologies/hand-over', { body: { ids: [id], to: userId('admin') } }, 'teacher')
  const [message] = (await s.ok('GET /messages', {}, 'admin')).items
  expect(message?.params['by']).toBe(account)
})

it('of whoever publishes, imports and takes a device', async () => {
  const admin = `${staff} @${username('admin')}`
  const notice = { title: 'Maintenance', type: 'notice', content: 'Tonight', target: 'all' }
  expect((await s.ok('POST /announcements', { body: notice as never }, 'admin')).publisher).toBe(admin)
  const { id } = await makeRow((key, args) => s.send(key, args, 'admin'), 'physical-device', {})
  const device = await s.ok('GET /physical-devices/:id', { params: { id } }, 'admin')
  const taken = await s.ok(
    'POST /physical-devices/:id/reference',
    { params: { id: device.id }, body: { version: device.version, reason: 'a demonstration' } as never },
    'admin',
  )
  expect(taken.used_by).toBe(admin)
  expect((await plan(s, Buffer.from('nothing that is an archive'))).created_by_name).toBe(admin)
})
