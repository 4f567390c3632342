/** A compute node that stops working is an alarm of its own, until it works again or nobody waits for it any more. */
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

const loop = { percentile: () => 0, reset: () => undefined }
/** Two looks in a row, as an alarm takes. */
async function look(): Promise<void> {
  for (let n = 0; n < 2; n++) {
    s.clock.advance(15)
    await evaluate({ platform: s.platform, loop, broken: async () => 0 })
  }
}
const alarms = async () =>
  (await s.ok('GET /alarms', { query: { rule: ['nodes'] } }, 'super')).items
    .map((a) => `${a.subject} ${a.status}`)
    .sort()

it('opens for the node that is down, and clears when it answers', async () => {
  await look()
  expect(await alarms()).toEqual([])
  await breakThing(s.db, 'node', 'one', s.clock.now())
  await look()
  expect(await alarms()).toEqual(['Node one open'])
  await mendThing(s.db, 'node', 'one')
  await look()
  expect(await alarms()).toEqual(['Node one cleared'])
})

it('is over for a node that was switched off', async () => {
  await breakThing(s.db, 'node', 'two', s.clock.now())
  await look()
  expect(await alarms()).toEqual(['Node one cleared', 'Node two open'])
  await s.ok('POST /compute-nodes/:id/disable', { params: { id: 'two' }, body: { version: 1 } }, 'super')
  await look()
  expect(await alarms()).toEqual(['Node one cleared', 'Node two cleared'])
})
