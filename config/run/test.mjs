/**
 * `npm test`: everything that must hold, in one run, closed by one line with the sums. `--only check,unit,contract,browser` runs a part.
 * `--whole` (`npm run test:whole`) takes everything where a suite else takes a choice of each class.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { ensureFonts } from './fonts.mjs'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { at, readText, requireNode, root, runPackage, stop } from './project.mjs'

const parts = ['check', 'unit', 'contract', 'browser']
/** @type {string[]} */
const given = process.argv.slice(2)
const only = chosen(given)
const reports = at('node_modules/.cache/reports')

if (process.argv.includes('--whole')) process.env['WHOLE'] = '1'
requireNode()
process.chdir(root)
await ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
// before the long suites, so that a missing browser is known in the first minute and not in the last
const browser = only.includes('browser') ? await findBrowser({ shell: true }) : undefined
if (browser) await ensureFonts()

/**
 * The C library's allocator asks the system for each large piece of memory anew and gives it back at once: a third of the system's time of a
 * run goes into pages that are cleared again and again. Kept, a run takes a tenth less; other C libraries do not look at it.
 */
const memory = {
  MALLOC_MMAP_THRESHOLD_: '4294967295',
  MALLOC_TRIM_THRESHOLD_: '4294967295',
  MALLOC_TOP_PAD_: '67108864',
}
const sum = { passed: 0, failed: 0, skipped: 0 }
/** Tests that failed and then held: on the next run it may be the other way round. */
/** @type {string[]} */
const unsteady = []
// by itself: beside the units both take a third longer than one after the other
if (only.includes('check')) await suite('check', checks)
if (only.includes('unit'))
  await suite('unit', () => vitest('unit', only.includes('contract') ? [] : ['src/', 'mock/', 'cli/', 'config/']))
else if (only.includes('contract'))
  await suite('contract', () => vitest('contract', ['tests/contract/', 'tests/guard/']))
if (browser) {
  let built = false
  await suite('build', async () => {
    built = (await build()) === 0
    return { passed: Number(built), failed: Number(!built), skipped: 0 }
  })
  if (built) await suite('browser', () => playwright(browser))
}
for (const name of unsteady) process.stdout.write(`failed once, then passed: ${name}\n`)
const more = [sum.skipped > 0 && `${sum.skipped} skipped`, unsteady.length > 0 && `${unsteady.length} unsteady`]
process.stdout.write(`${[`${sum.passed} passed, ${sum.failed} failed`, ...more.filter(Boolean)].join(', ')}\n`)
process.exitCode = sum.failed > 0 ? 1 : 0

/** @param {string[]} args */
function chosen(args) {
  const words = args.flatMap((a, i) =>
    a === '--only' ? (args[i + 1] ?? '').split(',') : a.startsWith('--only=') ? a.slice(7).split(',') : [],
  )
  const wrong = words.find((w) => !parts.includes(w))
  if (wrong !== undefined) stop(`--only takes ${parts.join(', ')}; '${wrong}' is none of them.`, 2)
  return words.length > 0 ? words : parts
}

async function suite(name, act) {
  const start = Date.now()
  process.stdout.write(`\n── ${name}\n`)
  const counts = await act()
  for (const key of Object.keys(sum)) sum[key] += counts[key]
  process.stdout.write(
    `── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${((Date.now() - start) / 1000).toFixed(0)} s\n`,
  )
}

async function checks() {
  const results = await check()
  return { passed: results.filter((r) => r.ok).length, failed: results.filter((r) => !r.ok).length, skipped: 0 }
}

async function vitest(name, filters) {
  const file = `${reports}/${name}.json`
  const args = [
    'run',
    '--config',
    'config/test/vitest.config.ts',
    '--passWithNoTests',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const { code } = await runPackage('vitest/vitest.mjs', [...args, ...filters], { env: memory })
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  for (const f of report.testResults)
    for (const t of f.assertionResults)
      if (t.status === 'passed' && t.failureMessages.length > 0)
        unsteady.push(`${path.relative(root, f.name)}: ${t.fullName}`)
  // a file that could not even be loaded has no test to count
  const broken = report.testResults.filter(
    (f) => f.status === 'failed' && !f.assertionResults.some((t) => t.status === 'failed'),
  ).length
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

async function playwright(path) {
  const file = `${reports}/browser.json`
  const { code } = await runPackage(
    '@playwright/test/cli.js',
    ['test', '--config', 'config/test/playwright.config.ts', '--pass-with-no-tests', '--reporter=dot,json'],
    {
      env: { ...memory, CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  )
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { stats } = report
  /** @type {Parameters<typeof flaky>[0][]} */
  const suites = report.suites
  for (const suite of suites) unsteady.push(...flaky(suite))
  return {
    passed: stats.expected + stats.flaky,
    failed: code !== 0 && stats.unexpected === 0 ? 1 : stats.unexpected,
    skipped: stats.skipped,
  }
}

/**
 * @param {{ suites?: object[]; specs?: { file: string; title: string; tests: { status: string }[] }[] }} suite
 * @returns {string[]}
 */
function flaky({ suites = [], specs = [] }) {
  const names = specs.filter((s) => s.tests.some((t) => t.status === 'flaky')).map((s) => `${s.file}: ${s.title}`)
  return [...names, ...suites.flatMap(flaky)]
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readText(file)) : undefined
}
