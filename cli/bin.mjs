#!/usr/bin/env node
/** Runs the built tool. In a checkout it installs what is missing and builds the tool where it is missing or older than its sources. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => path.join(root, ...parts)
const built = at('dist/cli/index.js')
const vite = at('node_modules/vite/bin/vite.js')
/** What the tool is made of. */
const sources = [
  'cli',
  'src/contract',
  'src/i18n',
  'mock/import',
  'mock/backup',
  'mock/seed/roles.ts',
  'mock/areas/license',
  'config/env.ts',
]

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
function newer(name, than) {
  const file = at(name)
  if (!existsSync(file)) return false
  if (statSync(file).isDirectory()) return readdirSync(file).some((inner) => newer(path.join(name, inner), than))
  return !name.endsWith('.test.ts') && statSync(file).mtimeMs > than
}
const build = () =>
  did(process.execPath, [vite, 'build', '--config', 'config/vite/cli.ts', '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production' },
  }) && existsSync(built)

if (!existsSync(at('node_modules/commander'))) {
  console.error('Installing packages (once) …')
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  if (!did('npm', args, { shell: process.platform === 'win32' }))
    stop('not_installed', 'Packages could not be installed. Run "npm ci" to see why.')
}
const checkout = existsSync(at('cli/index.ts')) && existsSync(vite)
if (!existsSync(built)) {
  if (checkout) console.error('Building the tool (once) …')
  if (!checkout || !build()) stop('not_built', 'The tool is not built. Build it with: npm run build')
} else if (checkout) {
  const { mtimeMs } = statSync(built)
  if (sources.some((name) => newer(name, mtimeMs))) {
    console.error('Building the tool: its sources have changed …')
    // where nobody may write there is still the build that was made
    if (!build()) {
      if (!existsSync(built)) stop('not_built', 'The tool could not be built. See why with: npm run build')
      console.error('It could not be built; this is the build before. See why with: npm run build')
    }
  }
}
await import(pathToFileURL(built).href)
