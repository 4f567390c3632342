/** Finds a Chromium for the browser tests, or gets one. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { readStamp, run, runPackage, stop, writeStamp } from './project.mjs'

const memory = (shell) => `node_modules/.cache/${shell ? 'shell' : 'browser'}.json`

const works = (file) =>
  typeof file === 'string' &&
  existsSync(file) &&
  spawnSync(file, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0

/**
 * Path of a browser that starts. Ends the process with a sentence when there is none to be had.
 * @param o.shell Chromium without its windows where there is one: the same engine for a third less processor time
 */
export async function findBrowser({ shell = false } = {}) {
  const told = process.env.CHROMIUM_PATH
  if (told) return works(told) ? told : stop(`CHROMIUM_PATH is ${told}, and no browser starts there.`)
  const known = remembered(shell)
  if (works(known)) return known
  const shells = shell ? [shellOfPlaywright, shellOfSystem, shellBeside] : []
  for (const look of [...shells, ofPlaywright, downloaded, ofSystem, fromPackages]) {
    const found = await look(shell)
    if (!works(found)) continue
    writeStamp(memory(shell), JSON.stringify({ path: found }))
    return found
  }
  return stop(
    'The browser tests need Chromium or Chrome. Install one, or say where it is with CHROMIUM_PATH=/path/to/chromium.',
  )
}

function remembered(shell) {
  try {
    return JSON.parse(readStamp(memory(shell))).path
  } catch {
    return undefined
  }
}

async function ofPlaywright() {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

/** Playwright keeps it in a folder of its own beside that of the browser. */
async function shellOfPlaywright() {
  const [, folder, revision] = /^(.*[\\/])chromium-(\d+)[\\/]/.exec((await ofPlaywright()) ?? '') ?? []
  const beside = path.join(folder ?? '', `chromium_headless_shell-${revision}`)
  if (!existsSync(beside)) return undefined
  return readdirSync(beside)
    .flatMap((inner) => ['headless_shell', 'chrome-headless-shell'].map((name) => path.join(beside, inner, name)))
    .flatMap((file) => [file, `${file}.exe`])
    .find(works)
}

const shellOfSystem = () => inPath(['chromium-headless-shell', 'chrome-headless-shell'])

/** Continuous integration gets the one of its Chromium's very version, so that nothing else of the system changes. */
async function shellBeside() {
  if (!process.env.CI || process.getuid?.() !== 0) return undefined
  const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'chromium'], { encoding: 'utf8' })
  if (status !== 0 || !stdout) return undefined
  process.stdout.write('Getting the headless shell of this Chromium …\n')
  const apt = (...args) =>
    run('apt-get', args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, seconds: 60 })
  const get = () => apt('install', '-y', '--no-install-recommends', `chromium-headless-shell=${stdout}`)
  if ((await get()).code !== 0 && (await apt('update')).code === 0) await get()
  return shellOfSystem()
}

const inPath = (names) => {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(works)
}

async function downloaded(shell) {
  process.stdout.write('Looking for a browser: asking Playwright for its own …\n')
  const { code } = await runPackage(
    'playwright/cli.js',
    ['install', shell ? '--only-shell' : '--no-shell', 'chromium'],
    { quiet: true, seconds: 60 },
  )
  if (code !== 0) return undefined
  return shell ? shellOfPlaywright() : ofPlaywright()
}

async function ofSystem() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
  const usual = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ]
  return inPath(names) ?? usual.find(works)
}

async function fromPackages(shell) {
  if (process.getuid?.() !== 0) return undefined
  const managers = [
    { manager: 'apt-get', steps: [['update'], ['install', '-y', '--no-install-recommends', 'chromium']] },
    { manager: 'dnf', steps: [['install', '-y', 'chromium']] },
    { manager: 'apk', steps: [['add', 'chromium']] },
  ]
  for (const { manager, steps } of managers) {
    if (spawnSync(manager, ['--version'], { stdio: 'ignore' }).status !== 0) continue
    process.stdout.write(`Installing Chromium with ${manager} …\n`)
    for (const args of steps)
      await run(manager, args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, seconds: 240 })
  }
  return (shell ? await shellBeside() : undefined) ?? ofSystem()
}
