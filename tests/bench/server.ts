/**
 * A server for measuring: as it runs in production, but without rate limits. Prints one line of JSON when it listens; on the input line
 * `stir N` it changes N scenes, as if something happened to them.
 */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buildApp } from '#mock/app.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openDb } from '#mock/db/open.ts'
import type { Logger } from '#mock/http/handler.ts'
import { seed } from '#mock/seed/seed.ts'
import { layCandidates } from './examGround.ts'
import { laySceneGround } from './sceneGround.ts'

const silent: Logger = { info: () => {}, warn: () => {}, error: (fields, message) => console.error(message, fields) }
const plenty = { max: 1e9, per: 60 }
const open = { account: plenty, address: plenty }

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
  config: { rates: { read: open, write: open, 'sign-in': open, register: open, upload: open, report: open } },
})
const { made: fresh } = await seed(platform, { demo: true })
const url = await app.listen({ port: Number(port), host: '127.0.0.1' })
const clients = ground === 'scenes' ? await laySceneGround(db, platform, scenes.drivers) : []
// started again, a hall has its candidates
const [, hall] = fresh ? (/^exam (\d+)$/.exec(ground) ?? []) : []
const tokens = hall ? await layCandidates(db, platform, Number(hall)) : []
console.log(JSON.stringify({ url, clients, tokens }))
for await (const line of createInterface({ input: process.stdin })) {
  const [, n] = /^stir (\d+)$/.exec(line) ?? []
  if (n)
    await db.query(
      'update scene set revision = revision + 1 where id in (select id from scene order by random() limit $1)',
      [Number(n)],
    )
}
