/**
 * A keeper's pattern on a solver's text, in a thread of its own with a time limit: one that runs away ends with its thread and holds nobody up.
 */
import { Worker } from 'node:worker_threads'

/** Milliseconds a pattern may take, and its thread until it is there. */
const limit = 250
const start = 10_000
const memory = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 }

const task = `
const { parentPort, workerData: { pattern, flags, text } } = require('node:worker_threads')
parentPort.postMessage('ready')
let right = false
try { right = new RegExp(pattern, flags).test(text) } catch {}
parentPort.postMessage(right)
`

const whole = (pattern: string): string => `^(?:${pattern})$`

/** Whether it is a pattern at all. Nothing is run: a pattern is read in a time that follows from its length. */
export function wellFormed(pattern: string): boolean {
  try {
    // alone: what stands around it must not close what it opens
    void new RegExp(pattern, 'u')
    void new RegExp(whole(pattern), 'u')
    return true
  } catch {
    return false
  }
}

/** @returns whether the whole text matches, or `slow` when it took too long to say */
export function wholeMatch(pattern: string, text: string, ignoreCase: boolean): Promise<boolean | 'slow'> {
  return new Promise((resolve) => {
    const workerData = { pattern: whole(pattern), flags: ignoreCase ? 'iu' : 'u', text: text.trim() }
    const thread = new Worker(task, { eval: true, workerData, resourceLimits: memory, env: {}, execArgv: [] })
    const end = (found: boolean | 'slow') => {
      clearTimeout(timer)
      void thread.terminate()
      resolve(found)
    }
    let timer = setTimeout(() => end('slow'), start)
    thread.on('message', (said: 'ready' | boolean) => {
      if (said !== 'ready') return end(said)
      clearTimeout(timer)
      timer = setTimeout(() => end('slow'), limit)
    })
    thread.on('error', () => end('slow'))
    thread.on('exit', () => end('slow'))
  })
}
