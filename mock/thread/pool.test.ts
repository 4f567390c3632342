/** Threads for work whose cost somebody else decides: what is too slow, too large or too much ends alone. */
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { workFor } from './forWhom.ts'
import { makePool, Overrun, type Pool, Unserved } from './pool.ts'
import { makeThreads, type Threads } from './threads.ts'

/** Does what it is told: answers, throws, never ends, has no turn for a while, tells on the way, or fills its memory. */
const thread = `
const { parentPort } = require('node:worker_threads')
const { readlinkSync } = require('node:fs')
let goOn
parentPort.on('message', async ({ task, more }) => {
  if (more) return goOn()
  if (task === 'hang') for (;;) {}
  if (task === 'fill') { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)) }
  // as a thread that the system keeps waiting: it is at work, and uses nothing
  const starve = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  if (task === 'starve') starve(600)
  if (task === 'starve for good') starve()
  if (task === 'fail') return parentPort.postMessage({ error: { message: 'no' } })
  if (task === 'exit') process.exit(0)
  if (task === 'tell') for (const news of [1, 2, 3]) {
    parentPort.postMessage({ news })
    await new Promise((r) => { goOn = r })
  }
  parentPort.postMessage({ answer: task })
})
const own = process.platform === 'linux' ? Number(/\\d+$/.exec(readlinkSync('/proc/thread-self'))[0]) : undefined
parentPort.postMessage({ ready: true, task: own })
`
let made: Worker[] = []
const pools: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((p) => p.close()))
  made = []
})
function pool(o: Partial<Parameters<typeof makePool>[0]> = {}): Pool<string, string> {
  const p = makePool<string, string>({
    start() {
      const worker = new Worker(thread, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 }, execArgv: [] })
      made.push(worker)
      return worker
    },
    threads: 2,
    queue: 1000,
    ...o,
  })
  pools.push(p)
  return p
}

it('answers many works with two threads', async () => {
  const p = pool()
  const texts = Array.from({ length: 150 }, (_, n) => `work ${n}`)
  expect(await Promise.all(texts.map((t) => p.run(t, 10_000)))).toEqual(texts)
  expect(made.length).toBe(2)
})

it('gives up what does not end, with its thread, and goes on with the others', async () => {
  const p = pool({ threads: 1 })
  const hung = p.run('hang', 100)
  const after = p.run('after', 10_000)
  await expect(hung).rejects.toMatchObject({ why: 'time' })
  expect(await after).toBe('after')
  expect(made.length).toBe(2)
})

it.runIf(process.platform === 'linux')('waits for a work that has no turn: its limit is of what it uses', async () => {
  const p = pool({ threads: 1 })
  expect(await p.run('starve', 100)).toBe('starve')
  expect(made.length).toBe(1)
})

it('gives up what never has its turn, and does not hold it against the work', async () => {
  const p = pool({ threads: 1, patience: 3 })
  await expect(p.run('starve for good', 100)).rejects.toBeInstanceOf(Unserved)
  await expect(pool({ starting: 0 }).run('late', 10_000)).rejects.toBeInstanceOf(Unserved)
  expect(await p.run('after', 10_000)).toBe('after')
})

it('gives up what takes more memory than it may, or ends by itself', async () => {
  const p = pool({ threads: 1 })
  await expect(p.run('fill', 60_000)).rejects.toMatchObject({ why: 'memory' })
  await expect(p.run('exit', 60_000)).rejects.toBeInstanceOf(Unserved)
  expect(await p.run('next', 10_000)).toBe('next')
})

it('turns away what would wait too long', async () => {
  const p = pool({ threads: 1, queue: 2 })
  const all = ['a', 'b', 'c', 'd'].map((t) => p.run(t, 10_000).catch((e: unknown) => e))
  const told = await Promise.all(all)
  expect(told.filter((t) => t instanceof Unserved).length).toBeGreaterThan(0)
  expect(told[0]).toBe('a')
})

it('passes on what the work throws, and keeps the thread', async () => {
  const p = pool({ threads: 1 })
  await expect(p.run('fail', 10_000)).rejects.toEqual({ message: 'no' })
  expect(await p.run('next', 10_000)).toBe('next')
  expect(made.length).toBe(1)
})

it('waits for whoever hears the news, whose time is not the work’s, and ends the work when he fails', async () => {
  const p = pool({ threads: 1 })
  const heard: unknown[] = []
  const slow = async (said: unknown) => {
    await new Promise((r) => setTimeout(r, 400))
    heard.push(said)
  }
  expect(await p.run('tell', 1000, slow)).toBe('tell')
  expect(heard).toEqual([1, 2, 3])
  await expect(p.run('tell', 10_000, () => Promise.reject(new Error('taken over')))).rejects.toThrow('taken over')
})

it('ends everything that waits when it is closed', async () => {
  const p = pool({ threads: 1 })
  const all = [p.run('hang', 60_000), p.run('never', 60_000)].map((w) => w.catch((e: unknown) => e))
  await p.close()
  expect((await Promise.all(all)).every((e) => e instanceof Unserved)).toBe(true)
  await expect(p.run('late', 1000)).rejects.toBeInstanceOf(Unserved)
})

it('tries 150 patterns at once with two threads and answers each, those behind one that runs away too', async () => {
  const threads: Threads = makeThreads()
  pools.push(threads)
  const tries = Array.from({ length: 150 }, (_, n) =>
    threads.match
      .run(
        {
          pattern: n % 50 === 7 ? '^(a+)+$' : `^flag-${n}$`,
          flags: 'u',
          text: n % 50 === 7 ? `${'a'.repeat(60)}!` : `flag-${n}`,
        },
        250,
      )
      .catch((e: unknown) => (e instanceof Overrun ? 'slow' : e)),
  )
  let most = 0
  const look = setInterval(() => (most = Math.max(most, threads.match.threads)), 1)
  const told = await Promise.all(tries)
  clearInterval(look)
  expect(told.filter((t) => t === true).length).toBe(147)
  expect(told.filter((t) => t === 'slow').length).toBe(3)
  expect(most).toBeLessThanOrEqual(2)
})

it('goes by person: who asks for a hundred things waits for themselves, and gives way in a full queue', async () => {
  const p = pool({ threads: 1, queue: 4 })
  const order: string[] = []
  const ask = (who: string, task: string) =>
    workFor(who, () => p.run(task, 5000)).then(
      () => order.push(task),
      (e: unknown) => order.push(`${task} ${e instanceof Unserved ? e.why : 'failed'}`),
    )
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((task) => ask('a', task))
  all.push(ask('b', 'b1'), ask('c', 'c1'))
  await Promise.all(all)
  expect(order.filter((o) => o.endsWith('queue')).every((o) => o.startsWith('a'))).toBe(true)
  const done = order.filter((o) => !o.includes(' '))
  expect(done.indexOf('b1')).toBeLessThan(2)
  expect(done.indexOf('c1')).toBeLessThan(3)
})
