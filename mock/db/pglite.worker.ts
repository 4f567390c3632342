/** The embedded database in a thread of its own: a slow query then never stops the server's event loop. */
import { parentPort, workerData } from 'node:worker_threads'
import { DbError, dbError, type QueryResult, type SqlRow } from './db.ts'
import { clusterIn } from './first-start.ts'
import { startPglite } from './pglite-core.ts'
import { pgliteWire } from './pglite-wire.ts'
import type { PgliteWorkerMessage, PgliteTask } from './pglite.ts'

const port = parentPort
if (!port) throw new Error('pglite.worker runs as a worker thread only')

/** For so long, ms, answers wait for those behind them to go along. */
const patience = 0.5
let answers: PgliteWorkerMessage[] = []
function say(): void {
  port?.postMessage(answers)
  answers = []
}
function refuse(id: number, e: unknown): void {
  const { message, code, constraint } = dbError(e)
  answers.push({ id, error: { message, code, constraint } })
}

const { dir }: { dir: string } = workerData
try {
  const db = await startPglite(await clusterIn(dir))
  const wire = pgliteWire(db, (channel, payload) => answers.push({ channel, payload }))
  const none = { rows: [], count: 0 }
  function done({ sql, params, refused }: PgliteTask): QueryResult<SqlRow> {
    if (refused !== undefined) throw new DbError(refused, undefined, undefined)
    if (sql === undefined) return none
    if (params !== undefined) return wire.query(sql, params)
    wire.script(sql)
    return none
  }
  port.on('message', async (orders: PgliteTask[]) => {
    let since = performance.now()
    for (const order of orders) {
      try {
        if (order.sql === undefined && order.refused === undefined) await db.close()
        answers.push({ id: order.id, ...done(order) })
      } catch (e) {
        refuse(order.id, e)
      }
      if (performance.now() - since < patience) continue
      say()
      since = performance.now()
    }
    if (answers.length) say()
  })
  answers.push({ id: 0, rows: [], count: 0 })
} catch (e) {
  refuse(0, e)
}
say()
