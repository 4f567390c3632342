/** Working on an image: its keeper connects to a machine of it, changes something, keeps it or does not; what he kept is on the next machine. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImageBody } from '#src/contract/image/image.schema.ts'
import { planKeep } from '#mock/areas/image/benchKeep.ts'
import type { LivePlatform } from '#mock/platform.ts'
import { diskOf, simOf } from '#mock/world/scene/simulated/node.ts'
import { lan, node, simulated, until } from '#tests/support/scene.ts'
import { type AccountName, testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
  await s.setting('store.watermark', 0)
})
afterAll(() => s.close())

let n = 0
/** An image that only the simulation knows, saved. */
async function image(more: Partial<ImageBody> = {}) {
  const body = { name: `Bench ${++n}`, category: 'server' as const, description: 'A machine', ...more }
  const { id } = await s.ok('POST /images', { body }, 'super')
  await s.db.query(`update r_image set data = data || '{"status":"saved"}' where id = $1`, [id])
  return id
}
const get = (id: string) => s.ok('GET /images/:id', { params: { id } }, 'super')
const connect = (id: string, as: AccountName = 'super') => s.call('POST /images/:id/connect', { params: { id } }, as)
/** The keeper's machine, running. */
async function bench(id: string) {
  const row = (await connect(id)).body
  await until(s, row.bench?.scene_id ?? '', ['running'])
  return row.bench?.scene_id ?? ''
}
const write = (scene: string, of: string, text: string) =>
  simulated(s).inject({ scene, fence: 1_000_000 }, of, {
    path: '/root/note.txt',
    mode: '644',
    size: Buffer.byteLength(text),
    read: () => Readable.from([Buffer.from(text)]),
  })
async function read(scene: string, of: string): Promise<string | undefined> {
  const host = (await simOf(s.db, scene, s.clock.now()))?.hosts.get(of)
  const disk = host && (await diskOf(s.db, host, s.clock.now))
  return disk?.stat('/root/note.txt') && Buffer.from(disk.read('/root/note.txt', 'root')).toString()
}
const keep = (id: string, body: { as: 'image' | 'snapshot'; name?: string }) =>
  s.call('POST /images/:id/bench/save', { params: { id }, body }, 'super')
/** Lets the machine switch off and its disk be taken. */
async function saved(id: string) {
  for (let tries = 0; tries < 60; tries++) {
    await s.scenes.sweep()
    s.clock.advance(1)
    await new Promise((r) => setTimeout(r, 50))
    const row = await get(id)
    if (row.status !== 'saving') return row
  }
  throw new Error('never saved')
}
/** What a new scene of the image finds. */
async function onANewMachine(id: string): Promise<string | undefined> {
  const { id: scene } = await s.ok(
    'POST /scenes',
    { body: { name: `Fresh ${++n}`, document: lan(node('pc', 'machine', { image_id: id })) } },
    'super',
  )
  await until(s, scene, ['running'])
  const text = await read(scene, 'pc')
  await s.ok('POST /scenes/:id/close', { params: { id: scene }, body: {} }, 'super')
  return text
}

describe('working on an image', () => {
  it('starts a private machine of it for its keeper alone, who comes back to the same one', async () => {
    const id = await image()
    const first = (await connect(id)).body
    expect([first.status, first.bench?.by_id, first.can.includes('save')]).toEqual(['to-edit', 'user-super', false])
    const scene = await s.ok('GET /scenes/:id', { params: { id: first.bench?.scene_id ?? '' } }, 'super')
    expect([scene.kind, scene.owner_id, scene.node_count, scene.document.nodes[0]?.image_id]).toEqual([
      'private',
      'user-super',
      1,
      id,
    ])
    expect((await connect(id)).body.bench?.scene_id).toBe(first.bench?.scene_id)
    const other = await connect(id, 'admin')
    expect([other.status, other.problem.code]).toEqual([409, 'image_connected'])
    expect((await s.call('DELETE /images/:id', { params: { id } }, 'super')).problem.code).toBe('image_connected')
    const upload = { kind: 'image' as const, target: id, name: 'a.qcow2', size: 10 }
    expect((await s.call('POST /deposits', { body: upload }, 'super')).problem.code).toBe('image_connected')
  })

  it('keeps what was done over the image: the next machine of it has it, one that ran before has not', async () => {
    const id = await image()
    const { id: older } = await s.ok(
      'POST /scenes',
      { body: { name: 'Older', document: lan(node('pc', 'machine', { image_id: id })) } },
      'super',
    )
    await until(s, older, ['running'])
    const scene = await bench(id)
    await write(scene, 'image', 'hello')
    expect((await keep(id, { as: 'image' })).body.status).toBe('saving')
    expect(await saved(id)).toMatchObject({ status: 'saved', bench: null })
    expect(await onANewMachine(id)).toBe('hello')
    expect(await read(older, 'pc')).toBeUndefined()
    expect(['deleting', 'deleted']).toContain(await until(s, scene, ['deleting', 'deleted']))
    // a second layer lies over the first
    const again = await bench(id)
    expect(await read(again, 'image')).toBe('hello')
    await write(again, 'image', 'hello again')
    await keep(id, { as: 'image' })
    await saved(id)
    expect(await onANewMachine(id)).toBe('hello again')
  })

  it('keeps what was done as a snapshot, which is there once it is restored', async () => {
    const id = await image()
    await write(await bench(id), 'image', 'snapped')
    expect((await keep(id, { as: 'snapshot' })).problem.details?.fields).toEqual([
      expect.objectContaining({ path: 'name', rule: 'required' }),
    ])
    await keep(id, { as: 'snapshot', name: 'With a note' })
    expect((await saved(id)).status).toBe('saved')
    expect(await onANewMachine(id)).toBeUndefined()
    const [snapshot] = (await s.ok('GET /images/:id/snapshots', { params: { id } }, 'super')).items
    expect(snapshot).toMatchObject({ name: 'With a note', state: 'ready' })
    await s.ok('POST /image-snapshots/:id/restore', { params: { id: snapshot?.id ?? '' } }, 'super')
    await (s.platform as LivePlatform).settled()
    expect(await onANewMachine(id)).toBe('snapped')
  })

  it('leaves nothing of what is discarded, and the image as usable as it was', async () => {
    const id = await image()
    const scene = await bench(id)
    await write(scene, 'image', 'forget me')
    const row = await s.ok('POST /images/:id/bench/discard', { params: { id } }, 'super')
    expect([row.status, row.bench]).toEqual(['saved', null])
    expect(await onANewMachine(id)).toBeUndefined()
    expect(await until(s, scene, ['deleted'])).toBe('deleted')
  })

  it('loses nothing when the disk cannot be taken: the keeper is told and works on', async () => {
    const id = await image()
    const scene = await bench(id)
    await write(scene, 'image', 'precious')
    const { capture } = simulated(s)
    simulated(s).capture = () => Promise.reject(new Error('broken'))
    await keep(id, { as: 'image' })
    const row = await saved(id)
    expect([row.status, row.bench?.state, row.bench?.reason]).toEqual(['to-edit', 'open', 'not_written'])
    simulated(s).capture = capture as NonNullable<typeof capture>
    expect((await keep(id, { as: 'image' })).status).toBe(200)
    expect((await saved(id)).status).toBe('saved')
    expect(await onANewMachine(id)).toBe('precious')
  })

  it('goes on with what a server that ended left half kept', async () => {
    const id = await image()
    const scene = await bench(id)
    await write(scene, 'image', 'survivor')
    // as a server leaves it that is killed behind its answer
    await s.db.query(
      `update image_bench set state = 'saving', keeping = '{"as":"image","snapshot":""}' where image_id = $1`,
      [id],
    )
    await s.db.query(`update r_image set data = data || '{"status":"saving"}' where id = $1`, [id])
    await s.db.query(`update scene_node set wanted = 'off' where scene_id = $1`, [scene])
    await s.db.query('update scene set next_at = $2 where id = $1', [scene, s.clock.now().toISOString()])
    await planKeep(s.db, s.platform, id)
    expect((await saved(id)).status).toBe('saved')
    expect(await onANewMachine(id)).toBe('survivor')
  })

  it('is over when its scene is: the image stays open and the next machine begins anew', async () => {
    const id = await image()
    const scene = await bench(id)
    await s.ok('POST /scenes/:id/close', { params: { id: scene }, body: {} }, 'super')
    expect(await get(id)).toMatchObject({ status: 'to-edit', bench: null })
    expect((await connect(id)).body.bench?.scene_id).not.toBe(scene)
  })

  it('is not for discs, nor for those who keep no images', async () => {
    const disc = await image({ type: 'installer', format: 'iso' })
    expect((await connect(disc)).problem.code).toBe('image_disc')
    expect((await connect(disc, 'student')).problem.code).toBe('no_operation_permission')
  })
})
