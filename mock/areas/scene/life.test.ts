/** The life of a scene over the interface, with the simulated driver and a clock that is moved by hand. */
import { check } from '#src/contract/topology/check.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const make = (name: string, more: object = {}) =>
  s.ok('POST /scenes', { body: { name, document: lan(node('web', 'container'), node('db')), ...more } }, 'admin')

it('is made, boots node by node, runs, and leaves nothing when it is closed', async () => {
  const made = await make('First life')
  expect(made.status).toBe('init')
  expect(made.nodes.map((n) => [n.name, n.address])).toEqual([
    ['web', '10.1.1.100'],
    ['db', '10.1.1.101'],
    ['sw', ''],
  ])
  await until(s, made.id, ['start'])
  s.clock.advance(4)
  await s.scenes.sweep()
  const half = await s.ok('GET /scenes/:id', { params: { id: made.id } }, 'admin')
  expect(half.nodes.map((n) => n.status)).toEqual(['on', 'booting', 'on'])
  expect(half.progress).toBeGreaterThan(0.5)
  await until(s, made.id, ['running'])
  const runs = await s.ok('GET /scenes/:id', { params: { id: made.id } }, 'admin')
  expect(runs).toMatchObject({ on: 2, progress: 1, reason: null, remaining: 7200, ending: false })
  expect(runs.start_seconds).toBeGreaterThanOrEqual(8)
  expect(runs.revision).toBeGreaterThan(half.revision)
  await s.ok('POST /scenes/:id/close', { params: { id: made.id }, body: {} }, 'admin')
  await until(s, made.id, ['deleted'])
  expect((await s.call('GET /scenes/:id', { params: { id: made.id } }, 'admin')).status).toBe(404)
  const { rows } = await s.db.query('select 1 as one from sim_node where scene = $1', [made.id])
  expect(rows).toEqual([])
  const { rows: held } = await s.db.query('select id from scene where held is not null')
  expect(held).toEqual([])
})

it('stops, starts again, pauses and reboots as its machine says', async () => {
  const { id } = await make('Second life')
  const send = async (event: 'stop' | 'start' | 'pause' | 'recover' | 'reboot') =>
    (await s.ok(`POST /scenes/:id/${event}`, { params: { id }, body: {} }, 'admin')).status
  await until(s, id, ['running'])
  expect(await send('pause')).toBe('hang')
  await s.scenes.sweep()
  expect((await s.ok('GET /scenes/:id', { params: { id } }, 'admin')).nodes.map((n) => n.status)).toContain('suspended')
  expect(await send('recover')).toBe('running')
  await s.scenes.sweep()
  expect(await send('reboot')).toBe('executing-event')
  await until(s, id, ['running'])
  expect(await send('stop')).toBe('stop')
  await until(s, id, ['not-running'])
  const refused = await s.call('POST /scenes/:id/stop', { params: { id }, body: {} }, 'admin')
  expect([refused.status, refused.problem.code, refused.problem.details?.status]).toEqual([
    409,
    'not_allowed_in_state',
    'not-running',
  ])
  expect(await send('start')).toBe('init')
  await until(s, id, ['running'])
})

it('goes back to a snapshot', async () => {
  const { id } = await make('Third life')
  await until(s, id, ['running'])
  await s.ok('POST /scenes/:id/snapshot', { params: { id }, body: { name: 'before' } }, 'admin')
  await until(s, id, ['running'])
  const { items } = await s.ok('GET /scenes/:id/snapshots', { params: { id } }, 'admin')
  // as much as its driver says that it took
  expect(items[0]?.bytes).toBeGreaterThan(1_048_575)
  expect(items).toMatchObject([{ name: 'before', ready: true }])
  await s.ok('POST /scenes/:id/restore', { params: { id }, body: { snapshot_id: items[0]?.id ?? '' } }, 'admin')
  await until(s, id, ['running'])
  const { items: log } = await s.ok('GET /scenes/:id/events', { params: { id } }, 'admin')
  expect(log.map((e) => e.code)).toContain('snapshot_restored')
})

it('is nobody’s business who is not in it', async () => {
  const { id } = await make('Fourth life', { owner_id: 'user-student' })
  for (const stranger of ['second-student', 'teacher', 'referee'] as const) {
    expect((await s.call('GET /scenes/:id', { params: { id } }, stranger)).status).toBe(404)
    expect((await s.call('POST /scenes/:id/close', { params: { id }, body: {} }, stranger)).status).toBe(404)
    expect((await s.ok('GET /scenes', {}, stranger)).total).toBe(0)
    expect((await s.ok('POST /scenes/watch', { body: { items: [{ id, revision: 0 }] } }, stranger)).gone).toEqual([id])
  }
  expect((await s.ok('GET /scenes', {}, 'student')).items.map((x) => x.id)).toEqual([id])
  await until(s, id, ['running'])
})

it('starts with warnings of the drawing and not with errors, which are named', async () => {
  const made = (document: TopologyDocument) =>
    s.call('POST /scenes', { body: { name: 'With findings', document } }, 'admin')
  const warned = lan(node('web'))
  expect(check(warned).map((f) => f.level)).toContain('warning')
  expect((await made(warned)).status).toBe(200)
  const wrong = lan(node('web'), node('db', 'machine', { name: 'Web' }))
  expect(check(wrong)).toContainEqual(expect.objectContaining({ level: 'error', code: 'name_taken' }))
  expect((await made(wrong)).problem).toMatchObject({
    code: 'topology_unfit',
    details: { problems: [{ node: 'Web', code: 'name_taken' }] },
  })
})
