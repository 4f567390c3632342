/** What `npm start` and `npm run dev` started ends with them, however they are ended: nothing listens, and the data folder is free. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { program } from '#tests/support/program.ts'
import { freePort } from '#tests/support/served.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = mkdtempSync(path.join(os.tmpdir(), 'range-processes-'))
const project = path.join(dir, 'project')
const data = path.join(dir, 'data')
const started = new Set<ChildProcess>()

/** A project whose build is this server: `npm start` finds it built. */
beforeAll(async () => {
  mkdirSync(path.join(project, 'dist'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'config/run'])
    cpSync(path.join(root, name), path.join(project, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
  symlinkSync(path.dirname(await program('index')), path.join(project, 'dist/server'))
  const stamp = path.join(project, 'stamp.mjs')
  writeFileSync(stamp, `import { markBuilt } from './config/run/build.mjs'\nmarkBuilt()\n`)
  const { status, stderr } = spawnSync(process.execPath, [stamp], { cwd: project, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}, 180_000)
afterEach(() => {
  for (const child of started) if (child.pid && child.exitCode === null) signal(-child.pid, 'SIGKILL')
  started.clear()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // gone already
  }
}
const connects = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('close', () => socket.destroy())
  })
async function until(what: () => Promise<boolean> | boolean, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    if (await what()) return true
    await new Promise((r) => setTimeout(r, 100))
  }
  return false
}
const ready = (port: number) => () =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    (r) => r.ok,
    () => false,
  )

interface Npm {
  pid: number
  said: () => string
  ended: Promise<number | NodeJS.Signals | null>
}
/** npm in a group of its own, as a terminal would start it. */
function npm(cwd: string, ...args: string[]): Npm {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', RANGE_HOSTS: '' }
  for (const name of Object.keys(env)) if (name.startsWith('npm_')) delete env[name]
  const child = spawn('npm', args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  started.add(child)
  let text = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (d: Buffer) => (text += d.toString()))
  const ended = new Promise<number | NodeJS.Signals | null>((done) =>
    child.once('exit', (code, name) => done(code ?? name)),
  )
  return { pid: child.pid ?? 0, said: () => text, ended }
}
/** Processes of ours that have the word in their command line. */
function running(word: string): string[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return line.includes(word) ? [`${pid} ${line}`] : []
    } catch {
      return []
    }
  })
}
const locks = (): string[] => (existsSync(path.join(data, 'lock')) ? readdirSync(path.join(data, 'lock')) : [])

const ways: [string, (pid: number) => void, (number | string)[]][] = [
  ['Ctrl-C on the terminal', (pid) => signal(-pid, 'SIGINT'), [0, 130, 'SIGINT']],
  ['SIGTERM to the whole group', (pid) => signal(-pid, 'SIGTERM'), [0, 143, 'SIGTERM']],
  ['SIGTERM to npm alone', (pid) => signal(pid, 'SIGTERM'), [143, 'SIGTERM']],
  ['SIGHUP to npm alone', (pid) => signal(pid, 'SIGHUP'), [129, 'SIGHUP']],
  ['npm killed', (pid) => signal(pid, 'SIGKILL'), ['SIGKILL']],
]

describe.skipIf(process.platform === 'win32')('npm start', () => {
  test.each(ways)('%s ends the server in order', { timeout: 60_000 }, async (_, end, codes) => {
    const port = await freePort()
    const { pid, said, ended } = npm(
      project,
      'start',
      '--',
      '--port',
      String(port),
      '--package-port',
      '0',
      '--no-demo',
      '--data',
      data,
    )
    expect([await until(ready(port), 40), said()]).toEqual([true, expect.stringContaining('The portal')])
    end(pid)
    expect(codes).toContain(await ended)
    expect(await until(async () => !(await connects(port)) && running(data).length === 0, 10)).toBe(true)
    expect([running(data), locks()]).toEqual([[], []])
  })
})

const ports = [5174, 5175, 5176]
const taken = (await Promise.all(ports.map(connects))).some(Boolean)
if (taken) console.warn('npm run dev is not tried: one of its ports is taken on this machine')

describe.skipIf(taken || process.platform === 'win32')('npm run dev', () => {
  test.each(ways)('%s ends the server, the app and the host platform', { timeout: 150_000 }, async (_, end, codes) => {
    const { pid, said, ended } = npm(root, 'run', 'dev', '--', '--no-demo', '--data', data)
    const up = async () => (await ready(5175)()) && (await connects(5174)) && (await connects(5176))
    expect([await until(up, 120), said()]).toEqual([true, expect.any(String)])
    end(pid)
    expect(codes).toContain(await ended)
    const quiet = async () => !(await Promise.all(ports.map(connects))).some(Boolean) && running(data).length === 0
    expect([await until(quiet, 15), running(data)]).toEqual([true, []])
  })
})
