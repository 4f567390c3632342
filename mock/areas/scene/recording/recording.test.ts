/** What pages record: at consoles that are open, no longer than they were, and as the player reads it. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type WebSocket from 'ws'
import { closeCode } from '#src/contract/scene/console.ts'
import { recordingLimits as most } from '#src/contract/scene/recording.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { consoleSocket } from '#tests/support/console.ts'
import { png, webm } from '#tests/support/recording.ts'
import { lan, node, until } from '#tests/support/scene.ts'

let s: TestServer
let scene: string
let port: number
const sockets: WebSocket[] = []
beforeAll(async () => {
  s = await testServer()
  const document = lan(node('pc'), node('other'))
  scene = (
    await s.ok('POST /scenes', { body: { name: 'Films', owner_id: 'user-student', document } as never }, 'admin')
  ).id
  await until(s, scene, ['running'])
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const w of sockets) w.terminate()
  await s.close()
})

const consoles = async () => (await s.ok('GET /consoles', {}, 'student')).mine
/** A console whose machine has spoken. */
async function open(kind: 'desktop' | 'terminal' = 'desktop', at = 'pc'): Promise<WebSocket> {
  const body = { node: at, kind }
  const { ticket } = await s.ok('POST /scenes/:id/console', { params: { id: scene }, body }, 'student')
  const socket = consoleSocket(port, ticket, { kind })
  sockets.push(socket)
  await new Promise((done, failed) => {
    socket.once('message', done)
    socket.once('error', failed)
  })
  return socket
}
async function close(socket: WebSocket): Promise<void> {
  const had = await consoles()
  socket.close(closeCode('exit'))
  await expect.poll(consoles).toBe(had - 1)
}
async function closeAll(): Promise<void> {
  for (const w of sockets.splice(0)) w.close(closeCode('exit'))
  await expect.poll(consoles).toBe(0)
}
beforeEach(closeAll)

const begin = (at = 'pc', as: AccountName = 'student') =>
  s.call('POST /recordings', { body: { scene_id: scene, node: at, width: 800, height: 600 } }, as)
const begun = async () => {
  const r = await begin()
  expect(r.problem?.code).toBeUndefined()
  return r.body.id
}
const octets = { 'content-type': 'application/octet-stream' }
const part = (id: string, offset: number, payload: Buffer = webm, seconds = 1) =>
  s.send('PATCH /recordings/:id', { params: { id }, query: { offset, seconds: String(seconds) } }, 'student', {
    payload,
    headers: octets,
  })
const finish = (id: string, seconds = 1) =>
  s.call('POST /recordings/:id/finish', { params: { id }, body: { seconds } }, 'student')
const picture = (at = 'pc', as: AccountName = 'student') =>
  s.send('POST /screenshots', { query: { scene_id: scene, node: at } }, as, { payload: png, headers: octets })
const row = (id: string) => s.ok('GET /recordings/:id', { params: { id } }, 'student')

describe('a film of a desktop', () => {
  it('begins only while whoever makes it has a desktop of that node open', async () => {
    expect((await begin()).problem?.code).toBe('not_allowed_in_state')
    await open('terminal')
    await open('desktop', 'other')
    expect((await begin()).problem?.code).toBe('not_allowed_in_state')
    await open()
    // another's console is not one's own
    expect((await begin('pc', 'admin')).problem?.code).toBe('not_allowed_in_state')
    expect((await begin()).status).toBe(200)
  })

  it('grows while its console is open and some seconds longer, and ends with it', async () => {
    const socket = await open()
    const id = await begun()
    expect((await part(id, 0)).status).toBe(200)
    await close(socket)
    expect((await row(id)).recording).toBe(false)
    // another console does not keep it open
    await open()
    s.clock.advance(most.late - 5)
    expect((await part(id, webm.length)).status).toBe(200)
    // what arrives late does not put the end off
    s.clock.advance(10)
    expect((await part(id, 2 * webm.length)).problem.code).toBe('not_allowed_in_state')
    expect((await finish(id)).problem?.code).toBe('not_allowed_in_state')
    expect((await row(id)).bytes).toBe(2 * webm.length)
  })

  it('takes its last part and its end when its console has just been closed by its button', async () => {
    await open()
    const id = await begun()
    const [console] = (await s.ok('GET /consoles', {}, 'student')).items
    await s.ok('POST /consoles/:id/close', { params: { id: console?.id ?? '' }, body: {} }, 'student')
    expect([(await row(id)).recording, (await part(id, 0)).status, (await finish(id)).status]).toEqual([
      false,
      200,
      200,
    ])
  })

  it('is one at a time for each console', async () => {
    await open()
    const [first, second] = [await begun(), await begun()]
    expect([(await row(first)).recording, (await row(second)).recording]).toEqual([false, true])
    await open()
    const third = await begun()
    expect([(await row(second)).recording, (await row(third)).recording]).toEqual([true, true])
  })

  it('is no longer than the time since it began', async () => {
    await open()
    const id = await begun()
    s.clock.advance(8)
    await part(id, 0, webm, 604_800)
    expect((await row(id)).seconds).toBe(8 + most.ahead)
    expect((await finish(id, 604_800)).body.seconds).toBe(8 + most.ahead)
    const honest = await begun()
    s.clock.advance(8)
    expect((await finish(honest, 7.9)).body.seconds).toBe(7.9)
  })

  it('is what its player reads', async () => {
    await open()
    const id = await begun()
    const mkv = Buffer.from(webm.toString('latin1').replace('webm', 'mkv1'), 'latin1')
    for (const forged of [Buffer.from('FORGED BY CANDIDATE'), Buffer.alloc(0), webm.subarray(0, 4), mkv])
      expect((await part(id, 0, forged)).problem.code).toBe('unsupported_type')
    expect((await part(id, 0)).status).toBe(200)
    // what follows has no header of its own
    expect((await part(id, webm.length, Buffer.from('a cluster'))).status).toBe(200)
  })
})

it('a picture is taken of a node whose console is open, or looked on at', async () => {
  expect((await picture()).problem.code).toBe('not_allowed_in_state')
  await open('terminal')
  expect((await picture()).status).toBe(200)
  expect((await picture('other')).problem.code).toBe('not_allowed_in_state')
  expect((await picture('pc', 'admin')).problem.code).toBe('not_allowed_in_state')
  await s.db.query(`update scene_console set watchers = '[{"id": "user-admin", "name": "Admin"}]'`)
  expect((await picture('pc', 'admin')).status).toBe(200)
})

it('those of others are seen by whoever holds their list, and not by whoever only oversees scenes', async () => {
  const onlooker = 'second-student'
  await open()
  const id = await begun()
  const role = (name: string, ...more: string[]) =>
    s.ok(
      'POST /roles',
      { body: { name, description: '', permissions: ['instance-monitoring', 'instance-manage', ...more] } },
      'super',
    )
  const answers = async (permissions: { id: string }) => {
    await s.ok(
      'POST /roles/:id/members',
      { params: { id: permissions.id }, body: { ids: [userId(onlooker)] } },
      'super',
    )
    const listed = await s.ok('GET /recordings', { query: { page_size: 200 } }, onlooker)
    const one = await s.call('GET /recordings/:id', { params: { id } }, onlooker)
    const typed = await s.call('GET /recordings/:id/typed', { params: { id } }, onlooker)
    return [listed.items.some((r) => r.id === id), one.status, typed.status]
  }
  expect(await answers(await role('Oversees scenes'))).toEqual([false, 404, 404])
  expect(await answers(await role('Watches recordings too', 'scene-recording-admin'))).toEqual([true, 200, 200])
})

describe('what one person makes the platform keep', () => {
  const student = 'user-student'
  /** As many of a kind as there are given, with so many bytes together. */
  const had = (n: number, bytes: number, more: object = {}) =>
    s.db.query(
      `insert into recording select (jsonb_populate_record(null::recording, to_jsonb(r) || jsonb_build_object(
         'id', 'had-' || i, 'kind', 'screenshot', 'open', false, 'keep', false, 'bytes', $2::bigint / $1::integer) || $3::jsonb)).*
       from (select * from recording limit 1) r, generate_series(1, $1::integer) i`,
      [n, bytes, JSON.stringify({ user_id: student, scene_id: 'elsewhere', ...more })],
    )
  const none = () => s.db.query(`delete from recording where id like 'had-%'`)
  const refused = async (call: Promise<{ status: number; problem: { code: string; details?: object } }>) => {
    const r = await call
    return [r.status, r.problem?.code, r.problem?.details]
  }
  beforeEach(async () => {
    await open()
    await begun()
  })

  it('is so many screenshots and so many bytes of them, in one scene as well', async () => {
    const { person, scene: ofScene } = most.screenshots
    await s.db.query(`delete from recording where kind = 'screenshot'`)
    await had(person.count - 1, 0)
    expect((await picture()).status).toBe(200)
    expect(await refused(picture())).toEqual([507, 'quota_full', { reason: 'own_screenshots', max: person.count }])
    await none()
    await s.db.query(`delete from recording where kind = 'screenshot'`)
    await had(1, person.bytes - png.length)
    expect((await picture()).status).toBe(200)
    expect(await refused(picture())).toEqual([
      507,
      'quota_full',
      { reason: 'own_screenshots_bytes', max_bytes: person.bytes, used_bytes: person.bytes },
    ])
    await none()
    await had(1, ofScene.bytes, { user_id: 'another', scene_id: scene })
    expect((await refused(picture()))[2]).toMatchObject({ reason: 'scene_screenshots_bytes' })
    await none()
    expect((await picture()).status).toBe(200)
  })

  it('is so much that is exempt from clearing', async () => {
    await had(2, 2, { kind: 'desktop' })
    const keep = (id: string, on = true) =>
      s.call('POST /recordings/:id/keep', { params: { id }, body: { keep: on } }, 'student')
    await s.db.query(`update recording set keep = true, bytes = $1 where id = 'had-1'`, [most.kept.bytes])
    expect(await refused(keep('had-2'))).toEqual([
      507,
      'quota_full',
      { reason: 'kept_recordings_bytes', max_bytes: most.kept.bytes, used_bytes: most.kept.bytes },
    ])
    // what is kept already may be said again
    expect((await keep('had-1')).status).toBe(200)
    expect((await keep('had-1', false)).status).toBe(200)
    expect((await keep('had-2')).status).toBe(200)
    await none()
  })

  it('is so much of films that grow side by side', async () => {
    const id = await begun()
    await had(1, most.person - webm.length, { kind: 'desktop', open: true })
    expect((await part(id, 0)).status).toBe(200)
    expect(await refused(part(id, webm.length))).toEqual([
      507,
      'quota_full',
      { reason: 'own_films_bytes', max_bytes: most.person, used_bytes: most.person },
    ])
    await none()
    expect((await part(id, webm.length)).status).toBe(200)
  })
})
