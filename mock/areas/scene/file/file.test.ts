/** Files on their way into nodes: those that fail, those that hang, and what becomes of both. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LivePlatform } from '#mock/platform.ts'
import { simulation } from '#mock/world/scene/simulated/driver.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, simulated, until } from '#tests/support/scene.ts'
import { hangs, resumeFiles } from './inject.ts'

let s: TestServer
let scene: string
beforeAll(async () => {
  s = await testServer({ config: { development: true } })
  const document = lan(node('pc', 'container'), node('box', 'container'))
  scene = (await s.ok('POST /scenes', { body: { name: 'Files', document } }, 'admin')).id
  await until(s, scene, ['running'])
})
afterAll(() => s.close())

const bytes = { payload: Buffer.from('brought in') }
const put = (name: string, fault?: string) =>
  s.send('POST /scenes/:id/files', { params: { id: scene }, query: { node: 'pc', path: '/root/', name } }, 'admin', {
    ...bytes,
    headers: { 'content-type': 'application/octet-stream', ...(fault ? { 'x-fault': fault } : {}) },
  })
const file = async (name: string) =>
  (await s.ok('GET /scenes/:id/files', { params: { id: scene } }, 'admin')).items.find((f) => f.name === name)
const becomes = (name: string, status: string) => expect.poll(async () => (await file(name))?.status).toBe(status)
const again = async (name: string, fault: string) =>
  s.call(
    'POST /scenes/:id/files/retry',
    { params: { id: scene }, body: { file_id: (await file(name))?.id ?? '' } },
    'admin',
    { headers: { 'x-fault': fault } },
  )

it('one that is made to fail by name says why, and arrives once the cause is mended', async () => {
  expect((await put('full.txt', 'world.scene.inject')).status).toBe(200)
  await becomes('full.txt', 'failure')
  expect(await file('full.txt')).toMatchObject({ reason: 'no_space', tries: 1, can: ['retry'] })
  expect((await again('full.txt', 'world.scene.mend')).status).toBe(200)
  await becomes('full.txt', 'success')
  expect(await file('full.txt')).toMatchObject({ reason: null, tries: 2, can: [] })
})

it('so many in a hundred fail as the simulation is set to', async () => {
  await s.setting(simulation.faults, 100)
  await put('unlucky.txt')
  await becomes('unlucky.txt', 'failure')
  await s.setting(simulation.faults, undefined)
})

it('one that hangs is injecting for a while, then may be tried again; the server ends without it', async () => {
  await put('silent.txt', 'world.scene.hang')
  s.clock.advance(hangs - 1)
  expect(await file('silent.txt')).toMatchObject({ status: 'injecting', can: [] })
  expect((await again('silent.txt', 'world.scene.mend')).problem.code).toBe('not_allowed_in_state')
  s.clock.advance(2)
  expect(await file('silent.txt')).toMatchObject({ status: 'hang', reason: null, can: ['retry'] })
  await (s.platform as LivePlatform).settled(20)
  expect((await again('silent.txt', 'world.scene.mend')).status).toBe(200)
  await becomes('silent.txt', 'success')
})

it('after a restart one that hangs again keeps no other waiting', async () => {
  await put('first.txt', 'world.scene.hang')
  await put('second.txt')
  const driver = simulated(s)
  const { inject } = driver
  try {
    driver.inject = (order, at, f) => (f.path.endsWith('first.txt') ? new Promise(() => {}) : inject(order, at, f))
    await s.db.query(`delete from world_fault`)
    void resumeFiles(s.platform, s.scenes.drivers)
    await becomes('second.txt', 'success')
    expect((await file('first.txt'))?.status).toBe('injecting')
  } finally {
    driver.inject = inject
  }
})
