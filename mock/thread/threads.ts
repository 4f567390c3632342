/** The threads of a server: pools that read foreign files and try patterns, and those that shells of simulated nodes run in. Made with the platform, ended with it. */
import { totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import { ownThread, type OwnThread } from '../db/own-code.ts'
import { makePool, type Pool } from './pool.ts'
import type { FindingBatch } from '../import/plan/findings.ts'
import type { PackageTask, ReadTask } from './tasks.ts'
import { wholeOf } from './whole.ts'

/** A pattern against a text. */
interface MatchTask {
  pattern: string
  flags: string
  text: string
}
export interface Threads {
  /** What somebody waits for. */
  read: Pool<ReadTask, unknown>
  /** Packages, which take minutes. */
  plan: Pool<PackageTask, unknown, FindingBatch>
  match: Pool<MatchTask, boolean>
  /** One more that runs shells, until it is ended. */
  shell(): Promise<Worker>
  close(): Promise<void>
}

/** Packages that are planned at once; each is a whole archive to read. */
export const planningAtOnce = 4
/** Files somebody waits for that are read at once. */
const readingAtOnce = 2

/** Trees of the largest files that are taken, twice over. */
const mostOfReader = 1024
/** Below this a reader does not start. */
const leastOfReader = 128
const youngOfReader = 64

/**
 * MB that each reader may take: together no more than half of what the machine has, since the other half is the server's.
 * @param memory bytes of the machine, or of the group it is confined to
 */
export const readerShare = (memory: number): number =>
  Math.max(
    leastOfReader,
    Math.min(mostOfReader, Math.floor(memory / 2 / (planningAtOnce + readingAtOnce) / 1024 / 1024) - youngOfReader),
  )
/** Of the group where there is one; the figure of an unconfined one is larger than the machine, or none. */
const machineMemory = (): number => {
  const confined = process.constrainedMemory()
  return confined > 0 ? Math.min(confined, totalmem()) : totalmem()
}
const readerMemory = {
  maxOldGenerationSizeMb: readerShare(machineMemory()),
  maxYoungGenerationSizeMb: youngOfReader,
}
const shellMemory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const matcherMemory = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 }

/** Plain text, so that the thread needs no file and starts within milliseconds. */
const matcher = `
const { parentPort } = require('node:worker_threads')
let own
try { own = Number(/\\d+$/.exec(require('node:fs').readlinkSync('/proc/thread-self'))[0]) } catch {}
parentPort.on('message', ({ task }) => {
  if (!task) return
  let right = false
  try { right = new RegExp(task.pattern, task.flags).test(task.text) } catch {}
  parentPort.postMessage({ answer: right })
})
parentPort.postMessage({ ready: true, task: own })
`

/** @param built file of a built thread, for tests */
export function makeThreads(built?: (name: OwnThread) => Promise<string>): Threads {
  const start = async () => ownThread('reader.worker', readerMemory, await built?.('reader.worker'))
  const shells = new Set<Worker>()
  // a page waits half a minute for it
  const read = makePool<ReadTask, unknown>({
    start,
    threads: readingAtOnce,
    queue: 50,
    patience: 3,
    handed: (task) => ('bytes' in task ? wholeOf(task.bytes) : []),
  })
  const plan = makePool<PackageTask, unknown, FindingBatch>({ start, threads: planningAtOnce, queue: 50 })
  const match = makePool<MatchTask, boolean>({
    start: () => new Worker(matcher, { eval: true, resourceLimits: matcherMemory, env: {}, execArgv: [] }),
    threads: 2,
    queue: 200,
  })
  return {
    read,
    plan,
    match,
    async shell() {
      const worker = ownThread('shell.worker', shellMemory, await built?.('shell.worker'))
      shells.add(worker)
      worker.on('exit', () => shells.delete(worker))
      return worker
    },
    async close() {
      await Promise.all([read.close(), plan.close(), match.close(), ...[...shells].map((w) => w.terminate())])
    },
  }
}
