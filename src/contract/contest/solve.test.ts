import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contestTimes, type Extension, extendedPlan } from './clock.ts'
import type { LedgerRow } from './ledger.ts'
import { boardOf, scoresOf } from './score.ts'
import { barRows, changedSolves, holdersOf, type ItemRule, ledgerUpTo, type NewLedgerRow, solveRows } from './solve.ts'
import { contestEvents, contestMachine, type ContestStatus } from './status.ts'
import { usualBlood } from './value.ts'

const rules = new Map<string, ItemRule>([
  ['a', { curve: { kind: 'linear', most: 500, least: 100, decay: 10 }, blood: usualBlood }],
  [
    'b',
    { curve: { kind: 'exponential', most: 1000, share: 250, slowness: 5 }, blood: { as: 'points', places: [9, 5] } },
  ],
  ['c', { curve: { kind: 'static', most: 300 }, blood: null }],
])
const people = ['p', 'q', 'r', 's', 't']
type Deed = { do: 'solve'; item: string; by: string } | { do: 'bar'; by: string }
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('solve' as const),
      item: fc.constantFrom('a', 'b', 'c'),
      by: fc.constantFrom(...people),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bar' as const), by: fc.constantFrom(...people) }) },
)
/** The ledger as the server writes it, one deed a second from 0 on. */
function written(deeds: readonly Deed[]): LedgerRow[] {
  const rows: LedgerRow[] = []
  const add = (all: readonly NewLedgerRow[]) => {
    for (const row of all) rows.push({ ...row, seq: rows.length + 1 })
  }
  for (const [at, d] of deeds.entries()) {
    const h = holdersOf(rows)
    if (d.do === 'bar') add(barRows(h, rules, { kind: h.out.has(d.by) ? 'back' : 'out', participant: d.by, at }))
    else if (!h.out.has(d.by) && !h.items.get(d.item)?.has(d.by)) {
      const before = [...(h.items.get(d.item)?.keys() ?? [])].filter((p) => !h.out.has(p)).length
      add(
        solveRows(rules.get(d.item) ?? { curve: { kind: 'static', most: 0 }, blood: null }, {
          item: d.item,
          participant: d.by,
          at,
          before,
        }),
      )
    }
  }
  return rows
}

describe('a ledger up to an instant', () => {
  it('gives the board that stood then, with bans, bonuses that passed on and all', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 30 }), fc.nat(30), (deeds, until) => {
        const then = boardOf(scoresOf(written(deeds.slice(0, until)), people))
        const seen = boardOf(scoresOf(ledgerUpTo(written(deeds), until, rules), people))
        expect(seen).toEqual(then)
      }),
    )
  })

  it('is the same whatever came after, also where what came after was written first', () => {
    const at = (t: number, by: string): NewLedgerRow[] =>
      solveRows(rules.get('a') ?? { curve: { kind: 'static', most: 0 }, blood: null }, {
        item: 'a',
        participant: by,
        at: t,
        before: 0,
      })
    const numbered = (rows: NewLedgerRow[]): LedgerRow[] => rows.map((r, n) => ({ ...r, seq: n + 1 }))
    const late = numbered([...at(12, 'q'), ...at(9, 'p')])
    expect(ledgerUpTo(late, 10, rules)).toEqual(ledgerUpTo(numbered(at(9, 'p')), 10, rules))
  })
})

describe('what is judged again', () => {
  interface Handed {
    item: string
    by: string
    right: boolean
  }
  const handed: fc.Arbitrary<Handed> = fc.record({
    item: fc.constantFrom('a', 'b', 'c'),
    by: fc.constantFrom(...people),
    right: fc.boolean(),
  })
  const firsts = (all: readonly Handed[], until = Number.POSITIVE_INFINITY) => {
    const found = new Map<string, { item: string; participant: string; at: number }>()
    for (const [at, h] of all.entries())
      if (h.right && at < until && !found.has(`${h.item}${h.by}`))
        found.set(`${h.item}${h.by}`, { item: h.item, participant: h.by, at })
    return found
  }
  const number = (rows: readonly NewLedgerRow[]): LedgerRow[] => rows.map((r, n) => ({ ...r, seq: n + 1 }))
  /** As if everything had been judged so from the beginning. */
  const fromScratch = (all: readonly Handed[], until?: number): LedgerRow[] => {
    const solved = new Map<string, number>()
    const rows: NewLedgerRow[] = []
    for (const { item, participant, at } of firsts(all, until).values()) {
      const before = solved.get(item) ?? 0
      solved.set(item, before + 1)
      const rule = rules.get(item)
      if (rule) rows.push(...solveRows(rule, { item, participant, at, before }))
    }
    return number(rows)
  }
  const board = (rows: readonly LedgerRow[]) => boardOf(scoresOf(rows, people))

  it('counts as if it had been judged so at first, in every order of corrections and behind every freeze', () => {
    fc.assert(
      fc.property(
        fc.array(handed, { minLength: 1, maxLength: 20 }),
        fc.array(fc.array(fc.nat(19), { maxLength: 4 }), { maxLength: 4 }),
        fc.nat(20),
        (all, corrections, until) => {
          let now = all
          let rows = fromScratch(all)
          for (const some of corrections) {
            const then = now.map((h, n) => (some.includes(n) ? { ...h, right: !h.right } : h))
            const [was, is] = [firsts(now), firsts(then)]
            const changes = [...new Map([...was, ...is])].map(([key, { item, participant }]) => ({
              item,
              participant,
              at: is.get(key)?.at ?? null,
            }))
            rows = number([...rows, ...changedSolves(holdersOf(rows), rules, changes, { cause: 'rejudge', at: 99 })])
            now = then
            expect(board(rows)).toEqual(board(fromScratch(now)))
          }
          expect(board(ledgerUpTo(rows, Number.POSITIVE_INFINITY, rules))).toEqual(board(fromScratch(now)))
          expect(board(ledgerUpTo(rows, until, rules))).toEqual(board(fromScratch(now, until)))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the clock of a contest', () => {
  it('follows the table of its states under any events, and pauses move its end by as long as they last', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...contestEvents), fc.integer({ min: 1, max: 40 })), { maxLength: 25 }),
        (steps) => {
          const planned = { start_mode: 'go' as const, start: 0, end: 100_000_000, freeze: 60_000_000, thaw: null }
          const extensions: Extension[] = []
          const run = {
            frozen: null as number | null,
            started: null as number | null,
            ended: null as number | null,
            thawed: null,
            pauses: [] as { from: number; to: number | null }[],
          }
          let now = 0
          for (const [event, wait] of steps) {
            now += wait * 1_000_000
            const before = contestTimes(extendedPlan(planned, extensions), run, now)
            const { status } = before
            const to: ContestStatus | undefined = contestMachine[status][event]
            if (!to || (event === 'freeze' && before.frozen)) continue
            const open = run.pauses.find((p) => p.to === null)
            if (event === 'start') run.started = now
            if (event === 'pause') run.pauses.push({ from: now, to: null })
            if (open && (event === 'recover' || event === 'finish')) open.to = now
            if (event === 'finish') run.ended = now
            if (event === 'freeze') run.frozen = now
            if (event === 'extend') extensions.push({ minutes: 60, freeze: !before.frozen })
            const after = contestTimes(extendedPlan(planned, extensions), run, now)
            expect(after.status).toBe(to)
            if (run.started !== null && run.ended === null) {
              const paused = run.pauses.reduce((n, p) => n + (p.to ?? now) - p.from, 0)
              expect(after.end).toBe(run.started + 100_000_000 + paused + extensions.length * 3_600_000)
              if (event === 'freeze') expect(after.freeze).toBe(now)
              // what is frozen stays frozen from the same instant
              if (before.frozen) expect(after).toMatchObject({ frozen: true, freeze: before.freeze })
            }
          }
        },
      ),
    )
  })

  it('keeps a freeze where it was when a pause begins after it', () => {
    const run = { started: null, ended: null, thawed: null }
    const plan = { start_mode: 'clock' as const, start: 0, end: 100, freeze: 60, thaw: null }
    expect(contestTimes(plan, { ...run, pauses: [{ from: 70, to: 90 }] }, 95)).toMatchObject({
      freeze: 60,
      frozen: true,
      end: 120,
    })
    expect(contestTimes(plan, { ...run, pauses: [{ from: 50, to: 70 }] }, 75)).toMatchObject({
      freeze: 80,
      frozen: false,
      end: 120,
    })
  })
})
