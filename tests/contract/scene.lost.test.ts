/** G2: answers to commands are lost after the server did them, and the caller asks again with the same key. `RUNS=1000` for the long run. */
import http from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chaosProxy, type ChaosProxy } from '#tests/support/chaosProxy.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { sceneLedger } from './support/sceneLedger.ts'
import { testServer, type TestServer } from './support/server.ts'
import { some } from '../support/some.ts'

const commands = Number(process.env.RUNS ?? some(24))
const document = lan(node('a', 'container'))

let s: TestServer
let proxy: ChaosProxy
let token: string
let lose = 0
beforeAll(async () => {
  s = await testServer()
  const url = await s.app.listen({ port: 0, host: '127.0.0.1' })
  // of every three connections of a command two are broken: one before, one after the server did it
  proxy = await chaosProxy(
    Number(new URL(url).port),
    () => (['answer lost', 'request lost', 'passes'] as const)[lose++ % 3] ?? 'passes',
  )
  token = await s.token('admin')
})
afterAll(async () => {
  await proxy.close()
  await s.close()
})

interface Reply {
  status: number
  body: { id: string; status: string }
}
const once = (path: string, body: object, key: string) =>
  new Promise<Reply>((done, failed) => {
    const req = http.request(
      { port: proxy.port, host: '127.0.0.1', path: `/api/mg/api${path}`, method: 'POST', agent: false },
      (res) => {
        let text = ''
        res
          .on('data', (d) => (text += d))
          .on('end', () => done({ status: res.statusCode ?? 0, body: JSON.parse(text) }))
        res.on('error', failed)
      },
    )
    req.on('error', failed)
    req.setHeader('authorization', `Bearer ${token}`)
    req.setHeader('content-type', 'application/json')
    req.setHeader('idempotency-key', key)
    req.end(JSON.stringify(body))
  })

/** As the page does: the same call again until there is an answer. */
async function send(path: string, body: object, key: string): Promise<Reply['body']> {
  for (let tries = 0; tries < 10; tries++) {
    const reply = await once(path, body, key).catch(() => undefined)
    if (!reply) continue
    expect([path, reply.status]).toEqual([path, 200])
    return reply.body
  }
  throw new Error('never answered')
}

it(`does each of ${commands} commands once whose answers are lost, and leaves nothing of nobody's`, async () => {
  const taken: Record<string, number> = {}
  const ids: string[] = []
  for (let n = 0; n < commands / 4; n++) {
    const { id } = await send('/scenes', { name: `Scene ${n}`, document }, `create-${n}-key`)
    ids.push(id)
    taken[`${id} create`] = 1
    await until(s, id, ['running'])
    for (const [event, status] of [
      ['stop', 'not-running'],
      ['start', 'running'],
      ['delete', 'deleted'],
    ] as const) {
      // two of the same at once, as from an impatient page
      const answers = await Promise.all([1, 2].map(() => send(`/scenes/${id}/${event}`, {}, `${event}-${n}-key`)))
      expect(answers[0]).toEqual(answers[1])
      taken[`${id} ${event}`] = 1
      await until(s, id, [status])
    }
  }
  const ledger = await sceneLedger(s.db)
  expect(ledger.asked).toEqual(taken)
  expect(ledger.scenes.map((x) => x.id)).toEqual(ids.toSorted())
  expect(ledger.there).toEqual([])
  expect(proxy.counts['answer lost']).toBeGreaterThan(commands / 2)
  const { rows } = await s.db.query(
    `select request_id from audit where action like 'scene.%' and result = 'done' and action not like '%extend'`,
  )
  expect(rows).toHaveLength(ids.length * 4)
})
