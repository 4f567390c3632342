/** Rates of the API through the whole interpreter: session, permission, parsing, transaction, audit, reply check. One server process, one load process. */
import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { accountOf } from '#tests/support/demo.ts'
import { root } from '../support/served.ts'
import { type Figure, median } from './table.ts'

export interface Bench {
  url: string
  token: string
  stop(): Promise<void>
}

/** The sources' server without rate limits, on a data directory of its own. */
export async function benchServer(): Promise<Bench> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'range-bench-'))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(root, 'tests/bench/server.ts'), data, '0', path.join(root, 'dist')],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const url = await new Promise<string>((done, failed) => {
    let text = ''
    child.stdout.on('data', (d: Buffer) => {
      text += d.toString()
      const line = text.split('\n').find((l) => l.startsWith('{"url"'))
      if (line) done((JSON.parse(line) as { url: string }).url)
    })
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
  })
  const { username, password } = accountOf('super')
  const answer = await fetch(`${url}/api/mg/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = (await answer.json()) as { token: string }
  return {
    url,
    token,
    stop: async () => {
      const gone = new Promise<void>((done) => child.once('exit', () => done()))
      child.kill('SIGKILL')
      await gone
      rmSync(data, { recursive: true, force: true })
    },
  }
}

const call = async <T>(b: Bench, method: string, at: string, body?: unknown): Promise<T> => {
  const bytes = body instanceof Uint8Array
  const answer = await fetch(`${b.url}/api/mg/api${at}`, {
    method,
    headers: {
      authorization: `Bearer ${b.token}`,
      ...(body === undefined ? {} : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: bytes ? (body as unknown as BodyInit) : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Requests a second, the median of three rounds; refuses to report a rate of refusals. */
async function rate(b: Bench, o: autocannon.Options): Promise<number> {
  const rounds: number[] = []
  for (let i = 0; i < 3; i++) {
    const r = await autocannon({
      connections: 20,
      duration: 4,
      ...o,
      headers: { authorization: `Bearer ${b.token}`, ...o.headers },
    })
    if (r.non2xx > 0 || r.errors > 0)
      throw new Error(`${o.url}: ${r.non2xx} refused, ${r.errors} failed of ${r.requests.total}`)
    rounds.push(r.requests.average)
  }
  return median(rounds)
}

/** Plans and applies a generated package of `rows` GHDB entries; answers rows per second of each step. */
async function importRates(b: Bench, rows: number): Promise<{ plan: number; apply: number }> {
  const data = Array.from({ length: rows }, (_, i) => ({
    id: String(50_000 + i),
    date: '2025-03-04',
    url_title: `<a href="/ghdb/${50_000 + i}">inurl:&quot;bench/${i}&quot; filetype:log</a>`,
    cat_id: ['5', 'Vulnerable Files'],
    author_id: ['1', 'Bench'],
    author: { id: '1', name: 'Bench' },
    category: { cat_id: '5', cat_title: 'Vulnerable Files' },
  }))
  const zip = zipSync({
    'ghdb.json': strToU8(JSON.stringify({ draw: 1, recordsTotal: rows, recordsFiltered: rows, data })),
  })
  const upload = await call<{ id: string }>(b, 'POST', '/uploads', { name: 'bench.zip', size: zip.length })
  await call(b, 'PATCH', `/uploads/${upload.id}?offset=0`, zip)
  const until = async (id: string, state: string) => {
    for (;;) {
      const p = await call<{
        id: string
        state: string
        digest: string
        problem: string | null
        counts: { new: number }
      }>(b, 'GET', `/imports/${id}`)
      if (p.state === state) return p
      if (p.state === 'failed') throw new Error(`the import failed: ${p.problem}`)
      await new Promise((r) => setTimeout(r, 20))
    }
  }
  const from = performance.now()
  const begun = await call<{ id: string }>(b, 'POST', '/imports', { upload_id: upload.id })
  const planned = await until(begun.id, 'planned')
  const middle = performance.now()
  if (planned.counts.new !== rows) throw new Error(`${planned.counts.new} new rows instead of ${rows}`)
  await call(b, 'POST', `/imports/${begun.id}/apply`, { digest: planned.digest, on_duplicate: 'skip' })
  await until(begun.id, 'applied')
  return { plan: rows / ((middle - from) / 1000), apply: rows / ((performance.now() - middle) / 1000) }
}

export async function apiFigures(b: Bench): Promise<Figure[]> {
  const out: Figure[] = []
  const imported = await importRates(b, 10_000)
  out.push({
    what: 'import: rows planned',
    value: imported.plan,
    unit: 'rows/s',
    budget: '7,500 rows in seconds: ≥ 1,000',
    held: imported.plan >= 1000,
  })
  out.push({
    what: 'import: rows applied',
    value: imported.apply,
    unit: 'rows/s',
    budget: '7,500 rows in seconds: ≥ 1,000',
    held: imported.apply >= 1000,
  })
  const list = await call<{ items: { id: string; category_id: string }[] }>(b, 'GET', '/tools?page_size=1')
  const one = list.items[0]
  if (!one) throw new Error('no tool to read')
  const api = `${b.url}/api/mg/api`
  const read = await rate(b, { url: `${api}/tools/${one.id}` })
  out.push({ what: 'API: one row', value: read, unit: '/s', budget: '≥ 2,500/s', held: read >= 2500 })
  const page = await rate(b, { url: `${api}/dorks?page_size=20` })
  out.push({
    what: 'API: list of 20 out of 10,062, with total',
    value: page,
    unit: '/s',
    budget: '≥ 380/s',
    held: page >= 380,
  })
  let n = 0
  const write = await rate(b, {
    url: `${api}/tools`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    setupClient: (client) => {
      const next = () =>
        client.setBody(
          JSON.stringify({ name: `bench ${process.pid} ${n++}`, category_id: one.category_id, summary: '' }),
        )
      next()
      client.on('response', next)
    },
  })
  out.push({
    what: 'API: durable write with audit',
    value: write,
    unit: '/s',
    budget: '≥ 1,500/s',
    held: write >= 1500,
  })
  return out
}
