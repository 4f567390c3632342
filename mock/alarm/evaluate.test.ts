/** From which figure on an alarm opens is a setting; a compute node that stops working is an alarm of its own, until it works again or nobody waits for it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documents } from '#mock/crud/documents.ts'
import { breakThing, mendThing } from '#mock/world/faults.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { evaluate } from './evaluate.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const hand = { at: s.clock.now(), by: 'user-super' }
  const node = (id: string, n: number) => ({
    id,
    data: { name: `Node ${id}`, address: `10.9.0.${n}`, cores: 8, memory: 32, status: 'enabled' as const },
  })
  await documents('compute-node').insertMany(s.db, [node('one', 21), node('two', 22)], hand)
})
afterAll(() => s.close())

/** Two looks in a row, as an alarm takes; `late` in milliseconds. */
async function look({ late = 0, broken = 0 } = {}): Promise<void> {
  const loop = { percentile: () => late * 1e6, reset: () => undefined }
  for (let n = 0; n < 2; n++) {
    s.clock.advance(15)
    await evaluate({ platform: s.platform, loop, broken: async () => broken })
  }
}
const nodes = () => alarms(['nodes'])
const alarms = async (rules: string[]) =>
  (await s.ok('GET /alarms', { query: { rule: rules } }, 'super')).items.map((a) => `${a.subject} ${a.status}`).sort()

it('opens for the node that is down, and clears when it answers', async () => {
  await look()
  expect(await nodes()).toEqual([])
  await breakThing(s.db, 'node', 'one', s.clock.now())
  await look()
  expect(await nodes()).toEqual(['Node one open'])
  await mendThing(s.db, 'node', 'one')
  await look()
  expect(await nodes()).toEqual(['Node one cleared'])
})

it('is over for a node that was switched off', async () => {
  await breakThing(s.db, 'node', 'two', s.clock.now())
  await look()
  expect(await nodes()).toEqual(['Node one cleared', 'Node two open'])
  await s.ok('POST /compute-nodes/:id/disable', { params: { id: 'two' }, body: { version: 1 } }, 'super')
  await look()
  expect(await nodes()).toEqual(['Node one cleared', 'Node two cleared'])
})

it.each([
  ['event_loop', { late: 300 }, 301],
  ['services', { broken: 2 }, 3],
] as const)('of %s opens from the configured figure on, and not below it', async (rule, found, above) => {
  const opened = async () => (await s.ok('GET /alarms', { query: { rule: [rule], status: ['open'] } }, 'super')).items
  const threshold = async (figure: number) => {
    const {
      id: _,
      updated_at: __,
      updated_by: ___,
      can: ____,
      ...values
    } = await s.ok('GET /config/alarms', {}, 'super')
    await s.ok('PUT /config/alarms', { body: { ...values, [rule]: figure } }, 'super')
    // the server has the change in memory with the next call at the latest
    await opened()
  }
  await threshold(above)
  await look(found)
  expect(await opened()).toEqual([])
  await threshold(above - 1)
  await look(found)
  expect(await opened()).toMatchObject([{ threshold: above - 1, value: above - 1 }])
})
