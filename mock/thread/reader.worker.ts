/** Reads what others wrote in a thread of its own: whatever it makes a parser do, calls are answered meanwhile. */
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { TopologyFileRefusal } from '#src/contract/topology/import/report.ts'
import { readScorm } from '../areas/course/package/archive.ts'
import { PackageRefusal } from '../areas/course/package/manifest.ts'
import { peopleLines } from '../areas/system/peopleLines.ts'
import { Unreadable } from '../import/formats/found.ts'
import { findings, type FindingBatch } from '../import/plan/findings.ts'
import { ZipProblem } from '../import/zip/problem.ts'
import { readFileAsTopology } from '../topology/file.ts'
import { exportTopology } from '../topology/written.ts'
import type { FromThread, ToThread } from './pool.ts'
import type { ReadError, ReadTask } from './tasks.ts'
import { wholeOf } from './whole.ts'
import { ownTask } from './worked.ts'

const port = parentPort
if (!port) throw new Error('reader.worker runs as a worker thread only')
// whoever waits for an answer goes before a file: on Linux this is of the thread, elsewhere it would be of the whole server
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))
const say = (message: FromThread, handed: ArrayBuffer[] = []): void => port.postMessage(message, handed)

let goOn: (() => void) | undefined
/** Tells it and waits until the other side has dealt with it. */
const tell = (found: FindingBatch): Promise<void> =>
  new Promise((done) => {
    goOn = done
    say({ news: found })
  })

async function work(task: ReadTask): Promise<unknown> {
  if (task.kind === 'topology') return readFileAsTopology(task.bytes, task.name, new Map(task.images))
  if (task.kind === 'topology-file') return exportTopology(task)
  if (task.kind === 'lesson-package') return readScorm(task.file)
  if (task.kind === 'people') return peopleLines(task.bytes)
  await findings(task, tell)
  return undefined
}

function errorOf(e: unknown): ReadError {
  if (e instanceof TopologyFileRefusal) return { refusal: e.code, place: e.place, params: e.params }
  if (e instanceof PackageRefusal) return { refusal: e.code, place: e.detail, params: {} }
  if (e instanceof Unreadable) return { refusal: e.code, place: '', params: e.params }
  if (e instanceof ZipProblem) return { zip: e.code, params: e.params }
  return { message: e instanceof Error ? (e.stack ?? e.message) : String(e) }
}

port.on('message', (message: ToThread<ReadTask>) => {
  if ('more' in message) {
    goOn?.()
    return
  }
  work(message.task).then(
    (answer) => say({ answer }, wholeOf(answer)),
    (e: unknown) => say({ error: errorOf(e) }),
  )
})
say({ ready: true, task: ownTask() })
