/** Finds a Chromium for the browser tests, or gets one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readStamp, run, runPackage, stop, writeStamp } from './project.mjs'

const memory = 'node_modules/.cache/browser.json'

const works = (file) =>
  typeof file === 'string' &&
  existsSync(file) &&
  spawnSync(file, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0

/** Path of a browser that starts. Ends the process with a sentence when there is none to be had. */
export async function findBrowser() {
  const told = process.env.CHROMIUM_PATH
  if (told) return works(told) ? told : stop(`CHROMIUM_PATH is ${told}, and no browser starts there.`)
  const known = remembered()
  if (works(known)) return known
  for (const look of [ofPlaywright, downloaded, ofSystem, fromPackages]) {
    const found = await look()
    if (!works(found)) continue
    writeStamp(memory, JSON.stringify({ path: found }))
    return found
  }
  return stop(
    'The browser tests need Chromium or Chrome. Install one, or say where it is with CHROMIUM_PATH=/path/to/chromium.',
  )
}

function remembered() {
  try {
    return JSON.parse(readStamp(memory)).path
  } catch {
    return undefined
  }
}

async function ofPlaywright() {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

async function downloaded() {
  process.stdout.write('Looking for a browser: asking Playwright for its own …\n')
  const { code } = await runPackage('playwright/cli.js', ['install', '--no-shell', 'chromium'], {
    quiet: true,
    seconds: 60,
  })
  return code === 0 ? ofPlaywright() : undefined
}

async function ofSystem() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const usual = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ]
  return [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...usual].find(works)
}

async function fromPackages() {
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
  return ofSystem()
}
