/** Two servers on one PostgreSQL: whoever is connected to either hears what happens at the other. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerApp, buildApp } from '#mock/app.ts'
import type { Db } from '#mock/db/db.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openPg } from '#mock/db/pg.ts'
import { silentLog } from '#mock/http/log.ts'
import { eventReader } from '#src/lib/events.ts'
import { began, peopled, userId } from '#tests/contract/support/people.ts'
import { ownDatabase } from '#tests/support/postgres.ts'
import { notify } from '../areas/notice/notify.ts'
import { endSessions, startSession } from '../areas/session/sessions.ts'

const servers: ServerApp[] = []
const dbs: Db[] = []
const ports: number[] = []
let stop = async (): Promise<void> => {}

beforeAll(async () => {
  const postgres = await ownDatabase()
  stop = postgres.stop
  for (let i = 0; i < 2; i++) {
    const db = await openPg(postgres.url)
    dbs.push(db)
    if (i === 0) {
      await migrate(db)
      await peopled.prepare(db)
    }
    const server = await buildApp({ db, now: () => began, random: randomBytes, files: os.tmpdir(), log: silentLog })
    servers.push(server)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    ports.push((server.app.server.address() as AddressInfo).port)
  }
})
afterAll(async () => {
  for (const server of servers) await server.close()
  for (const db of dbs) await db.close()
  await stop()
})

interface Line {
  heard: string[]
  ended: boolean
}
const listen = (port: number, token: string): Promise<Line> =>
  new Promise((resolve) => {
    http.get(
      { port, host: '127.0.0.1', path: '/api/mg/api/events', headers: { authorization: `Bearer ${token}` } },
      (res) => {
        const line: Line = { heard: [], ended: false }
        const read = eventReader((data) => {
          line.heard.push(data)
          if (line.heard.length === 1) resolve(line)
        })
        res.setEncoding('utf8').on('data', read)
        res.once('close', () => {
          line.ended = true
        })
      },
    )
  })

it('both deliver, and a session that ends at one ends its streams at the other', async () => {
  const [one] = servers
  const [db] = dbs
  if (!one || !db) throw new Error('no server')
  const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
  const student = userId('student')
  const { token } = await db.tx((q) => startSession(q, one.platform, student, meta))
  const lines = await Promise.all(ports.map((port) => listen(port, token)))
  await db.tx((q) => notify(q, one.platform, { to: [student], kind: 'team_added', params: { team: 'A' } }))
  await expect
    .poll(() => lines.map((l) => l.heard))
    .toEqual([
      ['ready', 'messages'],
      ['ready', 'messages'],
    ])
  await db.tx((q) => endSessions(q, student, 'signed-out', began))
  await expect.poll(() => lines.map((l) => l.ended)).toEqual([true, true])
})
