/** `npm run bench`: the measurements against the budgets, on a fresh build. Arguments go to them. */
import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { findBrowser } from './browser.mjs'
import { at, requireNode, root, runPackage, stop } from './project.mjs'

requireNode()
process.chdir(root)
await ensureInstalled()
if (!isBuilt() && (await build()) !== 0) stop('The build failed, so there is nothing to measure.')
const { code } = await runPackage('tsx/dist/cli.mjs', [at('tests/bench/run.ts'), ...process.argv.slice(2)], {
  env: { CHROMIUM_PATH: await findBrowser() },
})
process.exit(code)
