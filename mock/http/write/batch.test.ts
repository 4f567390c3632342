/** Calls that come together are done together, and none of them pays for another. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { inBatches } from './batch.ts'
import type { RequestContext, Interpreter } from '../request/call.ts'
import { Fail } from '../request/handler.ts'

function ground() {
  const seen: string[][] = []
  let commits = 0
  let broken = false
  const i = {
    platform: { now: () => new Date(0) },
    async transaction(work: (q: object) => Promise<{ value: unknown }>) {
      const { value } = await work({})
      if (broken) throw new Error('the commit failed')
      commits++
      return value
    },
  } as unknown as Interpreter
  const batch = inBatches(() => i)
  const run = async (calls: readonly object[]) => {
    const names = calls.map((c) => (c as { params: { id: string } }).params.id)
    seen.push(names)
    return names.map((id) => (id === 'bad' ? new Fail('not_found') : { id }))
  }
  const line = { key: 'POST /x', writes: true, audited: false, reply: z.object({ id: z.string() }) }
  const ask = (id: string) => batch({ line, params: { id }, entries: [], meta: {} } as unknown as RequestContext, run)
  return { ask, seen, commits: () => commits, breaks: () => (broken = true) }
}

it('does what comes in one moment in one transaction, and what comes meanwhile in the next', async () => {
  const { ask, seen, commits } = ground()
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['a', 'b', 'c'].map((id) => JSON.stringify({ id })))
  expect(await Promise.all(['d', 'e'].map(ask))).toHaveLength(2)
  expect(seen).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
  expect(commits()).toBe(2)
})

it('refuses one without its neighbours', async () => {
  const { ask } = ground()
  const [a, bad, c] = await Promise.allSettled(['a', 'bad', 'c'].map(ask))
  expect([a?.status, c?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
})

it('sends each alone when they failed as a whole, and answers nobody before the commit', async () => {
  const { ask, breaks, commits } = ground()
  breaks()
  expect(await Promise.all(['a', 'b'].map(ask))).toEqual([undefined, undefined])
  expect(commits()).toBe(0)
})

it('has no more in a transaction than its statements should hold', async () => {
  const { ask, seen } = ground()
  await Promise.all(Array.from({ length: 600 }, (_, n) => ask(`n${n}`)))
  expect(seen.map((s) => s.length)).toEqual([500, 100])
})
