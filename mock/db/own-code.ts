/**
 * Where the pieces that run outside the main thread are found: as TypeScript in development, as JavaScript beside the bundle when built.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'

// tsx adds a query to what it loads for a thread
const built = !new URL(import.meta.url).pathname.endsWith('.ts')
const beside = (file: string): URL => new URL(file, import.meta.url)

export const databaseWorker = (workerData: object): Worker =>
  new Worker(beside(built ? './pglite.worker.js' : './pglite.worker.dev.mjs'), { workerData, execArgv: [] })

const threads = {
  'reader.worker': '../thread/reader.worker.dev.mjs',
  'shell.worker': '../world/scene/simulated/shell.worker.dev.mjs',
}
export type OwnThread = keyof typeof threads

/** @param file the built thread, where it lies elsewhere than beside this code */
export const ownThread = (name: OwnThread, resourceLimits: ResourceLimits, file?: string): Worker =>
  new Worker(file ?? beside(built ? `./${name}.js` : threads[name]), { resourceLimits, execArgv: [] })

/** @param file where it leaves the database */
export function initdbChild(file: string): ChildProcess {
  const { resolve } = createRequire(import.meta.url)
  if (built) return forkQuiet(beside('./initdb.js'), [file])
  // resolved from this file: the process may stand in any directory
  const cache = fileURLToPath(beside('../../node_modules/.cache/range-database'))
  return forkQuiet(beside('../initdb.ts'), [file, cache], ['--import', pathToFileURL(resolve('tsx')).href])
}

const forkQuiet = (program: URL, args: readonly string[], execArgv: string[] = []): ChildProcess =>
  fork(fileURLToPath(program), args, { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
