/** Fonts of the browser tests: lists are measured in Arial or its like, and Chinese needs characters. */
import { spawnSync } from 'node:child_process'
import { run } from './project.mjs'

/** @type {(command: string, ...words: string[]) => string} */
const said = (command, ...words) => spawnSync(command, words, { encoding: 'utf8' }).stdout ?? ''
const lacking = () => [
  ...(/Arial|Liberation|Arimo|Helvetica|Nimbus/i.test(said('fc-match', 'Arial')) ? [] : ['fonts-liberation']),
  ...(/\S/.test(said('fc-list', ':lang=zh-cn')) ? [] : ['fonts-wqy-microhei']),
]

/** Installs what is missing where that can be done; elsewhere the tests that measure letters say that they leave themselves out. */
export async function ensureFonts() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  const packages = lacking()
  if (!packages.length || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return
  process.stdout.write(`Installing ${packages.join(' and ')} for the browser tests …\n`)
  const apt = (...args) =>
    run('apt-get', args, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' }, seconds: 120 })
  const get = () => apt('install', '-y', '--no-install-recommends', 'fontconfig', ...packages)
  if ((await get()).code !== 0 && (await apt('update')).code === 0) await get()
}
