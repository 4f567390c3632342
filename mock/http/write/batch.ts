/**
 * Calls that come by the hundred and want the same of the database. Whoever comes while others are being done goes with the next, all in one
 * transaction (those that only read, in none) and by statements for them all; each is judged by itself and answered after the commit. A single call waits for nobody. What
 * fails as a whole is tried again one by one, so that nobody pays for what another sent.
 */
import { fitReply } from '../reply/answer.ts'
import { auditRows, type RequestContext, type Interpreter } from '../request/call.ts'
import { context } from '../request/context.ts'
import type { InTransaction } from './group.ts'
import { Fail } from '../request/handler.ts'
import { present } from '#src/contract/lib/typed.ts'

type Many = (calls: readonly object[]) => Promise<unknown[]>
/** @returns the reply as JSON text; undefined when the call is to go alone. Throws the call's own refusal. */
export type Batch = (call: RequestContext, run: Many) => Promise<string | undefined>

/**
 * Calls in one transaction, and milliseconds between the beginnings of two: a crowd makes few large ones, for what a transaction costs by itself is
 * many times what one more call in it costs. Who types notices neither: an answer is kept after its pause, not with its keys.
 */
const most = 500
const pace = 100

interface Member {
  call: RequestContext
  run: Many
  resolve: (text: string | undefined) => void
  reject: (refused: Fail) => void
}

/** A transaction for calls that change something, the database itself for those that read. */
const inside = (i: Interpreter, [first]: readonly Member[]): InTransaction =>
  first?.call.line.writes ? i.transaction : async (work) => (await work(i.platform.db)).value

async function together(i: Interpreter, members: readonly Member[]): Promise<void> {
  const said = members.map(({ call }) => call.entries.length)
  const after: (() => void)[] = []
  let results: (string | Fail)[]
  try {
    results = await inside(
      i,
      members,
    )(async (q) => {
      const contexts = members.map(({ call }) => context(i, call, q, after))
      const out = await present(members[0]).run(contexts)
      const value = members.map(({ call }, n) => (out[n] instanceof Fail ? out[n] : fitReply(call.line, out[n])))
      const rows = members.flatMap(({ call }, n) =>
        call.line.audited && !(out[n] instanceof Fail) ? auditRows(call, i.platform.now()) : [],
      )
      return { value, rows }
    })
  } catch {
    members.forEach(({ call, resolve }, n) => {
      call.entries.length = said[n] ?? 0
      resolve(undefined)
    })
    return
  }
  for (const work of after) work()
  members.forEach(({ resolve, reject }, n) => {
    const result = results[n]
    if (result instanceof Fail) reject(result)
    else resolve(result)
  })
}

/** @param i asked when a batch runs: it holds what this is a part of */
export function inBatches(i: () => Interpreter): Batch {
  const queues = new Map<string, { members: Member[]; running: boolean; began: number }>()
  const queueOf = (key: string) => {
    const queue = queues.get(key) ?? { members: [], running: false, began: 0 }
    queues.set(key, queue)
    return queue
  }

  async function drain(queue: ReturnType<typeof queueOf>): Promise<void> {
    queue.running = true
    // what was read in the same turn goes along
    await new Promise((go) => setImmediate(go))
    while (queue.members.length) {
      const early = queue.began + pace - performance.now()
      if (queue.began > 0 && early > 0) await new Promise((go) => setTimeout(go, early))
      queue.began = performance.now()
      await together(i(), queue.members.splice(0, most))
    }
    queue.running = false
  }

  return (call, run) =>
    new Promise((resolve, reject) => {
      const queue = queueOf(call.line.key)
      queue.members.push({ call, run, resolve, reject })
      if (!queue.running) void drain(queue)
    })
}
