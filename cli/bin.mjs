#!/usr/bin/env node
/** Runs the built CLI when there is one, otherwise the sources; on a fresh clone it installs what it needs first. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const built = path.join(root, 'dist/cli/index.js')
if (!existsSync(path.join(root, 'node_modules/commander'))) {
  console.error('Installing packages (once) …')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) {
    console.error('Packages could not be installed. Run "npm ci" to see why.')
    process.exit(1)
  }
}
if (existsSync(path.join(root, 'cli/index.ts')) && existsSync(path.join(root, 'node_modules/tsx'))) {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./index.ts')
} else await import(built)
