/**
 * A few threads for work whose cost somebody else decides: foreign files, patterns of users. What takes too long ends with its thread and
 * nobody waits for it; what is too much is turned away at once. Threads are given out by person: who has fewer at work goes first. A thread is
 * started when it is needed and ends when it has had nothing to do.
 */
import type { Worker } from 'node:worker_threads'
import { workedFor } from './forWhom.ts'
import { worked } from './worked.ts'

/** It took more processor time than it may, or more memory; its thread was ended. */
export class Overrun extends Error {
  constructor(readonly why: 'time' | 'memory') {
    super(`the work ended with its thread: ${why}`)
  }
}
/** Nothing is wrong with the work: too much waits already, its thread hardly had its turn, or the server ends. */
export class Unserved extends Error {
  constructor(readonly why: 'queue' | 'starved' | 'ended') {
    super(`the work was not done: ${why}`)
  }
}

export interface Pool<Task, Answer, News = unknown> {
  /**
   * @param limit milliseconds of processor time from the beginning of the work, or from its last news
   * @param news what the work says on the way; the work goes on once that is settled
   * @throws Overrun, Unserved, and whatever the work throws
   */
  run(task: Task, limit: number, news?: (said: News) => Promise<void>): Promise<Answer>
  /** Threads there are now. */
  readonly threads: number
  readonly waiting: number
  close(): Promise<void>
}
export interface PoolOptions<Task> {
  start: () => Worker | Promise<Worker>
  threads: number
  /** Works that may wait. */
  queue: number
  /** Milliseconds after which an idle thread ends. */
  idle?: number
  /** Milliseconds a thread may take until it is there. */
  starting?: number
  /** How many times the limit of a work may pass on the clock before it is given up as one that has no turn. */
  patience?: number
  /** What of a work is handed over rather than copied; its sender has it no more. */
  handed?(task: Task): ArrayBuffer[]
}

/** What a thread is sent, and what it says. */
export type ToThread<Task> = { task: Task } | { more: true }
export type FromThread =
  | { ready: true; task?: number | undefined }
  | { news: unknown }
  | { answer: unknown }
  | { error: unknown }

interface Work<Task> {
  task: Task
  by: string
  limit: number
  hears: { news(said: unknown): Promise<void> } | undefined
  done(answer: unknown): void
  failed(error: unknown): void
}
interface Thread<Task> {
  /** Undefined until it is known what to start. */
  worker: Worker | undefined
  ready: boolean
  /** What the system calls it. */
  task: number | undefined
  work: Work<Task> | undefined
  timer: ReturnType<typeof setTimeout> | undefined
}

export function makePool<Task, Answer, News = unknown>(o: PoolOptions<Task>): Pool<Task, Answer, News> {
  const { idle = 30_000, starting = 60_000, patience = 10 } = o
  const all = new Set<Thread<Task>>()
  const queue: Work<Task>[] = []
  let closed = false

  /** When somebody's work was last begun, for those who wait. */
  const served = new Map<string, number>()
  let turn = 0

  const countOf = (works: Iterable<Work<Task> | undefined>, by: string): number => {
    let n = 0
    for (const work of works) if (work?.by === by) n++
    return n
  }
  /** Takes out of the queue the oldest work of whoever has the fewest at work, and of those whoever was longest not served. */
  function fairest(): Work<Task> | undefined {
    const before = (by: string): [number, number] => [
      countOf(
        [...all].map((t) => t.work),
        by,
      ),
      served.get(by) ?? 0,
    ]
    let best: { work: Work<Task>; rank: [number, number] } | undefined
    const seen = new Set<string>()
    for (const work of queue) {
      if (seen.has(work.by)) continue
      seen.add(work.by)
      const rank = before(work.by)
      if (!best || rank[0] < best.rank[0] || (rank[0] === best.rank[0] && rank[1] < best.rank[1])) best = { work, rank }
    }
    for (const by of served.keys()) if (!seen.has(by)) served.delete(by)
    if (!best) return undefined
    queue.splice(queue.indexOf(best.work), 1)
    served.set(best.work.by, ++turn)
    return best.work
  }
  /** Makes room in a full queue for somebody who has less in it than another: the newest of whoever has most gives way. */
  function makeRoom(by: string): boolean {
    const counts = new Map<string, number>()
    for (const work of queue) counts.set(work.by, (counts.get(work.by) ?? 0) + 1)
    const [most, n] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    if (n <= (counts.get(by) ?? 0) + 1) return false
    const last = queue.findLastIndex((work) => work.by === most)
    queue.splice(last, 1)[0]?.failed(new Unserved('queue'))
    return true
  }

  function end(thread: Thread<Task>, error: unknown): void {
    if (!all.delete(thread)) return
    clearTimeout(thread.timer)
    void thread.worker?.terminate()
    const { work } = thread
    thread.work = undefined
    work?.failed(error)
    next()
  }
  const watch = (thread: Thread<Task>, ms: number, error: () => unknown): void => {
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => end(thread, error()), ms)
  }
  /** Ends a work that has used up its processor time. No thread works faster than the clock goes: nobody looks before it can have. */
  function measure(thread: Thread<Task>, { limit }: Work<Task>): void {
    const { worker, task } = thread
    if (!worker) return
    const [since, before] = [performance.now(), worked(worker, task)]
    const look = (left: number): void => {
      clearTimeout(thread.timer)
      thread.timer = setTimeout(() => {
        const used = worked(worker, task) - before
        if (used >= limit) end(thread, new Overrun('time'))
        else if (performance.now() - since >= limit * patience) end(thread, new Unserved('starved'))
        else look(Math.max(limit - used, limit / 10))
      }, left)
    }
    look(limit)
  }

  function give(thread: Thread<Task>, work: Work<Task>): void {
    thread.work = work
    if (!thread.ready) return
    thread.worker?.ref()
    measure(thread, work)
    thread.worker?.postMessage({ task: work.task } satisfies ToThread<Task>, o.handed?.(work.task) ?? [])
  }
  function rest(thread: Thread<Task>): void {
    thread.work = undefined
    const work = fairest()
    if (work) return give(thread, work)
    // an idle thread keeps no process
    thread.worker?.unref()
    watch(thread, idle, () => new Unserved('ended'))
    thread.timer?.unref()
  }

  function hear(thread: Thread<Task>, said: FromThread): void {
    const { work } = thread
    if ('ready' in said) {
      thread.ready = true
      thread.task = said.task
      return work ? give(thread, work) : rest(thread)
    }
    if (!work) return
    if ('news' in said) {
      // while somebody here works on its news the thread waits, and its time stands still
      clearTimeout(thread.timer)
      ;(work.hears?.news(said.news) ?? Promise.resolve()).then(
        () => {
          if (thread.work !== work) return
          measure(thread, work)
          thread.worker?.postMessage({ more: true } satisfies ToThread<Task>)
        },
        (error: unknown) => end(thread, error),
      )
      return
    }
    clearTimeout(thread.timer)
    rest(thread)
    if ('answer' in said) work.done(said.answer)
    else work.failed(said.error)
  }

  function begin(work: Work<Task>): void {
    const thread: Thread<Task> = { worker: undefined, ready: false, task: undefined, work, timer: undefined }
    all.add(thread)
    watch(thread, starting, () => new Unserved('starved'))
    const listen = (worker: Worker): void => {
      thread.worker = worker
      // it was given up while it was looked for
      if (!all.has(thread)) return void worker.terminate()
      worker.on('message', (said: FromThread) => hear(thread, said))
      worker.on('error', (error: NodeJS.ErrnoException) =>
        end(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Overrun('memory') : error),
      )
      worker.on('exit', () => end(thread, new Unserved('ended')))
    }
    Promise.resolve()
      .then(o.start)
      .then(listen)
      .catch((error: unknown) => end(thread, error))
  }

  function next(): void {
    if (closed || queue.length === 0 || all.size >= o.threads) return
    const work = fairest()
    if (work) begin(work)
  }

  return {
    run: (task, limit, news) =>
      new Promise<Answer>((done, failed) => {
        if (closed) return failed(new Unserved('ended'))
        const work: Work<Task> = { task, by: workedFor(), limit, hears: news && { news }, done, failed }
        const resting = [...all].find((t) => t.ready && !t.work)
        if (resting) return give(resting, work)
        if (queue.length >= o.queue && !makeRoom(work.by)) return failed(new Unserved('queue'))
        queue.push(work)
        next()
      }),
    get threads() {
      return all.size
    },
    get waiting() {
      return queue.length
    },
    async close() {
      closed = true
      for (const work of queue.splice(0)) work.failed(new Unserved('ended'))
      const ending = [...all].map(async (thread) => {
        end(thread, new Unserved('ended'))
        await thread.worker?.terminate()
      })
      await Promise.all(ending)
    },
  }
}
