/** The built server as its own process, on a free port and a data directory of its own: what browser suites, flows and the bench talk to. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Served {
  /** Address of the server, without a slash at the end. */
  url: string
  api: string
  data: string
  process: ChildProcess
  /** What it printed so far. */
  output(): string
  stop(): Promise<void>
}

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const s = net.createServer()
    s.once('error', failed)
    s.listen(0, '127.0.0.1', () => {
      const { port } = s.address() as net.AddressInfo
      s.close(() => done(port))
    })
  })

/** Starts `dist/server/index.js` and waits until it is ready. Rejects with its output when it ends before. */
export async function startServed(
  o: { args?: readonly string[]; env?: Record<string, string>; data?: string; port?: number } = {},
): Promise<Served> {
  const port = o.port ?? (await freePort())
  const data = o.data ?? mkdtempSync(path.join(os.tmpdir(), 'range-served-'))
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'dist/server/index.js'),
      '--port',
      String(port),
      '--data',
      data,
      // the port beside may be another server's
      ...(o.args?.includes('--package-port') ? [] : ['--package-port', '0']),
      ...(o.args ?? []),
    ],
    {
      cwd: root,
      env: { ...process.env, ...o.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  child.stdout.on('data', (d: Buffer) => (text += d.toString()))
  child.stderr.on('data', (d: Buffer) => (text += d.toString()))
  const url = `http://127.0.0.1:${port}`
  const ended = new Promise<never>((_, failed) =>
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}:\n${text}`))),
  )
  ended.catch(() => {})
  // it says when it cannot start, by ending; how long a start takes is up to the machine
  const ready = async () => {
    while (child.exitCode === null && child.signalCode === null) {
      const ok = await fetch(`${url}/ready`).then(
        (r) => r.ok,
        () => false,
      )
      if (ok) return
      await new Promise((r) => setTimeout(r, 100))
    }
  }
  await Promise.race([ready(), ended])
  return {
    url,
    api: `${url}/api/mg/api`,
    data,
    process: child,
    output: () => text,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise<void>((done) => child.once('exit', () => done()))
        child.kill('SIGTERM')
        const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
        await gone
        clearTimeout(hard)
      }
      if (!o.data) rmSync(data, { recursive: true, force: true })
    },
  }
}
