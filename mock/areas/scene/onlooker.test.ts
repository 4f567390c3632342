/** Who oversees scenes by a right to read sees what an overseer sees and lays hand on nothing; a part of his own stays as it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askedEvents } from '#src/contract/scene/status.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { lan, node, until } from '#tests/support/scene.ts'

const onlooker = 'second-student'
let s: TestServer
let id: string
const make = async (name: string, more: object = {}) => {
  const flags = [{ id: 'f', name: 'flag', path: '/flag', value: 'flag{not-for-onlookers}', points: 10 }]
  const document = lan(
    node('desk', 'container', { console: 'everybody' }),
    node('hidden', 'container', { visibility: 'nobody', flags }),
  )
  const body = { name, type: 'practice', owner_id: userId('student'), document, ...more }
  const made = await s.ok('POST /scenes', { body: body as never }, 'admin')
  await until(s, made.id, ['running'])
  return made.id
}
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const permissions = ['instance-monitoring:read', 'instance-manage:read', 'course-scene-console', 'personal']
  const role = await s.ok('POST /roles', { body: { name: 'Onlookers', description: '', permissions } }, 'super')
  await s.ok('POST /roles/:id/members', { params: { id: role.id }, body: { ids: [userId(onlooker)] } }, 'super')
  id = await make('Looked at')
})
afterAll(() => s.close())

describe('an onlooker of a scene', () => {
  it('sees it with all its nodes, and no flag', async () => {
    const seen = await s.ok('GET /scenes/:id', { params: { id } }, onlooker)
    const whole = await s.ok('GET /scenes/:id', { params: { id } }, 'admin')
    expect(seen.nodes.map((n) => n.name)).toEqual(whole.nodes.map((n) => n.name))
    expect(seen.nodes.map((n) => n.name)).toContain('hidden')
    expect(JSON.stringify(seen)).not.toContain('not-for-onlookers')
    expect((await s.ok('GET /scenes', {}, onlooker)).items.map((x) => x.id)).toContain(id)
    expect((await s.call('GET /scenes/:id/events', { params: { id } }, onlooker)).status).toBe(200)
    expect((await s.call('GET /scenes/:id/metrics', { params: { id } }, onlooker)).status).toBe(200)
  })

  it('is offered nothing', async () => {
    const { can, nodes } = await s.ok('GET /scenes/:id', { params: { id } }, onlooker)
    expect(can).toEqual([])
    expect(nodes.flatMap((n) => ('can' in n ? (n.can as string[]) : []))).toEqual([])
  })

  it('is refused whatever would change or enter it, and told which right it would take', async () => {
    const { version } = await s.ok('GET /scenes/:id', { params: { id } }, 'admin')
    const person = { name: 'Taken', owner_id: userId(onlooker), member_ids: [], team_ids: [], leader_ids: [], version }
    const asked = [
      ...askedEvents.map(
        (e) =>
          [
            `POST /scenes/:id/${e}`,
            e === 'snapshot' ? { name: 'mine' } : e === 'restore' ? { snapshot_id: 'none' } : {},
          ] as const,
      ),
      ['POST /scenes/:id/extend', {}],
      ['PUT /scenes/:id', person],
      ['POST /scenes/:id/console', { node: 'desk', kind: 'terminal' }],
    ] as const
    const answers = []
    for (const [key, body] of asked) {
      const { status, problem } = await s.call(key as never, { params: { id }, body } as never, onlooker)
      if (status !== 403 || problem.code !== 'read_only_right') answers.push(`${key}: ${status} ${problem?.code}`)
    }
    expect(answers).toEqual([])
    expect((await s.ok('GET /scenes/:id', { params: { id } }, 'admin')).status).toBe('running')
  })

  it('keeps his own part where he has one', async () => {
    const own = await make('His own', { owner_id: userId(onlooker) })
    const seen = await s.ok('GET /scenes/:id', { params: { id: own } }, onlooker)
    expect(seen.can).toEqual(expect.arrayContaining(['stop', 'console']))
    // the part of an owner sees what owners see, no more
    expect(seen.nodes.map((n) => n.name)).not.toContain('hidden')
    expect((await s.call('POST /scenes/:id/pause', { params: { id: own }, body: {} }, onlooker)).status).toBe(200)
  })
})
