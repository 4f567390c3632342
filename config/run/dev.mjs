/** `npm run dev`: the server restarted on change, the app and the host platform with hot replacement. Arguments go to the server. */
import { spawn } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { endWithParent } from './parent.mjs'
import { at, requireNode, root } from './project.mjs'

/** The server takes this long to end in order, ms, and a little more. */
const longest = 6000
const ports = { app: 5174, server: 5175, host: 5176 }

requireNode()
if (process.env.npm_lifecycle_event === 'dev') endWithParent({ above: true })
process.chdir(root)
await ensureInstalled()

const watched = new URL('withParent.mjs', import.meta.url).href
/** @type {(script: string, ...args: string[]) => import('node:child_process').ChildProcess} */
const start = (script, ...args) =>
  spawn(process.execPath, [at('node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // a group of its own: Ctrl-C on the terminal reaches only this process, which tells each child once
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${watched}`.trim(),
      RANGE_DEV_API: `http://127.0.0.1:${ports.server}`,
      RANGE_DEV_HOST: `http://127.0.0.1:${ports.host}`,
    },
  })

/** @type {string[]} */
const given = process.argv.slice(2)
const children = [
  start('tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'mock/index.ts', '--port', String(ports.server), ...given),
  start('vite/bin/vite.js', '--clearScreen', 'false', '--logLevel', 'warn', '--host', '127.0.0.1'),
  start(
    'vite/bin/vite.js',
    '--config',
    'config/vite/host.ts',
    '--clearScreen',
    'false',
    '--logLevel',
    'warn',
    '--host',
    '127.0.0.1',
  ),
]

// one of them gone means that the rest is of no use
let ending = false
const end = (code) => {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
  setTimeout(() => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  }, longest).unref()
}
for (const child of children) child.on('exit', (code) => end(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))

/** @type {(url: string) => Promise<boolean>} */
const answers = async (url) => {
  for (let i = 0; i < 240 && !ending; i++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return true
    await new Promise((wait) => setTimeout(wait, 500))
  }
  return false
}
const places = [
  ['the app', `http://localhost:${ports.app}/page/mg/`],
  ['inside the host platform', `http://localhost:${ports.app}/host/`],
  ['the same from another origin', `http://localhost:${ports.host}/host/?entry=http://localhost:${ports.app}/page/mg/`],
  ['the API', `http://localhost:${ports.server}/api/mg/api/auth/register/`],
]
for (const [name, url] of places) if (await answers(url)) process.stdout.write(`${name.padEnd(30)} ${url}\n`)
