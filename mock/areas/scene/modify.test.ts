/** `modify`: a scene takes over what its topology has become, at rest and while it runs; and what of its nodes each reader sees. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

async function drawn(name: string, document: TopologyDocument) {
  const { id } = await s.ok('POST /topologies/import', { body: { name, document } }, 'admin')
  return {
    id,
    async redraw(next: TopologyDocument) {
      await s.db.query('update topology_drawing set document = $2::jsonb where topology_id = $1', [
        id,
        JSON.stringify(next),
      ])
    },
  }
}
const before = lan(node('a', 'container'), node('b', 'container'))
const after = lan(node('a', 'container', { x: 90, memory: 2048 }), node('c', 'container'))
const scene = (id: string) => s.ok('GET /scenes/:id', { params: { id } }, 'admin')
const changes = (id: string) => s.ok('GET /scenes/:id/changes', { params: { id } }, 'admin')
const nothing = { added: [], removed: [], changed: [], wires: false }

it.each(['running', 'not-running'] as const)('a scene that is %s says what differs, and takes it over', async (at) => {
  const topology = await drawn(`Drawn for ${at}`, before)
  const { id } = await s.ok('POST /scenes', { body: { name: `Scene ${at}`, topology_id: topology.id } }, 'admin')
  await until(s, id, ['running'])
  if (at === 'not-running') {
    await s.ok('POST /scenes/:id/stop', { params: { id }, body: {} }, 'admin')
    await until(s, id, [at])
  }
  expect(await changes(id)).toEqual(nothing)
  await topology.redraw({ ...before, nodes: before.nodes.map((n) => ({ ...n, x: n.x + 40, note: 'moved' })) })
  expect(await changes(id)).toEqual(nothing)
  await topology.redraw(after)
  expect(await changes(id)).toEqual({ added: ['c'], removed: ['b'], changed: ['a', 'sw'], wires: true })
  await s.ok('POST /scenes/:id/modify', { params: { id }, body: {} }, 'admin')
  await until(s, id, [at])
  const { nodes, instances } = await scene(id)
  const power = at === 'running' ? 'on' : 'off'
  expect(nodes.flatMap((n) => (n.kind === 'container' ? [[n.name, n.status]] : [])).sort()).toEqual([
    ['a', power],
    ['c', power],
  ])
  expect(instances).toBe(2)
  expect(await changes(id)).toEqual(nothing)
})

it('is not offered where there is no topology to take over, nor to those who only use the scene', async () => {
  const { id } = await s.ok('POST /scenes', { body: { name: 'Without one', document: before } }, 'admin')
  await until(s, id, ['running'])
  expect((await scene(id)).can).not.toContain('modify')
  const refused = await s.call('POST /scenes/:id/modify', { params: { id }, body: {} }, 'admin')
  expect(refused.problem.code).toBe('not_allowed_in_state')
  const topology = await drawn('Drawn for students', before)
  const own = await s.ok(
    'POST /scenes',
    { body: { name: 'Of a student', topology_id: topology.id, owner_id: 'user-student' } },
    'admin',
  )
  const theirs = await s.ok('GET /scenes/:id', { params: { id: own.id } }, 'student')
  expect(theirs.can).not.toContain('modify')
  const asked = await s.call('GET /scenes/:id/changes', { params: { id: own.id } }, 'student')
  expect(asked.problem.code).toBe('no_operation_permission')
})

it('counts for each reader the nodes that he sees', async () => {
  const document = lan(node('a', 'container'), node('hidden', 'container', { visibility: 'leaders' }))
  const { id } = await s.ok(
    'POST /scenes',
    { body: { name: 'Hidden one', document, owner_id: 'user-student' } },
    'admin',
  )
  await until(s, id, ['running'])
  const counts = async (as: 'admin' | 'student') => {
    const { on, instances, node_count } = await s.ok('GET /scenes/:id', { params: { id } }, as)
    return { on, instances, node_count }
  }
  expect(await counts('admin')).toEqual({ on: 2, instances: 2, node_count: 3 })
  expect(await counts('student')).toEqual({ on: 1, instances: 1, node_count: 2 })
})
