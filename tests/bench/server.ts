/**
 * A server for measuring: as it runs in production, but without rate limits. Prints one line of JSON when it listens; on the input line
 * `stir N` it changes N scenes, as if something happened to them, on `bare` it prints what the saves of a hall cost at the least, on
 * `solves ID SHARE` it lets the entries of a contest have solved their share.
 */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buildApp } from '#mock/app.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openDb } from '#mock/db/open.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import type { Logger } from '#mock/http/request/handler.ts'
import { backlog } from '#mock/http/server.ts'
import { seed } from '#mock/seed/seed.ts'
import { laySolves } from './contestGround.ts'
import { bareSaves, layCandidates } from './examGround.ts'
import { layLists } from '../support/listGround.ts'
import { noLimits } from '#tests/contract/support/rates.ts'
import { accountOf } from '../support/demo.ts'
import { laySceneGround } from './sceneGround.ts'

const silent: Logger = { info: () => {}, warn: () => {}, error: (fields, message) => console.error(message, fields) }

const [dir = '', port = '0', dist = '', ground = ''] = process.argv.slice(2)
const db = await openDb(process.env['DATABASE_URL'] ? { url: process.env['DATABASE_URL'] } : { dir })
await migrate(db)
const { app, platform, scenes } = await buildApp({
  db,
  now: () => new Date(),
  random: randomBytes,
  files: path.join(dir, 'files'),
  log: silent,
  ...(dist ? { dist } : {}),
  config: { rates: noLimits },
})
const { made: fresh } = await seed(platform, { demo: true })
const url = await app.listen({ port: Number(port), host: '127.0.0.1', backlog })
const clients = ground === 'scenes' ? await laySceneGround(db, platform, scenes.drivers) : []
// started again, a hall has its candidates
const [, hall] = fresh ? (/^(?:exam|contest) (\d+)$/.exec(ground) ?? []) : []
const tokens = hall ? await layCandidates(db, platform, Number(hall)) : []
const [, rows] = /^lists (\d+)$/.exec(ground) ?? []
const lists = rows ? await listsWith(Number(rows)) : undefined
console.log(JSON.stringify({ url, clients, tokens, lists }))
/** Lists of so many rows, and sessions of those who ask for them. */
async function listsWith(count: number) {
  const people: { id: string; token: string }[] = []
  for (const role of ['admin', 'teacher', 'super'] as const) {
    const { rows: found } = await db.query<{ id: string }>(`select id from r_user where data->>'username' = $1`, [
      accountOf(role).username,
    ])
    const user = found[0]?.id ?? ''
    const meta = { request_id: 'bench', address: '127.0.0.1', agent: 'bench', origin: undefined }
    people.push({ id: user, token: (await db.tx((q) => startSession(q, platform, user, meta))).token })
  }
  const callers = people.slice(0, 2).map((p) => p.id)
  return { ...(await layLists(db, platform, count, callers)), tokens: people.map((p) => p.token) }
}
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'bare') console.log(JSON.stringify({ bare: await bareSaves(db) }))
  const [, contest, share] = /^solves (\S+) ([\d.]+)$/.exec(line) ?? []
  if (contest) console.log(JSON.stringify({ laid: await laySolves(db, platform, contest, Number(share)) }))
  const [, n] = /^stir (\d+)$/.exec(line) ?? []
  if (n)
    await db.query(
      'update scene set revision = revision + 1 where id in (select id from scene order by random() limit $1)',
      [Number(n)],
    )
}
