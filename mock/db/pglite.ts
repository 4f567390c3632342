/** The embedded database: one data directory, one owner, one worker thread. */
import { type Db, DbError, type QueryResult, type SqlRow } from './db.ts'
import { lockDir } from './lock.ts'
import { keepTidy } from './tidy.ts'
import { databaseWorker } from './own-code.ts'
import { queueOf } from './queue.ts'

/** No parameters: a script. No SQL: close. Why it is refused instead: it could not be sent. */
export interface PgliteTask {
  id: number
  sql?: string
  params?: readonly unknown[]
  refused?: string
}
export type PgliteWorkerMessage =
  | { id: number; rows: SqlRow[]; count: number }
  | { id: number; error: { message: string; code: string | undefined; constraint: string | undefined } }
  | { channel: string; payload: string }

/** The order, or its refusal, which is answered in its turn. */
function sendable(order: PgliteTask): PgliteTask {
  try {
    structuredClone(order)
    return order
  } catch (e) {
    return { id: order.id, refused: String(e) }
  }
}

/** Who asks says what the rows are. */
type Waiting = { resolve(result: unknown): void; reject: (e: Error) => void }

/**
 * @param dir data directory; the cluster is `<dir>/db`
 * @param url answers where this server listens, for the message another starter gets
 * @throws InUse when another process owns the directory
 */
export async function openPglite(dir: string, url?: () => string | undefined): Promise<Db> {
  const release = await lockDir(dir, url)
  try {
    const worker = databaseWorker({ dir })
    const waiting = new Map<number, Waiting>()
    let next = 1
    let stopped: DbError | undefined
    const stop = (why: string): void => {
      stopped ??= new DbError(why, '57P01', undefined)
      for (const { reject } of waiting.values()) reject(stopped)
      waiting.clear()
    }
    let orders: PgliteTask[] = []
    const send = (): void => {
      const all = orders
      orders = []
      try {
        worker.postMessage(all)
      } catch {
        // one of them has a parameter that no other thread can be given
        worker.postMessage(all.map(sendable))
      }
    }
    const ask = <R extends object>(order: Omit<PgliteTask, 'id'>, id = next++): Promise<QueryResult<R>> =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(stopped)
        waiting.set(id, { resolve, reject })
        // what is asked in one turn goes as one list: a message to another thread costs more than most statements
        if (id > 0 && orders.push({ id, ...order }) === 1) queueMicrotask(send)
      })

    const { db, notify } = queueOf({
      query: <R extends object>(sql: string, params: readonly unknown[]) => ask<R>({ sql, params }),
      script: async (sql) => void (await ask({ sql })),
      async close() {
        if (stopped) return
        await ask({})
        await worker.terminate()
      },
    })

    worker.on('message', (answers: PgliteWorkerMessage[]) => {
      for (const answer of answers)
        if ('channel' in answer) notify(answer.channel, answer.payload)
        else {
          const caller = waiting.get(answer.id)
          waiting.delete(answer.id)
          if ('error' in answer)
            caller?.reject(new DbError(answer.error.message, answer.error.code, answer.error.constraint))
          else caller?.resolve(answer)
        }
    })
    worker.on('error', (e) => stop(`the database stopped: ${String(e.message).slice(0, 500)}`))
    const ended = new Promise<void>((resolve) =>
      worker.once('exit', () => {
        stop('the database is closed')
        release()
        resolve()
      }),
    )

    try {
      await ask({}, 0)
    } catch (e) {
      await worker.terminate()
      await ended
      throw e
    }
    const untidy = keepTidy(db)
    return {
      ...db,
      async close() {
        untidy()
        await db.close()
        await ended
      },
    }
  } catch (e) {
    release()
    throw e
  }
}
