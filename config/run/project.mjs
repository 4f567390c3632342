/** The project as the run scripts see it. Plain Node without packages: these scripts also install them. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** @type {(...parts: string[]) => string} */
export const at = (...parts) => path.join(root, ...parts)

/** @type {(file: string) => string} */
export const readText = (file) => readFileSync(file, 'utf8')

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Ends the process with one sentence instead of a stack. */
export function stop(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}

export function requireNode() {
  const needed = JSON.parse(readText(at('package.json'))).engines.node.replace('>=', '')
  const have = process.versions.node.split('.').map(Number)
  const want = needed.split('.').map(Number)
  const older = want.findIndex((n, i) => have[i] !== n)
  if (older >= 0 && have[older] < want[older])
    stop(
      `This project needs Node.js ${needed} or later, and this is ${process.version}. Install a newer one and run the command again.`,
    )
}

/**
 * Runs a program in the project and resolves with its exit code; `quiet` collects what it prints instead of showing it. A signal to this
 * process ends both; with `seconds` the program is killed when they are over, and what it has started with it.
 */
export function run(command, args, { quiet = false, env = {}, seconds = 0 } = {}) {
  const group = seconds > 0 && process.platform !== 'win32'
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: group,
    })
    const kill = (signal) => {
      if (!group) child.kill(signal)
      else if (child.pid && child.exitCode === null) process.kill(-child.pid, signal)
    }
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
    let ended
    const end = (signal) => {
      ended = signal
      kill(signal)
    }
    for (const signal of signals) process.on(signal, end)
    const timer = seconds > 0 ? setTimeout(() => kill('SIGKILL'), seconds * 1000) : undefined
    const done = (code) => {
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, end)
      if (ended) process.exit(128 + constants.signals[ended])
      resolve({ code, output })
    }
    child.on('error', (e) => {
      output += e.message
      done(127)
    })
    child.on('close', (code) => done(code ?? 1))
  })
}

/**
 * Runs a package's own script with this Node.
 * @param {string} script
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runPackage = (script, args, options) =>
  run(process.execPath, [at('node_modules', script), ...args], options)

/**
 * A digest of files and folders; tests do not count, they are no part of what is built.
 * @param {string[]} paths
 */
export function digest(paths, ...words) {
  const hash = createHash('sha256').update(words.join('\0'))
  /** @type {(name: string) => void} */
  const visit = (name) => {
    if (!existsSync(at(name))) return
    if (statSync(at(name)).isDirectory()) for (const inner of readdirSync(at(name)).sort()) visit(`${name}/${inner}`)
    else if (!/\.test\.tsx?$/.test(name)) hash.update(`\0${name}\0`).update(readFileSync(at(name)))
  }
  for (const name of paths) visit(name)
  return hash.digest('hex')
}

/** @type {(file: string) => string} */
export const readStamp = (file) => (existsSync(at(file)) ? readText(at(file)) : '')

/** @param {string} file */
export function writeStamp(file, text) {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}
