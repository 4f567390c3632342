/** The reveal of a frozen board: it ends at the final board, and what is settled stays where it is. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LedgerRow, pointUnit } from './ledger.ts'
import { beginReveal, revealSteps } from './reveal.ts'
import { boardOf, byPlace, scoresOf } from './score.ts'

const people = ['a', 'b', 'c', 'd', 'e']
const row = fc.record({
  kind: fc.constantFrom('points', 'hold', 'hold', 'hold', 'drop', 'price', 'out', 'back'),
  participant: fc.constantFrom(...people),
  item: fc.constantFrom('x', 'y', 'z'),
  amount: fc.integer({ min: -3, max: 9 }),
  at: fc.nat(12),
})
const ledgers = fc.array(row, { maxLength: 40 }).map((rows) =>
  rows.map(({ kind, participant, item, amount, at }, n): LedgerRow => {
    const base = { seq: n + 1, at, cause: 'flag' as const }
    if (kind === 'points') return { ...base, kind, participant, amount: amount * pointUnit }
    if (kind === 'price') return { ...base, kind, item, amount: Math.max(0, amount) * pointUnit }
    if (kind === 'hold') return { ...base, kind, participant, item, bonus: { permille: 50, amount: 0 }, cost: 0 }
    if (kind === 'drop') return { ...base, kind, participant, item }
    return { ...base, kind: kind as 'out', participant }
  }),
)

it('ends at the final board; rows only rise, and one that is settled keeps rank and score', () => {
  fc.assert(
    fc.property(ledgers, fc.nat(40), (rows, freeze) => {
      const [frozen, final] = [scoresOf(rows.slice(0, freeze), people), scoresOf(rows, people)]
      const steps = revealSteps(frozen, final)
      const [first] = steps
      if (first?.kind !== 'prices') throw new Error('prices come first')
      const shown = new Map(first.board.map((r) => [r.participant, r.score]))
      const done = new Map<string, { rank: number; score: number }>()
      for (const s of steps.slice(1)) {
        if (s.kind === 'gain') {
          expect(done.has(s.gain.participant)).toBe(false)
          expect(s.to).toBeLessThanOrEqual(s.from)
          expect(s.gain.amount).toBeGreaterThan(0)
          expect(s.score).toBe((shown.get(s.gain.participant) ?? 0) + s.gain.amount)
          shown.set(s.gain.participant, s.score)
        } else if (s.kind === 'settled') done.set(s.participant, s)
      }
      const board = boardOf(final)
      expect([...done].map(([participant, { rank, score }]) => ({ participant, rank, score }))).toEqual(
        board.map(({ participant, rank, score }) => ({ participant, rank, score })).toReversed(),
      )
    }),
    { numRuns: 500 },
  )
})

it('opens prices first, then each row from the bottom, thing by thing', () => {
  const at = (seq: number, participant: string, item: string, price: number): LedgerRow[] => [
    { seq, at: seq, kind: 'hold', participant, item, bonus: { permille: 0, amount: 0 }, cost: 0, cause: 'flag' },
    { seq: seq + 1, at: seq, kind: 'price', item, amount: price * pointUnit, cause: 'decay' },
  ]
  const before = [...at(1, 'a', 'x', 100), ...at(3, 'b', 'y', 50)]
  const after = [...at(5, 'b', 'x', 90), ...at(7, 'c', 'z', 60), ...at(9, 'c', 'x', 80)]
  const of = ['a', 'b', 'c']
  const steps = revealSteps(scoresOf(before, of), scoresOf([...before, ...after], of))
  expect(
    steps.map((s) =>
      s.kind === 'prices'
        ? s.board.map((r) => [r.participant, r.score / pointUnit])
        : s.kind === 'gain'
          ? [s.gain.participant, s.gain.item, s.from, s.to]
          : [s.participant, s.rank],
    ),
  ).toEqual([
    [
      ['a', 80],
      ['b', 50],
      ['c', 0],
    ],
    ['c', 'z', 3, 2],
    ['b', 'x', 3, 1],
    ['c', 'x', 3, 1],
    ['a', 3],
    ['b', 2],
    ['c', 1],
  ])
})

it('keeps rows in the order of the board after every step, and a board of thousands takes no longer', () => {
  fc.assert(
    fc.property(ledgers, fc.nat(40), (rows, freeze) => {
      const reveal = beginReveal(scoresOf(rows.slice(0, freeze), people), scoresOf(rows, people))
      let settled = 0
      for (let step = reveal.next(); step; step = reveal.next()) {
        const board = reveal.board()
        expect(board.toSorted(byPlace)).toEqual(board)
        if (step.kind === 'settled') settled += 1
        expect(board.filter((r) => r.settled)).toEqual(settled ? board.slice(-settled) : [])
      }
    }),
    { numRuns: 200 },
  )
  const many = Array.from({ length: 2000 }, (_, n) => `p${n}`)
  const won = many.map((participant, n): LedgerRow => {
    const base = { seq: n + 1, at: n, cause: 'flag' as const }
    return { ...base, kind: 'points', participant, amount: ((n * 7919) % 500) * pointUnit }
  })
  const began = performance.now()
  const steps = revealSteps(scoresOf(won.slice(0, 500), many), scoresOf(won, many))
  expect(steps.filter((s) => s.kind === 'settled')).toHaveLength(2000)
  expect(performance.now() - began).toBeLessThan(5000)
})
