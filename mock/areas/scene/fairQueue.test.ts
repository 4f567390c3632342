/** Classes take turns in the queue of scenes: a property of the turns, and the queue of a whole server. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queueTurn } from './capacity.ts'

interface Waiting {
  flow: string
  turn: number
  seq: number
}
/** The queue as the database has it: turns given on arrival, the least first, of equals who came first. */
function queue() {
  let [now, seq] = [0, 0]
  let waiting: Waiting[] = []
  return {
    come(flow: string) {
      const last = Math.max(...waiting.filter((w) => w.flow === flow).map((w) => w.turn))
      waiting.push({ flow, turn: queueTurn(now, Number.isFinite(last) ? last : null), seq: ++seq })
    },
    admit(): Waiting | undefined {
      const [first] = waiting.toSorted((a, b) => a.turn - b.turn || a.seq - b.seq)
      if (!first) return undefined
      waiting = waiting.filter((w) => w !== first)
      now = Math.max(now, first.turn)
      return first
    },
    of: (flow: string) => waiting.filter((w) => w.flow === flow).length,
  }
}
const flows = ['', 'class a', 'class b', 'class c'] as const
const step = fc.oneof(
  fc.record({ come: fc.constantFrom(...flows), n: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ admit: fc.integer({ min: 1, max: 10 }) }),
)

describe('the queue of scenes', () => {
  it('admits of any two classes that wait all the while at most two more of the one than of the other, whenever one begins to watch', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const q = queue()
        // admitted since both have been waiting, for each pair
        const since = new Map<string, number>()
        for (const s of steps) {
          if ('come' in s) for (let n = 0; n < s.n; n++) q.come(s.come)
          else
            for (let n = 0; n < s.admit; n++) {
              const both = flows.flatMap((a) =>
                flows.filter((b) => a < b && q.of(a) > 0 && q.of(b) > 0).map((b) => [a, b] as const),
              )
              const first = q.admit()
              if (!first) break
              const held = new Set(both.map(([a, b]) => `${a}|${b}`))
              for (const key of since.keys()) if (!held.has(key)) since.delete(key)
              for (const [a, b] of both) {
                const by = (since.get(`${a}|${b}`) ?? 0) + (first.flow === a ? 1 : first.flow === b ? -1 : 0)
                since.set(`${a}|${b}`, by)
                expect(Math.abs(by), `${a} against ${b}`).toBeLessThanOrEqual(2)
              }
            }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('lets those of one class in as they came', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const q = queue()
        const last = new Map<string, number>()
        for (const s of steps) {
          if ('come' in s) for (let n = 0; n < s.n; n++) q.come(s.come)
          else
            for (let n = 0; n < s.admit; n++) {
              const first = q.admit()
              if (!first) break
              expect(first.seq).toBeGreaterThan(last.get(first.flow) ?? 0)
              last.set(first.flow, first.seq)
            }
        }
      }),
    )
  })
})
