/**
 * J2: how soon the built server answers: at its first start from an empty folder, at a later one, and after `kill -9` in the middle of
 * writes, with the demonstration's data, on both engines. The time counts from the start of the process until `/ready` is good and the
 * portal's page is there; beside it what of the processor that took, which a machine with much else to do cannot stretch.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { accountOf } from '../support/demo.ts'
import { type Postgres, withPostgres } from '../support/postgres.ts'
import { freePort, root } from '../support/served.ts'
import { type Bench, call, processorTime } from './benchServer.ts'
import { type Figure, median } from './table.ts'

const rounds = 3
const kills = 20
const writers = 8
const budgets = { first: 10_000, later: 3000, killed: 2000 }
const server = path.join(root, 'dist/server/index.js')

const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

async function good(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const ok = await fetch(url).then(
      (r) => r.ok,
      () => false,
    )
    if (ok) return
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
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

interface Took {
  ms: number
  /** Seconds of the processor. */
  processor: number
}
const nothing = (): Record<keyof typeof budgets, Took[]> => ({ first: [], later: [], killed: [] })

async function times(database: () => Promise<string | undefined>): Promise<ReturnType<typeof nothing>> {
  const out = nothing()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const gone = new Promise((done) => child?.once('exit', done))
    if (child?.kill(signal)) await gone
  }
  for (let round = 0; round < rounds; round++) {
    const data = mkdtempSync(path.join(os.tmpdir(), 'range-restart-'))
    const DATABASE_URL = (await database()) ?? ''
    const start = async (): Promise<Took> => {
      const from = performance.now()
      child = spawn(
        process.execPath,
        [server, '--port', String(port), '--package-port', '0', '--data', data, '--log', 'error'],
        {
          stdio: 'ignore',
          env: { ...process.env, DATABASE_URL },
        },
      )
      await good(`${url}/ready`, child)
      await good(`${url}/page/mg/`, child)
      return { ms: performance.now() - from, processor: processorTime(`/proc/${child.pid}/stat`) }
    }
    try {
      out.first.push(await start())
      await end('SIGTERM')
      out.later.push(await start())
      // the last one is killed again and again
      if (round < rounds - 1) continue
      const { username, password } = accountOf('super')
      const { token } = await call<{ token: string }>({ url, token: '' }, 'POST', '/session', { username, password })
      const b = { url, token }
      const { items } = await call<{ items: { id: string }[] }>(b, 'GET', '/tool-categories')
      for (let n = 0; n < kills; n++) {
        const writing = Array.from({ length: writers }, (_, w) => write(b, `${n}-${w}`, items[0]?.id))
        await pause(500 + Math.random() * 500)
        await end('SIGKILL')
        await Promise.all(writing)
        out.killed.push(await start())
      }
    } finally {
      await end('SIGKILL')
      rmSync(data, { recursive: true, force: true })
    }
  }
  return out
}

const names = { first: 'first start from an empty folder', later: 'later start', killed: 'ready again after kill -9' }

function figures(where: string, found: ReturnType<typeof nothing>): Figure[] {
  return (Object.keys(budgets) as (keyof typeof budgets)[]).flatMap((kind) => {
    const took = found[kind].map((t) => t.ms)
    const what = `${names[kind]}${where}`
    return [
      {
        what: `${what} (median of ${took.length})`,
        value: median(took),
        unit: 'ms',
        budget: `${budgets[kind].toLocaleString('en-US')} ms`,
        held: median(took) <= budgets[kind],
      },
      { what: `${what} (longest)`, value: Math.max(...took), unit: 'ms', budget: 'none' },
      {
        what: `${what}, of the processor`,
        value: median(found[kind].map((t) => t.processor)),
        unit: 's',
        budget: 'none',
      },
    ]
  })
}

export async function restartFigures(): Promise<Figure[]> {
  if (!existsSync(server)) throw new Error('build first: npm run build')
  const embedded = figures('', await times(async () => undefined))
  const postgres = await withPostgres(['fsync=on', 'full_page_writes=on']).catch((e: unknown) =>
    String(e instanceof Error ? e.message : e),
  )
  if (typeof postgres === 'string') {
    console.error(`PostgreSQL was not measured: ${postgres}`)
    return embedded
  }
  try {
    return [...embedded, ...figures(' on PostgreSQL', await times(emptyOn(postgres)))]
  } finally {
    await postgres.stop()
  }
}

function emptyOn(postgres: Postgres): () => Promise<string> {
  let made = 0
  return () => postgres.createDatabase(`start_${++made}`)
}
