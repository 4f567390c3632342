import { expect, it } from 'vitest'
import { makeMotif } from './motif.ts'

it('is the same picture for the same seed', () => {
  expect(makeMotif(3)).toEqual(makeMotif(3))
  expect(makeMotif(3)).not.toEqual(makeMotif(4))
})

it.each([1, 2, 3, 11, 99])('lights one unbroken path from the rim to the middle (seed %i)', (seed) => {
  const { nodes, links } = makeMotif(seed)
  const lit = links.filter((l) => l.lit).reverse()
  expect(lit.at(-1)?.to).toBe(0)
  for (const [i, link] of lit.slice(1).entries()) expect(link.from).toBe(lit[i]?.to)
  expect(nodes.filter((n) => n.lit)).toHaveLength(lit.length + 1)
})
