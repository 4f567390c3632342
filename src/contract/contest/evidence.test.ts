import { expect, test } from 'vitest'
import { alike, equalWriteUps, sameAddress, sharedFlags, tooFast } from './evidence.ts'

const solve = (participant: string, item: string, seconds: number) => ({ participant, item, at: seconds * 1000 })

test('a flag made for another is one case of two entries, however often it was handed in', () => {
  const one = { item: 'a', participant: 'p', madeFor: 'q' }
  expect(sharedFlags([one, one, { ...one, item: 'b' }])).toMatchObject([
    { participants: ['p', 'q'], items: ['a'], facts: { n: 2 } },
    { participants: ['p', 'q'], items: ['b'], facts: { n: 1 } },
  ])
})

test('an address is a sign where few entries share it', () => {
  const at = (address: string, ...of: string[]) => of.map((participant) => ({ participant, address }))
  const found = sameAddress([...at('1', 'p', 'q', 'p'), ...at('2', 'r'), ...at('3', 'a', 'b', 'c', 'd', 'e', 'f')])
  expect(found.map((f) => f.participants)).toEqual([['p', 'q']])
})

test('a solve is too fast within 30 s of the opening', () => {
  const found = tooFast([solve('p', 'a', 29), solve('q', 'a', 30), solve('r', 'b', 5)], (s) =>
    s.item === 'a' ? 0 : undefined,
  )
  expect(found.map((f) => [f.participants, f.facts.seconds])).toEqual([[['p'], 29]])
})

test('solves are alike in the same order within 120 s of each other, three of them and half of what both have', () => {
  const p = [solve('p', 'a', 0), solve('p', 'b', 1000), solve('p', 'c', 2000)]
  const q = (...late: number[]) => [...'abc'].map((item, n) => solve('q', item, n * 1000 + (late[n] ?? 0)))
  expect(alike([...p, ...q(120, 60, 0)])).toMatchObject([{ participants: ['p', 'q'], facts: { n: 3 } }])
  expect(alike([...p, ...q(121, 60, 0)])).toEqual([])
  const order = [solve('q', 'a', 60), solve('q', 'b', 50), solve('q', 'c', 55)]
  expect(alike([solve('p', 'a', 0), solve('p', 'b', 10), solve('p', 'c', 20), ...order])).toEqual([])
  const far = [...'defg'].flatMap((item, n) => [solve('p', item, 5000 + n), solve('q', item, 9000 + n)])
  expect(alike([...p, ...q(0, 0, 0), ...far])).toEqual([])
})

test('write-ups are equal by what is in them', () => {
  const of = ['p', 'q', 'r'].map((participant, n) => ({ participant, digest: n < 2 ? 'same' : 'other' }))
  expect(equalWriteUps(of)).toMatchObject([{ participants: ['p', 'q'] }])
})
