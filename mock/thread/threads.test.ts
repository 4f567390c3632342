import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Sketched } from '#src/contract/topology/import/sketch.ts'
import { makeThreads, planningAtOnce, readerShare } from './threads.ts'

const gb = 1024 ** 3
it('gives the readers no more together than half of the machine, and never more than a large file takes', () => {
  for (const memory of [4 * gb, 8 * gb, 16 * gb])
    expect((readerShare(memory) + 64) * (planningAtOnce + 2) * 1024 ** 2).toBeLessThanOrEqual(memory / 2)
  expect(readerShare(64 * gb)).toBe(1024)
  // one that is too small for all of them still reads small files
  expect(readerShare(gb)).toBe(128)
})

it('hands files over to readers, and has what they write handed over: no copy of either is made', async () => {
  const threads = makeThreads()
  const bytes = Buffer.from(`name: a\ntopology:\n  nodes:\n    b: {kind: linux}\n${'#'.repeat(10_000)}`)
  const read = (await threads.read.run({ kind: 'topology', bytes, name: 'a.clab.yml', images: [] }, 60_000)) as Sketched
  expect([read.document.nodes.length, bytes.length]).toEqual([1, 0])
  // a small one shares its memory with others, who would lose theirs
  const small = Buffer.from('name: a\ntopology:\n  nodes:\n    b: {kind: linux}\n')
  await threads.read.run({ kind: 'topology', bytes: small, name: 'a.clab.yml', images: [] }, 60_000)
  expect(small.length).toBeGreaterThan(0)
  await threads.close()
})

/** Niceness of the threads of this process, from `/proc`. */
const niceness = (): number[] =>
  readdirSync('/proc/self/task').map((id) =>
    Number(/\) (?:\S+ ){16}(-?\d+)/.exec(readFileSync(`/proc/self/task/${id}/stat`, 'utf8'))?.[1]),
  )
it.runIf(process.platform === 'linux')('reads files behind everything else, and nothing else so', async () => {
  const before = niceness()
  const threads = makeThreads()
  const bytes = Buffer.from('name: a\ntopology:\n  nodes:\n    b: {kind: linux}\n')
  await threads.read.run({ kind: 'topology', bytes, name: 'a.clab.yml', images: [] }, 60_000)
  const after = niceness()
  await threads.close()
  const behind = (all: number[]) => all.filter((n) => n > Math.min(...before)).length
  expect(behind(after) - behind(before)).toBe(1)
})
it.runIf(process.platform === 'linux')('runs shells behind everything else', async () => {
  const before = niceness()
  const threads = makeThreads()
  const worker = await threads.shell()
  await once(worker, 'message')
  const after = niceness()
  await threads.close()
  const behind = (all: number[]) => all.filter((n) => n > Math.min(...before)).length
  expect(behind(after) - behind(before)).toBe(1)
})
