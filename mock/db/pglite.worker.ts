/** The embedded database in a thread of its own: a slow query then never stops the server's event loop. */
import { parentPort, workerData } from 'node:worker_threads'
import { dbError } from './db.ts'
import { queryPglite, scriptPglite, startPglite } from './pglite-core.ts'
import type { Answer, Order } from './pglite.ts'

const port = parentPort
if (!port) throw new Error('pglite.worker runs as a worker thread only')
const say = (answer: Answer): void => port.postMessage(answer)
const refuse = (id: number, e: unknown): void => {
  const { message, code, constraint } = dbError(e)
  say({ id, error: { message, code, constraint } })
}

try {
  const db = await startPglite((workerData as { dir: string }).dir)
  db.onNotification((channel, payload) => say({ channel, payload }))
  port.on('message', async (order: Order) => {
    try {
      if (order.sql === undefined) await db.close()
      else if (order.params === undefined) await scriptPglite(db, order.sql)
      else return say({ id: order.id, ...(await queryPglite(db, order.sql, order.params)) })
      say({ id: order.id, rows: [], count: 0 })
    } catch (e) {
      refuse(order.id, e)
    }
  })
  say({ id: 0, rows: [], count: 0 })
} catch (e) {
  refuse(0, e)
}
