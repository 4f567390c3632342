/**
 * J2: how soon the built server answers again after `kill -9` in the middle of writes, with the demonstration's data, on both engines. The
 * time counts from the start of the process until `/ready` is good.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { accountOf } from '../support/demo.ts'
import { withPostgres } from '../support/postgres.ts'
import { freePort, root } from '../support/served.ts'
import { type Bench, call } from './benchServer.ts'
import { type Figure, median } from './table.ts'

const kills = 20
const writers = 8
const budget = 2000
const server = path.join(root, 'dist/server/index.js')

const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

async function ready(url: string): Promise<void> {
  for (;;) {
    const good = await fetch(`${url}/ready`).then(
      (r) => r.ok,
      () => false,
    )
    if (good) return
    await pause(10)
  }
}

/** Writes one after the other until nobody answers; a refusal of the rate limit is an answer. */
async function write(b: Pick<Bench, 'url' | 'token'>, name: string, category_id: string | undefined): Promise<void> {
  for (let n = 0; ; n++)
    try {
      await call(b, 'POST', '/tools', {
        name: `${name} ${n}`,
        category_id,
        summary: 'Written until the server is killed',
      })
    } catch (e) {
      if (e instanceof TypeError) return
      await pause(50)
    }
}

async function times(database: string | undefined): Promise<number[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'range-restart-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const start = async (): Promise<number> => {
    const from = performance.now()
    child = spawn(process.execPath, [server, '--port', String(port), '--data', data, '--log', 'error'], {
      stdio: 'ignore',
      env: { ...process.env, DATABASE_URL: database ?? '' },
    })
    await ready(url)
    return performance.now() - from
  }
  try {
    await start()
    const { username, password } = accountOf('super')
    const { token } = await call<{ token: string }>({ url, token: '' }, 'POST', '/session', { username, password })
    const b = { url, token }
    const { items } = await call<{ items: { id: string }[] }>(b, 'GET', '/tool-categories')
    const out: number[] = []
    for (let n = 0; n < kills; n++) {
      const writing = Array.from({ length: writers }, (_, w) => write(b, `${n}-${w}`, items[0]?.id))
      await pause(500 + Math.random() * 500)
      const gone = new Promise((done) => child?.once('exit', done))
      child?.kill('SIGKILL')
      await Promise.all([gone, ...writing])
      out.push(await start())
    }
    return out
  } finally {
    child?.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

export async function restartFigures(): Promise<Figure[]> {
  if (!existsSync(server)) throw new Error('build first: npm run build')
  const figures = (where: string, found: readonly number[]): Figure[] => [
    {
      what: `ready again after kill -9${where} (median of ${kills})`,
      value: median(found),
      unit: 'ms',
      budget: '2,000 ms',
      held: median(found) <= budget,
    },
    { what: `ready again after kill -9${where} (longest)`, value: Math.max(...found), unit: 'ms', budget: 'none' },
  ]
  const embedded = figures('', await times(undefined))
  const postgres = await withPostgres(['fsync=on', 'full_page_writes=on']).catch((e: unknown) =>
    String(e instanceof Error ? e.message : e),
  )
  if (typeof postgres === 'string') {
    console.error(`PostgreSQL was not measured: ${postgres}`)
    return embedded
  }
  try {
    return [...embedded, ...figures(' on PostgreSQL', await times(postgres.url))]
  } finally {
    await postgres.stop()
  }
}
