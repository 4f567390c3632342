/** What runs a scene: configured, chosen, or not here. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { makeDrivers } from '#mock/world/scene/drivers.ts'
import { simulatedDriver } from '#mock/world/scene/simulated/driver.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const make = (more: object = {}) =>
  s.call('POST /scenes', { body: { name: 'Run by whom', document: lan(node('a', 'container')), ...more } }, 'super')
const save = async (part: object) => {
  const { version, scene_driver, scene_choice, scene_most } = await s.ok('GET /config/scenes', {}, 'super')
  return s.call('PUT /config/scenes', { body: { version, scene_driver, scene_choice, scene_most, ...part } }, 'super')
}

it('is what the configuration says, and nothing that this server cannot run is chosen', async () => {
  expect((await s.ok('GET /drivers', {}, 'super')).items).toEqual([
    { name: 'simulated', ok: true, reason: null },
    { name: 'qemu', ok: false, reason: 'not_set_up' },
  ])
  expect((await make()).body.driver).toBe('simulated')
  const refused = await make({ driver: 'qemu' })
  expect([refused.status, refused.problem.details]).toEqual([503, { driver: 'qemu', reason: 'not_set_up' }])
  expect((await save({ scene_driver: 'qemu' })).problem.details?.fields).toEqual([
    { path: 'scene_driver', rule: 'driver_unavailable' },
  ])
})

it('is not chosen at the start where the configuration alone decides', async () => {
  expect((await save({ scene_choice: false })).status).toBe(200)
  expect((await make({ driver: 'qemu' })).problem.details?.fields).toEqual([{ path: 'driver', rule: 'fixed' }])
  expect((await make({ driver: 'simulated' })).status).toBe(200)
  expect((await save({ scene_choice: true })).status).toBe(200)
})

it('belongs to the server beside its machines; when that has been silent for a minute the scene says so', async () => {
  const { id } = (await make()).body
  await until(s, id, ['running'])
  await s.db.query(`update scene set driver = 'qemu', host = 'elsewhere', next_at = $2 where id = $1`, [
    id,
    s.clock.now().toISOString(),
  ])
  s.clock.advance(30)
  await s.scenes.sweep()
  expect((await s.ok('GET /scenes/:id', { params: { id } }, 'super')).status).toBe('running')
  s.clock.advance(40)
  await s.scenes.sweep()
  const lost = await s.ok('GET /scenes/:id', { params: { id } }, 'super')
  expect(lost).toMatchObject({ status: 'abnormal', reason: { code: 'driver_unavailable' } })
  expect(lost.nodes[0]).toMatchObject({ status: 'crashed', reason: { code: 'host_lost' } })
  await s.ok('POST /scenes/:id/delete', { params: { id }, body: {} }, 'super')
  s.clock.advance(70)
  await until(s, id, ['deleted'])
})

it('is found by name and by whose machines they are', async () => {
  const near = { ...simulatedDriver(s.platform), name: 'qemu', local: true }
  const drivers = makeDrivers([near], 'here', ['qemu', 'simulated'])
  const why = async (driver: string, host: string) => {
    const said = await drivers.of({ driver, host }).available()
    return said.ok ? 'ok' : said.reason
  }
  expect(await Promise.all([why('qemu', 'here'), why('qemu', ''), why('qemu', 'there')])).toEqual([
    'ok',
    'ok',
    'elsewhere',
  ])
  expect(await Promise.all([why('simulated', ''), why('vmware', '')])).toEqual(['not_set_up', 'unknown'])
  expect([drivers.home('qemu'), drivers.home('vmware')]).toEqual(['here', ''])
  await expect(drivers.of({ driver: 'vmware', host: '' }).look({ scene: 's', fence: 1 })).rejects.toMatchObject({
    driver: 'vmware',
    reason: 'unknown',
  })
})
