import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paperFor, type ShuffledPaper, variantFor } from './paperFor.ts'

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 40 })
const papers = ids
  .chain((all) =>
    fc.record({
      cuts: fc.array(fc.nat(all.length), { maxLength: 4 }),
      shuffle_items: fc.boolean(),
      shuffle_options: fc.boolean(),
      all: fc.constant(all),
    }),
  )
  .map(({ cuts, all, ...rest }): ShuffledPaper => {
    const ends = [...cuts.toSorted((a, b) => a - b), all.length]
    const sections = ends.map((end, n) => ({
      id: `s${n}`,
      title: '',
      instructions: '',
      items: all.slice(n ? ends[n - 1] : 0, end).map((id) => ({ id })),
    }))
    return { ...rest, variants: [{ id: 'v', sections }] }
  })
const options = ['a', 'b', 'c', 'd']

test('a person has every question of the variant once, in its section, with all of its options', () => {
  fc.assert(
    fc.property(papers, fc.string(), (paper, seed) => {
      const got = paperFor(paper, 'v', seed, () => options)
      const written = paper.variants[0]?.sections ?? []
      expect(got.sections.map((s) => s.items.map((i) => i.id).toSorted())).toEqual(
        written.map((s) => s.items.map((i) => i.id).toSorted()),
      )
      for (const item of got.sections.flatMap((s) => s.items)) {
        expect(item.options.toSorted()).toEqual(options)
        if (!paper.shuffle_options) expect(item.options).toEqual(options)
      }
      if (!paper.shuffle_items)
        expect(got.sections.map((s) => s.items.map((i) => i.id))).toEqual(written.map((s) => s.items.map((i) => i.id)))
    }),
  )
})
test('the same seed gives the same paper, whatever else was made meanwhile', () => {
  fc.assert(
    fc.property(papers, fc.string(), fc.string(), (paper, seed, other) => {
      const first = paperFor(paper, 'v', seed, () => options)
      paperFor(paper, 'v', other, () => options)
      expect(paperFor(structuredClone(paper), 'v', seed, () => options)).toEqual(first)
    }),
  )
})
test('what one section has does not move the questions of another', () => {
  fc.assert(
    fc.property(papers, fc.string(), (paper, seed) => {
      const sections = paper.variants[0]?.sections ?? []
      const less = { ...paper, variants: [{ id: 'v', sections: sections.slice(0, 1) }] }
      expect(paperFor(less, 'v', seed).sections[0]).toEqual(paperFor(paper, 'v', seed).sections[0])
    }),
  )
})
test('different people get different orders, and every variant its share of them', () => {
  const items = Array.from({ length: 20 }, (_, n) => ({ id: `i${n}` }))
  const sections = [{ id: 's', title: '', instructions: '', items }]
  const paper = {
    shuffle_items: true,
    shuffle_options: true,
    variants: ['a', 'b', 'c'].map((id) => ({ id, sections })),
  }
  const orders = new Set<string>()
  const shares = new Map<string, number>()
  for (let n = 0; n < 3000; n++) {
    const variant = variantFor(paper, `attempt ${n}`)
    shares.set(variant, (shares.get(variant) ?? 0) + 1)
    orders.add(
      paperFor(paper, variant, `attempt ${n}`)
        .sections[0]?.items.map((i) => i.id)
        .join() ?? '',
    )
  }
  expect(orders.size).toBe(3000)
  for (const n of shares.values()) expect(Math.abs(n - 1000)).toBeLessThan(120)
})
test('a variant that is not there is nobody’s', () => {
  expect(() => paperFor({ shuffle_items: true, shuffle_options: true, variants: [] }, 'v', 's')).toThrow('variant v')
})
