/** A challenge with machines: each learner's own scene, and in it the flag the challenge takes from him. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleSocket } from '#tests/support/console.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'

let s: TestServer
let id = ''
let port = 0
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const document = lan(node('box', 'container'), node('web', 'container'))
  const drawing = await s.ok('POST /topologies', { body: { name: 'Box and web' } as never }, 'super')
  const at = { params: { id: drawing.id } }
  const tab = 'tab-number-1'
  await s.ok('POST /topologies/:id/lock', { ...at, body: { tab, take_over: false } }, 'super')
  await s.ok('PUT /topologies/:id/document', { ...at, body: { document, version: 1, tab } }, 'super')
  const set_id = (await s.ok('POST /flag-sets', { body: { name: 'Boxes', practice: true } }, 'super')).id
  const flag = {
    kind: 'dynamic',
    template: 'flag{{random}}',
    length: 32,
    per: 'user',
  } as const
  const body = {
    title: 'Box',
    language: 'en-US' as const,
    translation: { title: '盒子', stem: '', options: [], explanation: '', hints: [] },
    set_id,
    score: 50,
    flag,
    topology_id: drawing.id,
  }
  id = (await s.ok('POST /flag-challenges', { body }, 'super')).id
  const open = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await s.ok('PUT /flag-challenges/:id/audience', { params: { id }, body: open as never }, 'super')
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as AddressInfo).port
})
afterAll(() => s.close())

const start = async (as: AccountName) =>
  (await s.ok('POST /practice-flags/:id/scene', { params: { id }, body: {} }, as)).scene_id

/** Reads a file of a node at its terminal. */
async function read(scene: string, as: AccountName, path: string): Promise<string> {
  const { ticket } = await s.ok(
    'POST /scenes/:id/console',
    { params: { id: scene }, body: { node: 'box', kind: 'terminal' } },
    as,
  )
  const socket = consoleSocket(port, ticket)
  let text = ''
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (binary) text += data.toString('utf8')
  })
  await expect.poll(() => text).toContain('root@box')
  socket.send(Buffer.from(`cat ${path}\r`))
  await expect.poll(() => text).toMatch(/flag\{\w{26}\}/)
  socket.terminate()
  return /flag\{\w{26}\}/.exec(text)?.[0] ?? ''
}

it('is called what whoever starts it reads', async () => {
  for (const [as, language, name] of [
    ['student', 'zh-CN', '盒子'],
    ['second-student', 'en-US', 'Box'],
  ] as const) {
    const headers = { 'accept-language': language }
    const made = await s.call('POST /practice-flags/:id/scene', { params: { id }, body: {} }, as, { headers })
    const { name: called } = await s.ok('GET /scenes/:id', { params: { id: made.body.scene_id } }, as)
    expect(called.startsWith(name), called).toBe(true)
  }
})

it('is one for each learner, has his own flag at its console, and ends with the solve if he says so', async () => {
  const scene = await start('student')
  expect(await start('student')).toBe(scene)
  const other = await start('second-student')
  expect(other).not.toBe(scene)
  await until(s, scene, ['running'])
  await until(s, other, ['running'])
  const look = (as: AccountName) => s.ok('GET /practice-flags/:id', { params: { id } }, as)
  expect((await look('student')).scene_id).toBe(scene)
  const detail = await s.call('GET /scenes/:id', { params: { id: scene } }, 'student')
  expect([detail.body.owner_id, detail.body.can.includes('extend'), detail.body.can.includes('modify')]).toEqual([
    userId('student'),
    true,
    false,
  ])
  expect(JSON.stringify(detail.body)).not.toContain('flag{')
  // not even where one is
  expect(detail.body.document.nodes.flatMap((n) => n.flags)).toEqual([])
  expect((await s.call('GET /scenes/:id', { params: { id: scene } }, 'second-student')).status).toBe(404)

  const flag = await read(scene, 'student', '/flag')
  const submit = (as: AccountName, text: string) =>
    s.ok('POST /practice-flags/:id/submit', { params: { id }, body: { text, close_scene: true } }, as)
  // another's flag is nobody else's
  expect((await submit('second-student', flag)).result).toBe('wrong')
  expect((await submit('student', flag)).result).toBe('right')
  await until(s, scene, ['deleted'])
  expect((await look('student')).scene_id).toBeNull()
  expect((await look('second-student')).scene_id).toBe(other)
})

it('is there for an exercise with machines too, one for each learner, and for none without', async () => {
  const { topology_id } = await s.ok('GET /flag-challenges/:id', { params: { id } }, 'super')
  const set_id = (await s.ok('POST /exercise-sets', { body: { name: 'Hands-on', practice: true } }, 'super')).id
  const open = { all: true, orgs: [], roles: [], users: [], version: 1 }
  const make = async (title: string, topology: string | null) => {
    const body = { title, set_id, topology_id: topology }
    const made = await s.ok('POST /exercises', { body }, 'super')
    await s.ok('PUT /exercises/:id/audience', { params: { id: made.id }, body: open as never }, 'super')
    return made.id
  }
  const [withMachines, without] = [await make('Harden the box', topology_id ?? null), await make('Read a log', null)]
  const begin = (question: string, as: AccountName) =>
    s.call('POST /practice/questions/:id/scene', { params: { id: question }, body: {} }, as)
  const look = (as: AccountName) => s.ok('GET /practice/questions/:id', { params: { id: withMachines } }, as)
  expect((await look('student')).scene_id).toBeNull()
  const { scene_id } = (await begin(withMachines, 'student')).body
  expect((await begin(withMachines, 'student')).body.scene_id).toBe(scene_id)
  expect((await begin(withMachines, 'second-student')).body.scene_id).not.toBe(scene_id)
  expect((await look('student')).scene_id).toBe(scene_id)
  await until(s, scene_id, ['running'])
  expect((await begin(without, 'student')).body).toMatchObject({ code: 'not_allowed_in_state' })
  expect((await begin(id, 'student')).status).toBe(404)
})

it('runs for one learner no more at once than the settings say, whether begun or started again', async () => {
  const { topology_id } = await s.ok('GET /flag-challenges/:id', { params: { id } }, 'super')
  const set_id = (await s.ok('POST /exercise-sets', { body: { name: 'Many', practice: true } }, 'super')).id
  const open = { all: true, orgs: [], roles: [], users: [], version: 1 }
  const begin = async (title: string) => {
    const made = await s.ok('POST /exercises', { body: { title, set_id, topology_id } }, 'super')
    await s.ok('PUT /exercises/:id/audience', { params: { id: made.id }, body: open as never }, 'super')
    return s.call('POST /practice/questions/:id/scene', { params: { id: made.id }, body: {} }, 'teacher')
  }
  const ids = []
  for (const title of ['First', 'Second', 'Third']) ids.push((await begin(title)).body.scene_id)
  const [first = ''] = ids
  expect((await begin('Fourth')).body).toMatchObject({
    code: 'scenes_at_once',
    details: { most: 3, names: expect.stringContaining('Second') },
  })
  await until(s, first, ['running'])
  const at = { params: { id: first }, body: {} }
  await s.ok('POST /scenes/:id/stop', at, 'teacher')
  await until(s, first, ['not-running'])
  expect((await begin('Fifth')).status).toBe(200)
  expect((await s.call('POST /scenes/:id/start', at, 'teacher')).body).toMatchObject({ code: 'scenes_at_once' })
})
