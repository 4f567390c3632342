import { existsSync } from 'node:fs'
import { at, digest, readStamp, readText, run, stop, writeStamp } from './project.mjs'

const stamp = 'node_modules/.cache/installed'

/** Installs the locked packages when they are missing or the lock has changed since. */
export async function ensureInstalled() {
  const wanted = digest(['package-lock.json'])
  if (readStamp(stamp) === wanted) return
  if (!installedByHand()) {
    process.stdout.write('Installing packages; the first time this takes about a minute …\n')
    // npm ci refuses a lock that lacks an optional package of another platform; npm install takes the same locked versions
    const first = await npm('ci')
    const last = first.code === 0 ? first : await npm('install', '--no-save')
    if (last.code !== 0)
      stop(`${first.output}\n${last.output}\nThe packages could not be installed; what npm said is above.`)
  }
  writeStamp(stamp, wanted)
}

/** Runs npm without a word from it; a NODE_ENV of the surroundings must not leave out what the build needs. */
function npm(...words) {
  const args = [...words, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // under `npm start` npm says where its own program is, which spares a shell on Windows
  /** @type {string | undefined} */
  const own = process.env.npm_execpath
  return own && /npm-cli\.[cm]?js$/.test(own)
    ? run(process.execPath, [own, ...args], { quiet: true })
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { quiet: true })
}

/** True when node_modules already holds every package of the lock, whoever put it there. */
function installedByHand() {
  const record = at('node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const have = JSON.parse(readText(record)).packages
  /** @type {Record<string, { version?: string; optional?: boolean; devOptional?: boolean }>} */
  const want = JSON.parse(readText(at('package-lock.json'))).packages
  return Object.entries(want).every(
    ([name, p]) => name === '' || p.optional || p.devOptional || have[name]?.version === p.version,
  )
}
