/** A reveal on invented entries, for whoever wants to try the buttons before a hall looks on. */
import { type Ceremony, ceremony } from '../../../contract/contest/ceremony.ts'
import { type LedgerRow, pointUnit } from '../../../contract/contest/ledger.ts'
import { scoresOf } from '../../../contract/contest/score.ts'

const entries = 10
const values = [100, 150, 200, 300, 400, 500]
/** Who solved what, in the order in which they did: entry and challenge, from 1. Behind the freeze there is as much again. */
const before = [
  [1, 1],
  [2, 1],
  [3, 2],
  [1, 2],
  [4, 1],
  [5, 3],
  [2, 3],
  [6, 1],
  [1, 3],
  [7, 2],
  [3, 4],
  [8, 1],
] as const
const after = [
  [4, 5],
  [9, 1],
  [2, 4],
  [6, 2],
  [5, 4],
  [3, 6],
  [7, 1],
  [4, 3],
  [2, 2],
  [10, 2],
  [5, 1],
] as const

interface Names {
  entry: (n: number) => string
  item: (n: number) => string
  division: (n: number) => string
}
export function rehearsal(names: Names): Ceremony {
  const id = (n: number) => String(n).padStart(2, '0')
  const solves = [...before, ...after]
  const prices = values.map(
    (value, i): LedgerRow => ({
      seq: i + 1,
      at: 0,
      kind: 'price',
      item: id(i + 1),
      amount: value * pointUnit,
      cause: 'decay',
    }),
  )
  const holds = solves.map(
    ([entry, item], i): LedgerRow => ({
      seq: prices.length + i + 1,
      at: i + 1,
      kind: 'hold',
      participant: id(entry),
      item: id(item),
      bonus: { permille: 0, amount: 0 },
      cost: 0,
      cause: 'flag',
    }),
  )
  const all = Array.from({ length: entries }, (_, n) => n + 1)
  const of = all.map(id)
  const firsts = new Map<string, string[]>()
  for (const item of values.map((_, i) => i + 1)) {
    const first = solves.find(([, solved]) => solved === item)
    if (first) firsts.set(id(first[0]), [...(firsts.get(id(first[0])) ?? []), id(item)])
  }
  return ceremony(
    scoresOf([...prices, ...holds.slice(0, before.length)], of),
    scoresOf([...prices, ...holds], of),
    { divisions: new Map(all.map((n) => [id(n), names.division(1 + (n % 2))])), firsts },
    {
      entries: new Map(all.map((n) => [id(n), names.entry(n)])),
      items: new Map(values.map((_, i) => [id(i + 1), names.item(i + 1)])),
    },
  )
}
