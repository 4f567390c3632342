/** What a member may ask of a scene that others share with him: his team's switches, never what takes from everybody what they did. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'

let s: TestServer
const member = 'second-student'
const make = async (type: string, kind = 'group') => {
  const document = lan(node('desk', 'container', { console: 'everybody' }))
  const people = { owner_id: userId('student'), member_ids: [userId(member)], leader_ids: [userId('teacher')] }
  const body = { name: `Shared ${type}`, type, kind, document, ...people }
  const { id } = await s.ok('POST /scenes', { body: body as never }, 'admin')
  await until(s, id, ['running', 'ongoing'])
  await s.ok('POST /scenes/:id/snapshot', { params: { id }, body: { name: 'before the drill' } }, 'admin')
  await until(s, id, ['running', 'ongoing'])
  const { items } = await s.ok('GET /scenes/:id/snapshots', { params: { id } }, 'admin')
  return { id, snapshot_id: items[0]?.id ?? '' }
}
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())
const ask = async (key: string, id: string, body: object) =>
  (await s.call(key as never, { params: { id }, body } as never, member)).status

it.each(['wargame', 'course', 'practice', 'team'] as const)('a member of a group in a %s', async (type) => {
  const { id, snapshot_id } = await make(type)
  const { can } = await s.ok('GET /scenes/:id', { params: { id } }, member)
  for (const key of ['POST /scenes/:id/restore', 'POST /scenes/:id/snapshots/remove'])
    expect([key, await ask(key, id, { snapshot_id })]).toEqual([key, 403])
  expect(can).not.toContain('restore')
  expect(can).toContain('console')
  expect((await s.ok('GET /scenes/:id/snapshots', { params: { id } }, 'admin')).items).toHaveLength(1)
  // an exercise and a lesson are led by others; a team's own scene is switched by the team
  const switched = type === 'team' ? 200 : 403
  for (const event of ['pause', 'stop', 'reboot', 'restart', 'snapshot', 'extend'])
    expect([event, can.includes(event)]).toEqual([event, switched === 200])
  expect(await ask('POST /scenes/:id/pause', id, {})).toBe(switched)
  if (type !== 'team') {
    // a node that he opens stays his to switch
    const desk = (await s.ok('GET /scenes/:id', { params: { id } }, member)).nodes.find((n) => n.name === 'desk')
    expect(desk?.can).toContain('reboot')
    for (const event of ['stop', 'reboot', 'restart', 'snapshot', 'extend'])
      expect([event, await ask(`POST /scenes/:id/${event}`, id, event === 'snapshot' ? { name: 'mine' } : {})]).toEqual(
        [event, 403],
      )
  }
})

it('a member switches the nodes that they open in a group, and its owner reads who did; of a shared scene they switch none', async () => {
  const [{ id: group }, { id: shared }] = [await make('course'), await make('practice', 'shared')]
  const body = { nodes: ['desk'] }
  for (const event of ['stop', 'start', 'reboot']) {
    const key = `POST /scenes/:id/nodes/${event}`
    expect([key, await ask(key, shared, body)]).toEqual([key, 403])
  }
  const desk = async (id: string) =>
    (await s.ok('GET /scenes/:id', { params: { id } }, member)).nodes.find((n) => n.name === 'desk')
  for (const event of ['stop', 'reboot', 'inject']) expect((await desk(shared))?.can).not.toContain(event)
  const asked = async (id: string) =>
    (await s.ok('GET /scenes/:id/events', { params: { id }, query: {} }, 'student')).items
      .filter((e) => e.code === 'node_asked')
      .map((e) => [e.node_name, e.params['event'], e.by_id])
  expect(await asked(shared)).toEqual([])
  expect(await ask('POST /scenes/:id/nodes/stop', group, body)).toBe(200)
  expect(await asked(group)).toEqual([['desk', 'stop', userId(member)]])
  expect(await ask('POST /scenes/:id/nodes/remove', group, body)).toBe(403)
})

it('whoever gives a scene away that he did not lead stays a member of it', async () => {
  const document = lan(node('desk', 'container'))
  const people = { owner_id: userId('student'), leader_ids: [userId('teacher')] }
  const body = { name: 'Given away', document, ...people }
  const { id } = await s.ok('POST /scenes', { body: body as never }, 'admin')
  await until(s, id, ['running'])
  // as one that was made in his name
  await s.db.query('update scene set created_by = $2 where id = $1', [id, userId('student')])
  const { version, name, member_ids, team_ids, leader_ids } = await s.ok(
    'GET /scenes/:id',
    { params: { id } },
    'student',
  )
  const given = { version, name, member_ids, team_ids, leader_ids, owner_id: userId(member) }
  const { can, member_ids: members } = await s.ok(
    'PUT /scenes/:id',
    { params: { id }, body: given as never },
    'student',
  )
  expect(members).toEqual([userId('student')])
  for (const more of ['modify', 'shadow', 'close', 'update']) expect([more, can.includes(more)]).toEqual([more, false])
  expect((await s.ok('GET /scenes/:id', { params: { id } }, member)).can).toContain('close')
  expect((await s.ok('GET /scenes/:id', { params: { id } }, 'teacher')).can).toContain('close')
})

it('one learner is let in later and finds it; a network switch is off with what it connects', async () => {
  const document = lan(node('desk', 'container', { console: 'everybody' }))
  const { id } = await s.ok('POST /scenes', { body: { name: 'Let in later', document } }, 'admin')
  await until(s, id, ['running'])
  const found = async () => (await s.ok('GET /scenes', { query: {} }, member)).items.find((x) => x.id === id)
  expect(await found()).toBeUndefined()
  const { version, name, owner_id, team_ids, leader_ids } = await s.ok('GET /scenes/:id', { params: { id } }, 'admin')
  await s.ok(
    'PUT /scenes/:id',
    { params: { id }, body: { version, name, owner_id, team_ids, leader_ids, member_ids: [userId(member)] } },
    'admin',
  )
  expect((await found())?.nodes.map((n) => n.status)).toEqual(['on', 'on'])
  await s.ok('POST /scenes/:id/stop', { params: { id }, body: {} }, 'admin')
  await until(s, id, ['not-running'])
  expect((await found())?.nodes.map((n) => n.status)).toEqual(['off', 'off'])
})

it('nodes are listed and switched whatever their drawing calls them', async () => {
  const long = `node-${crypto.randomUUID()}-${'x'.repeat(22)}`
  const drawn = lan(node('desk', 'container'))
  const document = {
    ...drawn,
    nodes: drawn.nodes.map((n) => (n.id === 'desk' ? { ...n, id: long } : n)),
    links: drawn.links.map((l) => ({ ...l, from: { ...l.from, node: long } })),
  }
  const { id } = await s.ok('POST /scenes', { body: { name: 'Drawn by hand', document, minutes: null } }, 'admin')
  await until(s, id, ['running'])
  const { items } = await s.ok('GET /instances', { query: { scene_id: id } }, 'admin')
  expect(items.map((i) => i.id)).toEqual([`${id}.${long}`])
  const ids = items.map((i) => i.id)
  expect((await s.ok('POST /instances/stop', { body: { ids } }, 'admin')).done).toEqual(ids)
  expect((await s.ok('GET /instances', { query: { ids } }, 'admin')).total).toBe(1)
})
