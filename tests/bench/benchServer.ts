/** The server as it ships, bundled for plain Node, but without rate limits and over a database of its own. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { nodeBuild, withDatabase, withFolder } from '#config/vite/node.ts'
import { accountOf } from '#tests/support/demo.ts'
import type { ListGround } from '../support/listGround.ts'
import { root } from '../support/served.ts'
import type { SceneClient } from './sceneGround.ts'

export interface Bench {
  url: string
  token: string
  /** Those of the scenes, when they were asked for. */
  clients: readonly SceneClient[]
  /** Sessions of candidates, when an exam hall was asked for. */
  tokens: readonly string[]
  /** Of the lists, when they were asked for: sessions of an administrator, a teacher and the super administrator, and what to ask with. */
  lists: ListGround & { tokens: readonly string[] }
  /** Something happens to so many scenes. */
  stir(scenes: number): void
  /** Milliseconds of its processor for a save of the hall that is nothing but rows. */
  bareSave(): Promise<number>
  /** Lets every entry of a contest have solved its share of it. */
  laySolves(contest: string, share: number): Promise<void>
  /** Seconds of processor time it took so far, and bytes it holds; from `/proc`. */
  cpu(): number
  /** Of it, that of the thread which answers calls and that of the database. */
  threads(): { calls: number; database: number }
  memory(): number
  /** Ends it as a power switch would and starts it on the same data and port. */
  again(): Promise<void>
  stop(): Promise<void>
}

/** Below the project, so that the bundle finds the packages. */
const bundle = path.join(root, 'node_modules/.cache/range-bench')

/** Clock ticks of a second in `/proc/<pid>/stat`: always this many on Linux. */
const ticks = 100
/** Seconds of the processor that a process has used, its threads included. */
export function processorTime(stat: string): number {
  // the name of the process, which stands in brackets, may hold anything
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(stat, 'utf8')) ?? []
  return (Number(user) + Number(system)) / ticks
}

let bundled: Promise<string> | undefined
async function bundleOnce(): Promise<string> {
  const entries = {
    server: 'tests/bench/server.ts',
    crowd: 'tests/bench/crowd.ts',
    'course-crowd': 'tests/bench/courseCrowd.ts',
    'pglite.worker': 'mock/db/pglite.worker.ts',
    'reader.worker': 'mock/thread/reader.worker.ts',
    'shell.worker': 'mock/world/scene/simulated/shell.worker.ts',
    initdb: 'mock/initdb.ts',
  }
  const migrations = withFolder(path.join(root, 'mock/db/migrations'), path.join(bundle, 'migrations'))
  const clips = withFolder(path.join(root, 'mock/seed/course/clips'), path.join(bundle, 'clips'))
  await build({
    configFile: false,
    logLevel: 'warn',
    ...nodeBuild(bundle, entries, [migrations, clips, withDatabase(bundle)]),
  })
  return path.join(bundle, 'server.js')
}

/** The candidates of a hall, or the learners of a course, beside the server. */
export async function crowdProcess(name: 'crowd' | 'course-crowd' = 'crowd'): Promise<ChildProcess> {
  bundled ??= bundleOnce()
  return fork(path.join(path.dirname(await bundled), `${name}.js`), { serialization: 'advanced' })
}

/**
 * @param database address of a PostgreSQL database; the embedded one without
 * @param ground what is laid beside the demonstration
 */
export async function benchServer(
  database?: string,
  ground?: 'scenes' | `lists ${number}` | `exam ${number}` | `contest ${number}`,
): Promise<Bench> {
  bundled ??= bundleOnce()
  const script = await bundled
  const data = mkdtempSync(path.join(os.tmpdir(), 'range-bench-'))
  type Said = Pick<Bench, 'url' | 'clients' | 'tokens' | 'lists'>
  const start = async (port: string) => {
    const child = spawn(
      process.execPath,
      [script, data, port, ground && !ground.startsWith('contest') ? '' : path.join(root, 'dist'), ground ?? ''],
      {
        cwd: root,
        env: { ...process.env, DATABASE_URL: database ?? '' },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    const said = new Promise<Said>((done, failed) => {
      let text = ''
      child.stdout.on('data', (d: Buffer) => {
        text += d.toString()
        const line = text.split('\n').find((l) => l.startsWith('{"url"') && l.endsWith('}'))
        if (line) done(JSON.parse(line) as Said)
      })
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    })
    return { child, said }
  }
  let { child, said } = await start('0')
  const kill = async (): Promise<void> => {
    const gone = new Promise<void>((done) => child.once('exit', () => done()))
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await gone
  }
  const stop = async (): Promise<void> => {
    await kill()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    const { url, clients, tokens, lists } = await said
    const { username, password } = accountOf('super')
    const { token } = await call<{ token: string }>({ url, token: '' }, 'POST', '/session', { username, password })
    return {
      url,
      token,
      clients,
      tokens,
      lists,
      stop,
      async again() {
        await kill()
        ;({ child, said } = await start(new URL(url).port))
        await said
      },
      bareSave: () =>
        new Promise((done) => {
          child.stdout.on('data', (d: Buffer) => {
            const [, ms] = /^\{"bare":([\d.]+)\}$/m.exec(d.toString()) ?? []
            if (ms !== undefined) done(Number(ms))
          })
          child.stdin.write('bare\n')
        }),
      laySolves: (contest, share) =>
        new Promise((done) => {
          child.stdout.on('data', (d: Buffer) => /^\{"laid":\d+\}$/m.test(d.toString()) && done())
          child.stdin.write(`solves ${contest} ${share}\n`)
        }),
      stir: (scenes) => void child.stdin.write(`stir ${scenes}\n`),
      cpu: () => processorTime(`/proc/${child.pid}/stat`),
      threads() {
        const task = `/proc/${child.pid}/task`
        const times = readdirSync(task).map((id) => ({ id: Number(id), time: processorTime(`${task}/${id}/stat`) }))
        const calls = times.find((t) => t.id === child.pid)?.time ?? 0
        return { calls, database: Math.max(...times.filter((t) => t.id !== child.pid).map((t) => t.time)) }
      },
      memory() {
        const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
        return Number(kib) * 1024
      },
    }
  } catch (e) {
    await stop()
    throw e
  }
}

export async function call<T>(b: Pick<Bench, 'url' | 'token'>, method: string, at: string, body?: unknown): Promise<T> {
  const bytes = body instanceof Uint8Array
  const answer = await fetch(`${b.url}/api/mg/api${at}`, {
    method,
    headers: {
      ...(b.token ? { authorization: `Bearer ${b.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: bytes ? (body as unknown as BodyInit) : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
