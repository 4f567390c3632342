/**
 * A server as a process of its own over a data directory, or over a PostgreSQL database beside it, to be killed at any moment. It says
 * `ready {token}` once it listens, and answers the line `contents` with what the libraries hold and `scenes` with what became of scenes.
 */
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { env } from '#config/env.ts'
import { buildApp } from '#mock/app.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import { openDb } from '#mock/db/open.ts'
import { silentLog } from '#mock/http/log.ts'
import { contents } from './import.ts'
import { type AccountName, userId } from './people.ts'
import { sceneLedger } from './sceneLedger.ts'
import { noLimits } from './rates.ts'

const [dir = '', port = '0', as = 'admin', url = '', machines = ''] = process.argv.slice(2)
const { system, accel } = env.qemu
const say = (word: string, value: unknown): void => void writeSync(1, `${word} ${JSON.stringify(value)}\n`)

const db = await openDb(url ? { url } : { dir })
const { app, platform } = await buildApp({
  db,
  now: () => new Date(),
  random: randomBytes,
  files: path.join(dir, 'files'),
  log: { ...silentLog, error: ({ error }: { error?: unknown }, message) => console.error(message, error) },
  config: {
    rates: noLimits,
    ...(machines ? { machines: { root: path.join(dir, 'machines'), system, accel } } : {}),
  },
})
const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
const { token } = await db.tx((q) => startSession(q, platform, userId(as as AccountName), meta))
await app.listen({ port: Number(port), host: '127.0.0.1' })
say('ready', { token })
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'contents') say('contents', await contents(db))
  // more than a pipe takes at once
  if (line === 'scenes') process.stdout.write(`scenes ${JSON.stringify(await sceneLedger(db))}\n`)
}
