import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeThree } from './merge.ts'

const part = (id: string, title = id, sections: object[] = []) => ({ id, title, sections })
const doc = (...chapters: object[]) => ({ chapters })

describe('a document that two changed', () => {
  const base = doc(part('a'), part('b', 'b', [part('s'), part('t')]), part('c'))
  it.each([
    [
      'titles of different parts',
      doc(part('a', 'A'), part('b', 'b', [part('s'), part('t')]), part('c')),
      doc(part('a'), part('b', 'b', [part('s', 'S'), part('t')]), part('c', 'C')),
      doc(part('a', 'A'), part('b', 'b', [part('s', 'S'), part('t')]), part('c', 'C')),
    ],
    [
      'parts that both added',
      doc(part('a'), part('x'), part('b', 'b', [part('s'), part('t')]), part('c')),
      doc(part('a'), part('b', 'b', [part('s'), part('u'), part('t')]), part('c'), part('y')),
      doc(part('a'), part('x'), part('b', 'b', [part('s'), part('u'), part('t')]), part('c'), part('y')),
    ],
    [
      'one moved, the other wrote',
      doc(part('c'), part('a'), part('b', 'b', [part('s'), part('t')])),
      doc(part('a', 'A'), part('b', 'b', [part('s'), part('t')]), part('c')),
      doc(part('c'), part('a', 'A'), part('b', 'b', [part('s'), part('t')])),
    ],
    [
      'one took away what the other left alone',
      doc(part('a'), part('c')),
      doc(part('a', 'A'), part('b', 'b', [part('s'), part('t')]), part('c')),
      doc(part('a', 'A'), part('c')),
    ],
  ])('%s', (_what, mine, theirs, both) => {
    expect(mergeThree(base, mine, theirs)).toEqual(both)
    expect(mergeThree(base, base, theirs)).toEqual(theirs)
    expect(mergeThree(base, mine, base)).toEqual(mine)
  })
  it.each([
    ['the same title', doc(part('a', 'A')), doc(part('a', 'Z'))],
    ['taken away and written', doc(), doc(part('a', 'Z'))],
  ])('is left to them where it is %s', (_what, mine, theirs) => {
    expect(mergeThree(doc(part('a')), mine, theirs)).toBeUndefined()
    expect(mergeThree(doc(part('a')), theirs, mine)).toBeUndefined()
  })
  it('is left to them where both moved its parts, each in another way', () => {
    const [a, b, c] = [part('a'), part('b'), part('c')]
    expect(mergeThree(doc(a, b, c), doc(b, a, c), doc(c, a, b))).toBeUndefined()
  })

  it('keeps each change of either, whatever they are', () => {
    const list = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), title: fc.constantFrom('x', 'y', 'z') }),
      {
        selector: (p) => p.id,
      },
    )
    fc.assert(
      fc.property(list, list, list, (b, m, t) => {
        const out = mergeThree(b, m, t)
        if (!out) return
        const of = (l: typeof b) => new Map(l.map((p) => [p.id, p.title]))
        const [base, mine, theirs, both] = [of(b), of(m), of(t), of(out)]
        for (const id of ['a', 'b', 'c', 'd', 'e'] as const)
          for (const side of [mine, theirs]) if (side.get(id) !== base.get(id)) expect(both.get(id)).toBe(side.get(id))
        expect(both.size).toBe(out.length)
      }),
    )
  })
})
