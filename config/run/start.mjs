/** `npm start`: installs and builds what is missing or has changed, then is the server. Arguments go to the server. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endWithParent } from './parent.mjs'
import { at, requireNode, root, stop } from './project.mjs'

requireNode()
if (process.env.npm_lifecycle_event === 'start') endWithParent({ above: true })
const from = process.cwd()
process.chdir(root)
await ensureInstalled()
if (!isBuilt() && (await build()) !== 0) stop('The build failed, so the server was not started.')

// In this very process: signals reach the server as they are sent, its exit code is ours, and nothing is left when one of two is killed.
const server = at('dist/server/index.js')
if (!existsSync(server)) stop('dist/server/index.js is missing; remove the folder dist and run the command again.')
process.chdir(from)
process.argv[1] = server
await import(pathToFileURL(server).href)
