#!/usr/bin/env node
/** Runs the built tool. On a fresh clone it installs what is missing and builds the tool first, which says so on the error stream. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const built = path.join(root, 'dist/cli/index.js')

/** Runs a program with what it prints on the error stream: the output is for data. */
function did(command, args, more = {}) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...more }).status === 0
}
/** As `--json` promises: mistakes are JSON on the output too. */
function stop(code, message) {
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: { code, message } }, null, 2))
  else console.error(message)
  process.exit(1)
}

if (!existsSync(path.join(root, 'node_modules/commander'))) {
  console.error('Installing packages (once) …')
  if (!did('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { shell: process.platform === 'win32' }))
    stop('not_installed', 'Packages could not be installed. Run "npm ci" to see why.')
}
if (!existsSync(built)) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const sources = existsSync(path.join(root, 'cli/index.ts')) && existsSync(vite)
  if (sources) console.error('Building the tool (once) …')
  const args = [vite, 'build', '--config', 'config/vite/cli.ts', '--logLevel', 'error']
  if (
    !sources ||
    !did(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } }) ||
    !existsSync(built)
  )
    stop('not_built', 'The tool is not built. Build it with: npm run build')
}
await import(pathToFileURL(built).href)
