/**
 * How long a thread has really worked. On a busy machine a thread waits for its turn, and what it has waited says nothing about its work.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'

/** What the system calls the thread that asks; undefined where it does not say (other than Linux). */
export function ownTask(): number | undefined {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0])
  } catch {
    return undefined
  }
}

/** Milliseconds of a tick, in which Linux tells what a thread has used, on every machine. */
const tick = 10

/**
 * Milliseconds of processor time since the thread began, also while it is stuck in a loop. Where the system does not tell them: those its
 * event loop was not idle, which are more on a busy machine.
 * @param task what `ownTask` says in that thread
 */
export function worked(worker: Pick<Worker, 'performance'>, task: number | undefined): number {
  try {
    if (task !== undefined) {
      // after the name, which may hold anything: state, ten figures, user time, system time
      const [, user, system] =
        /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/self/task/${task}/stat`, 'utf8')) ?? []
      return (Number(user) + Number(system)) * tick
    }
  } catch {
    // it has ended
  }
  return worker.performance.eventLoopUtilization().active
}
