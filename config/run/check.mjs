/** `npm run check`: what is declared by halves, types, lint, format, import boundaries and what is unused. `--fix` (`npm run fix`) mends what can be mended. */
import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { at, requireNode, root, runPackage } from './project.mjs'

const code = ['src', 'mock', 'cli', 'config', 'tests', 'vite.config.ts'].filter((p) => existsSync(at(p)))
/** The formatter takes `config/lint` for a second project, because its own settings are in there. */
const texts = code
  .flatMap((p) => (p === 'config' ? readdirSync(at(p)).map((inner) => `config/${inner}`) : [p]))
  .filter((p) => p !== 'config/lint')
  .concat('public')

/** What each step runs: a package's script with its arguments, or a script of our own. */
const steps = (fix) => ({
  // says in plain sentences what the type checker says of the whole table
  declared: ['tsx/dist/cli.mjs', 'tests/guard/declared.ts'],
  lint: [
    'oxlint/bin/oxlint',
    '--config=config/lint/oxlint.json',
    '--type-aware',
    '--quiet',
    ...(fix ? ['--fix'] : []),
    ...code,
  ],
  format: ['@biomejs/biome/bin/biome', 'format', '--config-path=config/lint', ...(fix ? ['--write'] : []), ...texts],
  // several checkers each work out the same types of the contract: two take twice the processor's time of one
  types: ['typescript/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1'],
  boundaries: ['../config/lint/boundaries.mjs'],
  // files, packages and exports that nobody uses
  unused: ['knip/bin/knip.js', '--config=config/lint/knip.json', '--no-progress'],
})

/** The checkers' runtime clears memory away for as long as it takes to check an eighth: it waits until three GiB are used, which it needs anyhow. */
const memory = { GOGC: '400', GOMEMLIMIT: '3GiB' }

/** Runs all of them, also after a failure, and resolves with `{ name, ok }` of each. Only failures say more than their name. */
export async function check({ fix = false, say = (text) => process.stdout.write(text) } = {}) {
  const { types, ...others } = steps(fix)
  const results = []
  /** @type {(name: string, step: string[]) => Promise<void>} */
  const run = async (name, [script, ...args]) => {
    const { code, output } = await runPackage(script, args, { quiet: true, env: memory })
    results.push({ name, ok: code === 0 })
    if (code !== 0) say(`\n${name} failed\n${output.trimEnd()}\n\n`)
  }
  // types keep one core busy, the others the second; what mends files goes before what reads them
  const looking = fix ? undefined : run('types', types)
  for (const [name, step] of Object.entries(others)) await run(name, step)
  await (looking ?? run('types', types))
  const names = (ok) =>
    results
      .filter((r) => r.ok === ok)
      .map((r) => r.name)
      .join(', ')
  const failed = names(false)
  say(failed ? `check: ${failed} failed\n` : `check: ${names(true)} in order\n`)
  return results
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode()
  process.chdir(root)
  await ensureInstalled()
  const results = await check({ fix: process.argv.includes('--fix') })
  process.exitCode = results.every((r) => r.ok) ? 0 : 1
}
