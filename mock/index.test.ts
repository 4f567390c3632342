/** The process as somebody starts it: its first words, its refusals, its end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { program } from '#tests/support/program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const data = mkdtempSync(path.join(os.tmpdir(), 'range-index-'))
const running = new Set<ChildProcess>()

interface Started {
  child: ChildProcess
  said(): string
  ended: Promise<number | null>
}
async function start(...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [await program('index'), '--package-port', '0', ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', RANGE_HOSTS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let text = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (d: Buffer) => (text += d.toString()))
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return { child, said: () => text, ended }
}
const freePort = (): Promise<number> =>
  new Promise((done) => {
    const s = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address() as net.AddressInfo
      s.close(() => done(port))
    })
  })
async function ready(port: number, of: Started): Promise<void> {
  // only slow is waited for; the tests' own time ends one that hangs
  for (;;) {
    const ok = await fetch(`http://127.0.0.1:${port}/ready`).then(
      (r) => r.ok,
      () => false,
    )
    if (ok) return
    if (of.child.exitCode !== null) break
    await new Promise((r) => setTimeout(r, 100))
  }
  throw new Error(`not ready:\n${of.said()}`)
}
/** Ready, and everything it says at its start is said. */
async function greeted(port: number, of: Started): Promise<void> {
  await ready(port, of)
  // hooks have no `expect.poll`
  while (!/^ {2}Data [^]*\n\n$/m.test(of.said())) await new Promise((r) => setTimeout(r, 50))
}

let port = 0
let server: Started
beforeAll(async () => {
  port = await freePort()
  server = await start('--port', String(port), '--data', data)
  await greeted(port, server)
}, 600_000)
afterAll(() => {
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})

describe('the server’s process', { timeout: 600_000 }, () => {
  it.skipIf(!existsSync('/proc/self'))(
    'refuses a folder that cannot be made, at once',
    { timeout: 30_000 },
    async () => {
      const other = await start('--port', String(await freePort()), '--data', '/proc/nope')
      expect(await other.ended).toBe(1)
      expect(other.said()).toMatch(/^\/proc\/nope cannot be used: .* Choose another folder with --data\.$/m)
    },
  )
  it('says where everything is and who can try it', async () => {
    expect(server.said()).toContain(`http://127.0.0.1:${port}/page/mg/`)
    const [, name = '', password = ''] = /^\s+(\w+)\s+(\S+)\s+super$/m.exec(server.said()) ?? []
    const r = await fetch(`http://127.0.0.1:${port}/api/oj/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: name, password }),
    })
    expect(r.status).toBe(200)
  })

  it.runIf(env.whole)('says in a sentence that the port or the data is taken, and leaves both alone', async () => {
    // each its own: a server takes its port before it looks at the data
    const [one, another] = await Promise.all([freePort(), freePort()])
    const [samePort, sameData, emptied] = await Promise.all([
      start('--port', String(port), '--data', `${data}-2`),
      start('--port', String(one), '--data', data),
      start('--port', String(another), '--data', data, '--reset'),
    ])
    expect(await Promise.all([samePort.ended, sameData.ended, emptied.ended])).toEqual([1, 1, 1])
    expect(samePort.said()).toBe(`Port ${port} is taken by another program. Choose another with --port.\n`)
    expect(sameData.said()).toMatch(/is in use by process \d+ .*choose another folder with --data\.\n$/)
    expect(emptied.said()).toMatch(/is in use by process \d+ .*Nothing was emptied\.\n$/)
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
  })

  it('ends in order and keeps its data', async () => {
    server.child.kill('SIGTERM')
    // one that had to be cut off ends with another code
    expect(await server.ended).toBe(0)
    const again = await start('--port', String(port), '--data', data, '--no-demo')
    await greeted(port, again)
    expect(again.said()).not.toContain('Emptying')
    expect(again.said()).toContain('super_demo')
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
  })

  it.runIf(env.whole)(
    'shows no password everybody knows where others reach it, and others only when it is told to make them',
    async () => {
      const other = await freePort()
      const signIn = async (username: string, password: string) =>
        fetch(`http://127.0.0.1:${other}/api/mg/api/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username, password }),
        }).then((r) => r.status)
      const open = await start('--port', String(other), '--host', '0.0.0.0', '--data', data)
      await greeted(other, open)
      expect(open.said()).toMatch(/open nothing. --new-passwords gives them new ones/)
      expect(open.said()).not.toMatch(/^\s+super_demo/m)
      expect(await signIn('super_demo', 'Harbour-Lantern-41')).toBe(403)
      open.child.kill('SIGTERM')
      await open.ended
      const fresh = await start('--port', String(other), '--host', '0.0.0.0', '--data', data, '--new-passwords')
      await greeted(other, fresh)
      const [, name = '', password = ''] = /^\s+(\w+)\s+(\S+)\s+super$/m.exec(fresh.said()) ?? []
      expect([name, await signIn(name, password)]).toEqual(['super_demo', 200])
      expect(await signIn('super_demo', 'Harbour-Lantern-41')).toBe(403)
      fresh.child.kill('SIGTERM')
      await fresh.ended
    },
  )

  it.runIf(env.whole)('empties its data only when told to, saying so', async () => {
    const fresh = await start('--port', String(port), '--data', data, '--reset', '--no-demo')
    await greeted(port, fresh)
    expect(fresh.said()).toContain(`Emptying ${path.join(data, 'db')}`)
    expect(fresh.said()).not.toContain('super_demo')
    const code = path.join(data, 'first-code')
    expect(fresh.said()).toContain(`range setup --api http://127.0.0.1:${port} --code-file ${code}`)
    expect(fresh.said()).not.toContain(/^code (\S+)$/m.exec(readFileSync(code, 'utf8'))?.[1])
    expect(statSync(code).mode & 0o777).toBe(0o600)
    fresh.child.kill('SIGTERM')
    expect(await fresh.ended).toBe(0)
  })
})
