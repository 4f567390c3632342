/** `npm run build`: the app, the host platform, the server and the CLI, into `dist/`. */
import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { at, digest, readStamp, requireNode, root, runPackage, stop, writeStamp } from './project.mjs'

const stamp = 'dist/.stamp'
const sources = [
  'src',
  'mock',
  'cli',
  'config',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const parts = [
  ['app', 'vite.config.ts'],
  ['host platform', 'config/vite/host.ts'],
  ['player of packages', 'config/vite/player.ts'],
  ['server', 'config/vite/server.ts'],
  ['command-line tool', 'config/vite/cli.ts'],
]

const current = () => digest(sources, process.env.RANGE_API ?? '')

export const isBuilt = () => readStamp(stamp) === current()
export const markBuilt = () => writeStamp(stamp, current())

/** Builds everything; resolves with the exit code. The stamp goes first, so that a build that was cut short is done again. */
export async function build() {
  const wanted = current()
  rmSync(at(stamp), { force: true })
  for (const [name, config] of parts) {
    const start = Date.now()
    process.stdout.write(`Building the ${name} … `)
    const { code, output } = await runPackage('vite/bin/vite.js', ['build', '--config', config, '--logLevel', 'warn'], {
      quiet: true,
      // the surroundings of a test run or of a server must not decide how the product is built
      env: { NODE_ENV: 'production' },
    })
    process.stdout.write(code === 0 ? `${((Date.now() - start) / 1000).toFixed(1)} s\n${output}` : `failed\n${output}`)
    if (code !== 0) return code
  }
  writeStamp(stamp, wanted)
  return 0
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode()
  process.chdir(root)
  await ensureInstalled()
  if ((await build()) !== 0) stop('The build failed.')
}
