/** Talks to `importServer.ts` from outside: starts it, calls it over HTTP, kills it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ImportPackage } from '#src/contract/import/import.schema.ts'
import { limits } from '#src/contract/limits.ts'
import { fillFolder } from '#tests/support/database.ts'
import { program } from '#tests/support/program.ts'
import { type AccountName, peopled } from './people.ts'
import type { SceneLedger } from './sceneLedger.ts'

/** A data directory with the people of the tests in it. */
export async function dataDirectory(): Promise<{ dir: string; remove(): void }> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'range-import-'))
  await fillFolder(dir, peopled)
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

interface Reply<T> {
  status: number
  body: T
}
export interface Process {
  /** Of the API, and a session of it, for what is no JSON. */
  url: string
  token: string
  /** A file as the body of a POST. */
  put<T>(at: string, bytes: Uint8Array): Promise<Reply<T>>
  /**
   * @param key makes a repeated call the same one
   * @param as token of somebody else's session
   */
  call<T = ImportPackage>(method: string, at: string, body?: unknown, key?: string, as?: string): Promise<Reply<T>>
  upload(bytes: Buffer, name?: string): Promise<string>
  /** Waits while it is being planned. */
  planned(id: string): Promise<ImportPackage>
  plan(bytes: Buffer): Promise<ImportPackage>
  contents(): Promise<string>
  scenes(): Promise<SceneLedger>
  /** Resident memory, bytes. */
  memory(): number
  /** Ends it as a power switch would, and waits until it is gone. */
  kill(): Promise<void>
}

/**
 * @param as account whose session its calls use
 * @param database address of a PostgreSQL database in place of the directory's own
 * @param machines with real machines where they can be run; `path` in place of where programs are looked for
 */
export async function startProcess(
  dir: string,
  port: number,
  as: AccountName = 'admin',
  database = '',
  machines?: { path?: string },
): Promise<Process> {
  const file = await program('importServer')
  const child: ChildProcess = spawn(
    process.execPath,
    [file, dir, String(port), as, database, ...(machines ? ['machines'] : [])],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...(machines?.path === undefined ? {} : { PATH: machines.path }) },
    },
  )
  const waiting: { word: string; done(value: unknown): void }[] = []
  const gone = new Promise<void>((done) => child.once('close', () => done()))
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const cut = line.indexOf(' ')
      const n = waiting.findIndex((w) => w.word === line.slice(0, cut))
      if (n >= 0) waiting.splice(n, 1)[0]?.done(JSON.parse(line.slice(cut + 1)))
    })
  const said = <T>(word: string): Promise<T> =>
    Promise.race([
      new Promise<T>((done) => void waiting.push({ word, done: done as (value: unknown) => void })),
      gone.then(() => Promise.reject(new Error(`the server ended before it said ${word}`))),
    ])
  const { token } = await said<{ token: string }>('ready')
  const url = `http://127.0.0.1:${port}/api/mg/api`

  async function send<T>(
    method: string,
    at: string,
    body: string | Uint8Array | undefined,
    type: string,
    key?: string,
    as = token,
  ): Promise<Reply<T>> {
    const r = await fetch(url + at, {
      method,
      headers: {
        authorization: `Bearer ${as}`,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: body as BodyInit }),
    })
    const json = r.headers.get('content-type')?.includes('json')
    return { status: r.status, body: (json ? await r.json() : await r.text()) as T }
  }
  const out: Process = {
    url,
    put: (at, bytes) => send('POST', at, bytes, 'application/octet-stream'),
    token,
    call: (method, at, body, key, as) =>
      send(method, at, body === undefined ? undefined : JSON.stringify(body), 'application/json', key, as),
    async upload(bytes, name = 'package.zip') {
      const { body } = await out.call<{ id: string; offset: number }>('POST', '/uploads', { name, size: bytes.length })
      for (let at = body.offset; at < bytes.length; at += limits.chunk) {
        const part = bytes.subarray(at, at + limits.chunk)
        const r = await send('PATCH', `/uploads/${body.id}?offset=${at}`, part, 'application/octet-stream')
        if (r.status !== 200) throw new Error(`part at ${at}: ${JSON.stringify(r)}`)
      }
      return body.id
    },
    async planned(id) {
      for (;;) {
        const { status, body } = await out.call('GET', `/imports/${id}`)
        if (status === 200 && body.state !== 'planning') return body
        await new Promise((r) => setTimeout(r, 30))
      }
    },
    async plan(bytes) {
      const { body } = await out.call('POST', '/imports', { upload_id: await out.upload(bytes) })
      return out.planned(body.id)
    },
    contents() {
      const answer = said<string>('contents')
      child.stdin?.write('contents\n')
      return answer
    },
    scenes() {
      const answer = said<SceneLedger>('scenes')
      child.stdin?.write('scenes\n')
      return answer
    },
    memory() {
      const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      return Number(line?.[1] ?? 0) * 1024
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
  return out
}
