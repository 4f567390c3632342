import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { buildApp } from '/work/main/mock/app.ts'
import { openDb } from '/work/main/mock/db/open.ts'
import { migrate } from '/work/main/mock/db/migrate.ts'
import { peopled, userId } from '/work/main/tests/contract/support/people.ts'
import { noLimits } from '/work/main/tests/contract/support/server.ts'
import { startSession } from '/work/main/mock/areas/session/sessions.ts'
import autocannon from 'autocannon'
const engine = process.argv[2] ?? 'file'
let db, stop = async () => {}
if (engine === 'pg') { const { withPostgres } = await import('/work/main/tests/support/postgres.ts'); const p = await withPostgres(); db = await openDb({ url: p.url }); stop = () => p.stop() }
else if (engine === 'mem') db = await openDb({ memory: true })
else { rmSync('/tmp/mg-http/data', { recursive: true, force: true }); db = await openDb({ dir: '/tmp/mg-http/data' }) }
await migrate(db); await peopled.prepare(db)
const a = await buildApp({ db, now: () => new Date(), random: randomBytes, files: '/tmp/mg-http/files', log: { info() {}, warn(...x) { console.log(...x) }, error(...x) { console.log(...x) } }, config: { rates: noLimits } })
await a.app.listen({ port: 4631, host: '127.0.0.1' })
const meta = { request_id: 'x', address: '::1', agent: '', origin: undefined }
const tokens: string[] = []
for (let i = 0; i < 50; i++) tokens.push((await db.tx((q) => startSession(q, a.platform, userId('admin'), meta))).token)
const cat = await (await fetch('http://127.0.0.1:4631/api/mg/api/tool-categories', { method: 'POST', headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Scanners' }) })).json()
const run = async (name: string, o: object) => {
  const r = await autocannon({ url: 'http://127.0.0.1:4631', connections: 20, duration: 4, ...o } as never)
  console.log(name.padEnd(14), Math.round(r.requests.average), '/s', 'p50', r.latency.p50, 'p99', r.latency.p99, JSON.stringify(r.statusCodeStats))
}
let n = 0
const H = () => ({ authorization: `Bearer ${tokens[n++ % 50]}` })
const mk = (method: string, path: string, body?: () => string) => ({ requests: Array.from({ length: 50 }, () => ({ method, path, headers: { ...H(), ...(body ? { 'content-type': 'application/json' } : {}) }, ...(body ? { setupRequest: (r: { body: string }) => ({ ...r, body: body() }) } : {}) })) })
for (let k = 0; k < Number(process.argv[3] ?? 1); k++) {
await run('health', { requests: [{ method: 'GET', path: '/health' }] })
await run('point read', mk('GET', `/api/mg/api/tool-categories/${cat.id}`))
await run('permissions', mk('GET', `/api/mg/api/session/permissions`))
let c = 0
await run('write', mk('POST', '/api/mg/api/tools', () => JSON.stringify({ name: `Tool ${Date.now()} ${c++} ${Math.random()}`, category_id: cat.id, summary: 'x' })))
await run('list', mk('GET', `/api/mg/api/tools?page=2`))
await run('refused', mk('POST', '/api/mg/api/tools', () => '{"name":""}'))
}
await a.close(); await db.close(); await stop()
