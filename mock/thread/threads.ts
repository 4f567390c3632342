/** The threads of a server: one pool reads foreign files, one tries patterns. Made with the platform, ended with it. */
import { Worker } from 'node:worker_threads'
import { readerWorker } from '../db/own-code.ts'
import { makePool, type Pool } from './pool.ts'
import type { ReadTask } from './tasks.ts'

/** A pattern against a text. */
export interface MatchTask {
  pattern: string
  flags: string
  text: string
}
export interface Threads {
  /** What somebody waits for. */
  read: Pool<ReadTask, unknown>
  /** Packages, which take minutes. */
  plan: Pool<ReadTask, unknown>
  match: Pool<MatchTask, boolean>
  close(): Promise<void>
}

/** Trees of the largest files that are taken, twice over. */
const readerMemory = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 }
const matcherMemory = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 }

/** Plain text, so that the thread needs no file and starts within milliseconds. */
const matcher = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ task }) => {
  if (!task) return
  let right = false
  try { right = new RegExp(task.pattern, task.flags).test(task.text) } catch {}
  parentPort.postMessage({ answer: right })
})
parentPort.postMessage({ ready: true })
`

/** Packages that are planned at once; each is a whole archive to read. */
export const planningAtOnce = 4

/** @param reader file of the built reading thread, for tests */
export function makeThreads(reader?: () => Promise<string>): Threads {
  const start = async () => readerWorker(readerMemory, await reader?.())
  const read = makePool<ReadTask, unknown>({ start, threads: 2, queue: 50 })
  const plan = makePool<ReadTask, unknown>({ start, threads: planningAtOnce, queue: 50 })
  const match = makePool<MatchTask, boolean>({
    start: () => new Worker(matcher, { eval: true, resourceLimits: matcherMemory, env: {}, execArgv: [] }),
    threads: 2,
    queue: 200,
  })
  return {
    read,
    plan,
    match,
    async close() {
      await Promise.all([read.close(), plan.close(), match.close()])
    },
  }
}
