/** The server as it ships, bundled for plain Node, but without rate limits and over a database of its own. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { nodeBuild, withFolder } from '#config/vite/node.ts'
import { accountOf } from '#tests/support/demo.ts'
import { root } from '../support/served.ts'

export interface Bench {
  url: string
  token: string
  stop(): Promise<void>
}

/** Below the project, so that the bundle finds the packages. */
const bundle = path.join(root, 'node_modules/.cache/range-bench')

let bundled: Promise<string> | undefined
async function bundleOnce(): Promise<string> {
  const entries = {
    server: 'tests/bench/server.ts',
    'pglite.worker': 'mock/db/pglite.worker.ts',
    initdb: 'mock/db/initdb.ts',
  }
  const migrations = withFolder(path.join(root, 'mock/db/migrations'), path.join(bundle, 'migrations'))
  await build({ configFile: false, logLevel: 'warn', ...nodeBuild(bundle, entries, [migrations]) })
  return path.join(bundle, 'server.js')
}

/** @param database address of a PostgreSQL database; the embedded one without */
export async function benchServer(database?: string): Promise<Bench> {
  bundled ??= bundleOnce()
  const script = await bundled
  const data = mkdtempSync(path.join(os.tmpdir(), 'range-bench-'))
  const child = spawn(process.execPath, [script, data, '0', path.join(root, 'dist')], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async (): Promise<void> => {
    const gone = new Promise<void>((done) => child.once('exit', () => done()))
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await gone
    rmSync(data, { recursive: true, force: true })
  }
  try {
    const url = await new Promise<string>((done, failed) => {
      let text = ''
      child.stdout.on('data', (d: Buffer) => {
        text += d.toString()
        const line = text.split('\n').find((l) => l.startsWith('{"url"') && l.endsWith('}'))
        if (line) done((JSON.parse(line) as { url: string }).url)
      })
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    })
    const { username, password } = accountOf('super')
    const { token } = await call<{ token: string }>({ url, token: '' }, 'POST', '/session', { username, password })
    return { url, token, stop }
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
