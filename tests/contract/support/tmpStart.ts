const t0 = performance.now(); const lap = (w: string) => console.error(w, Math.round(performance.now() - t0), 'cpu', Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1000))
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { buildApp } from '#mock/app.ts'
import { openPglite } from '#mock/db/pglite.ts'
import { silentLog } from '#mock/http/log.ts'
lap('loaded')
const dir = process.argv[2] ?? ''
const db = await openPglite(dir); lap('open')
const { app } = await buildApp({ db, now: () => new Date(), random: randomBytes, files: path.join(dir, 'files'), log: silentLog }); lap('app')
await app.listen({ port: 4654 }); lap('listen')
process.kill(process.pid, 'SIGKILL')
