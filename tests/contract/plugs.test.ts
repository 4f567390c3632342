/** Devices in scenes: USB devices in one running node at a time, physical ones in one scene, instances switched in bulk. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LivePlatform } from '#mock/platform.ts'
import type { Queryable } from '#mock/db/db.ts'
import { simOf } from '#mock/world/scene/simulated/node.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { lan, node, simulated, until } from '#tests/support/scene.ts'
import { type AccountName, testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

let n = 0
const scene = async (document: TopologyDocument, as: AccountName = 'super', more: object = {}) =>
  (await s.ok('POST /scenes', { body: { name: `Plugs ${++n}`, document, ...more } }, as)).id
const running = async (document: TopologyDocument) => {
  const id = await scene(document)
  await until(s, id, ['running'])
  return id
}
const close = (id: string) => s.ok('POST /scenes/:id/close', { params: { id }, body: {} }, 'super')
const stick = () =>
  s.ok(
    'POST /usb-devices',
    { body: { name: `Stick ${++n}`, vendor_id: '0951', product_id: '1666', serial: `S${n}`, device_class: 'storage' } },
    'super',
  )
const attach = (id: string, scene_id: string, node_id: string, as: AccountName = 'super') =>
  s.call('POST /usb-devices/:id/attach', { params: { id }, body: { scene_id, node_id } }, as)
const usb = (id: string) => s.ok('GET /usb-devices/:id', { params: { id } }, 'super')
const seenBy = async (q: Queryable, id: string, of: string) =>
  (await simOf(q, id, s.clock.now()))?.hosts.get(of)?.usb.map((d) => d.id)
const settled = () => (s.platform as LivePlatform).settled()
const codes = async (id: string) =>
  (await s.ok('GET /scenes/:id/events', { params: { id }, query: {} }, 'super')).items.map((e) => e.code)

describe('a USB device', () => {
  it('is plugged into one running node, which sees it, and is refused to a second one by name', async () => {
    const id = await running(lan(node('pc'), node('box', 'container')))
    const { id: device } = await stick()
    const there = await s.ok('GET /usb-devices/nodes', { query: { q: `Plugs ${n - 1}` } }, 'super')
    expect(there.items.map((i) => i.node_name)).toEqual(['pc', 'box'])
    expect((await attach(device, id, 'pc')).body.plugged).toMatchObject({ node_name: 'pc', state: 'plugging' })
    await settled()
    expect((await usb(device)).plugged).toMatchObject({ node_name: 'pc', state: 'plugged' })
    expect(await seenBy(s.db, id, 'pc')).toEqual([device])
    expect(await codes(id)).toContain('usb_plugged')
    const second = await attach(device, id, 'box')
    expect([second.status, second.problem.code, second.problem.details?.['node']]).toEqual([409, 'usb_plugged', 'pc'])
    expect((await s.call('DELETE /usb-devices/:id', { params: { id: device } }, 'super')).problem.code).toBe('in_use')
    await s.ok('POST /usb-devices/:id/detach', { params: { id: device } }, 'super')
    await settled()
    expect((await usb(device)).plugged).toBeNull()
    expect(await seenBy(s.db, id, 'pc')).toEqual([])
    expect((await attach(device, id, 'box')).status).toBe(200)
  })

  it('of twenty who plug it in at once goes to one', async () => {
    const id = await running(lan(node('a', 'container'), node('b', 'container')))
    const { id: device } = await stick()
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => attach(device, id, i % 2 ? 'a' : 'b')))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
    await settled()
    const both = [...((await seenBy(s.db, id, 'a')) ?? []), ...((await seenBy(s.db, id, 'b')) ?? [])]
    expect(both).toEqual([device])
  })

  it('comes out when the node goes off, and when the scene ends', async () => {
    const id = await running(lan(node('pc'), node('other')))
    const { id: device } = await stick()
    await attach(device, id, 'pc')
    await settled()
    await s.ok('POST /instances/stop', { body: { ids: [`${id}.pc`] } }, 'super')
    for (let i = 0; i < 6; i++) {
      await s.scenes.sweep()
      s.clock.advance(1)
    }
    expect((await usb(device)).plugged).toBeNull()
    expect(await codes(id)).toContain('usb_unplugged')
    expect((await attach(device, id, 'pc')).problem.code).toBe('not_allowed_in_state')
    await attach(device, id, 'other')
    await settled()
    await close(id)
    expect((await usb(device)).plugged).toBeNull()
  })

  it('stays out when what runs the node will not have it, and the log says so', async () => {
    const id = await running(lan(node('pc', 'container')))
    const { id: device } = await stick()
    const { plug } = simulated(s)
    simulated(s).plug = () => Promise.reject(new Error('no'))
    await attach(device, id, 'pc')
    await settled()
    simulated(s).plug = plug as NonNullable<typeof plug>
    expect((await usb(device)).plugged).toBeNull()
    expect(await codes(id)).toContain('usb_failed')
  })
})

describe('a physical device', () => {
  const plc = (device_id: string) => lan(node('pc', 'container'), node('plc', 'device', { device_id }))
  const device = async () =>
    (
      await s.ok(
        'POST /physical-devices',
        { body: { name: `PLC ${++n}`, model: 'S7', address: `10.40.0.${n}` } },
        'super',
      )
    ).id
  const get = (id: string) => s.ok('GET /physical-devices/:id', { params: { id } }, 'super')

  it('is used by the scene that is wired to it, by nobody else, and free when that is over', async () => {
    const id = await device()
    expect(await get(id)).toMatchObject({ usage: 'free', scene_id: null })
    const first = await running(plc(id))
    const used = await get(id)
    expect([used.usage, used.scene_id, used.used_by, used.can.includes('release')]).toEqual([
      'used',
      first,
      'User super',
      false,
    ])
    expect(
      (await s.ok('GET /physical-devices', { query: { usage: 'used' } }, 'super')).items.map((d) => d.id),
    ).toContain(id)
    const second = await s.call('POST /scenes', { body: { name: 'Second', document: plc(id) } }, 'super')
    expect([second.status, second.problem.code, second.problem.details?.['name']]).toEqual([
      409,
      'device_used',
      used.name,
    ])
    const body = { version: used.version }
    expect((await s.call('POST /physical-devices/:id/release', { params: { id }, body }, 'super')).problem.code).toBe(
      'device_in_scene',
    )
    await close(first)
    await until(s, first, ['deleted'])
    expect(await get(id)).toMatchObject({ usage: 'free', scene_id: null })
    await running(plc(id))
  })

  it('that somebody referenced, or that nobody hears of, keeps a scene from being made', async () => {
    const id = await device()
    const { version } = await get(id)
    await s.ok(
      'POST /physical-devices/:id/reference',
      { params: { id }, body: { version, reason: 'Course 7' } },
      'super',
    )
    const refused = await s.call('POST /scenes', { body: { name: 'Refused', document: plc(id) } }, 'super')
    expect([refused.problem.code, refused.problem.details?.['by']]).toEqual(['device_used', 'Course 7'])
    const silent = await device()
    await s.db.query(`insert into world_fault (kind, ref, since) values ('device', $1, $2)`, [
      silent,
      s.clock.now().toISOString(),
    ])
    s.clock.advance(120)
    const offline = await s.call('POST /scenes', { body: { name: 'Offline', document: plc(silent) } }, 'super')
    expect(offline.problem.code).toBe('device_silent')
  })

  it('goes to one of ten scenes that are asked for at once', async () => {
    const id = await device()
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        s.call('POST /scenes', { body: { name: `Race ${i}`, document: plc(id) } }, 'super'),
      ),
    )
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
    expect(all.filter((r) => r.problem.code === 'device_used')).toHaveLength(9)
  })
})

describe('instances', () => {
  it('are every node of every scene, and are stopped, started, rebooted and removed in bulk', async () => {
    const [a, b] = [await running(lan(node('one'), node('two'))), await running(lan(node('three', 'container')))]
    const list = async () =>
      new Map((await s.ok('GET /instances', { query: { page_size: 200 } }, 'super')).items.map((i) => [i.id, i]))
    const ids = [`${a}.one`, `${a}.two`, `${b}.three`]
    const before = await list()
    for (const id of ids)
      expect(before.get(id)).toMatchObject({
        status: 'on',
        owner_name: 'User super',
        address: expect.stringMatching(/^10\./),
      })
    expect(before.get(`${a}.one`)?.cpu_load).toEqual(expect.any(Number))
    const step = async (event: 'stop' | 'start' | 'reboot', status: string) => {
      const reply = await s.ok(`POST /instances/${event}`, { body: { ids } }, 'super')
      expect(reply.done).toHaveLength(3)
      for (let i = 0; i < 60; i++) {
        await s.scenes.sweep()
        s.clock.advance(1)
        const now = await list()
        if (i > 3 && ids.every((id) => now.get(id)?.status === status)) return
      }
      throw new Error(`never ${status}`)
    }
    await step('stop', 'off')
    await step('start', 'on')
    await step('reboot', 'on')
    const removed = await s.ok(
      'POST /instances/remove',
      { body: { ids: [`${a}.two`, `${b}.three`, 'no.such'] } },
      'super',
    )
    expect(removed.done).toEqual([`${a}.two`])
    expect(removed.failed.map((f) => [f.id, f.code])).toEqual([
      [`${b}.three`, 'topology_unfit'],
      ['no.such', 'not_found'],
    ])
    await until(s, a, ['running'])
    expect((await list()).has(`${a}.two`)).toBe(false)
  })
})
