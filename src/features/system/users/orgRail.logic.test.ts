import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { type OrgOption, orgLines, orgTree } from '../../../kit/pick/orgs.logic.ts'
import { sideAt } from '../../../ui/data/treeDrag.ts'
import { findOrg, mayMove, placeAt, placeByKey } from './orgRail.logic.ts'
import { some } from '../../../../tests/support/some.ts'

const org = (id: string, parent_id: string | null): OrgOption => ({ id, parent_id, name: id, users: 0 })
const roots = orgTree([org('a', null), org('b', 'a'), org('c', 'b'), org('d', 'a'), org('e', null)])

describe('the tree of organisations', () => {
  test('shows what is not folded away, with its level', () => {
    const lines = (...folded: string[]) => orgLines(roots, new Set(folded)).map((l) => `${l.level}${l.id}`)
    expect(lines()).toEqual(['1a', '2b', '3c', '2d', '1e'])
    expect(lines('b')).toEqual(['1a', '2b', '2d', '1e'])
    expect(lines('a')).toEqual(['1a', '1e'])
  })
  test.each([
    ['b', 'ArrowDown', { parent_id: 'a', before: null }],
    ['d', 'ArrowUp', { parent_id: 'a', before: 'b' }],
    ['b', 'ArrowUp', undefined],
    ['d', 'ArrowDown', undefined],
    ['d', 'ArrowRight', { parent_id: 'b', before: null }],
    ['b', 'ArrowLeft', { parent_id: null, before: 'e' }],
    ['a', 'ArrowLeft', undefined],
    ['a', 'Enter', undefined],
  ])('moves %s by %s', (id, key, place) => {
    expect(placeByKey(roots, id, key)).toEqual(place)
  })
  test.each([
    ['e', 'before', { parent_id: null, before: 'e' }],
    ['e', 'after', { parent_id: null, before: null }],
    ['b', 'into', { parent_id: 'b', before: null }],
    ['b', 'after', { parent_id: 'a', before: 'd' }],
  ] as const)('drops on %s, %s', (on, side, place) => {
    expect(placeAt(roots, on, side)).toEqual(place)
  })
  test('tells the edges of a line from its middle', () => {
    expect([1, 15, 29].map((y) => sideAt(100 + y, 100, 30))).toEqual(['before', 'into', 'after'])
  })
  test('takes nothing into itself or below itself, and nothing below the tenth level', () => {
    expect(mayMove(roots, 'a', { parent_id: 'c', before: null })).toBe(false)
    expect(mayMove(roots, 'a', { parent_id: 'a', before: null })).toBe(false)
    expect(mayMove(roots, 'b', { parent_id: 'e', before: null })).toBe(true)
    const chain = orgTree([
      org('x', null),
      org('y', 'x'),
      ...Array.from({ length: 9 }, (_, i) => org(`n${i}`, i ? `n${i - 1}` : null)),
    ])
    expect(mayMove(chain, 'y', { parent_id: 'n8', before: null })).toBe(true)
    expect(mayMove(chain, 'x', { parent_id: 'n8', before: null })).toBe(false)
  })
  test('is a tree of at most ten levels after any moves that are allowed', () => {
    const ids = Array.from({ length: 14 }, (_, i) => `o${i}`)
    const move = fc.tuple(fc.constantFrom(...ids), fc.option(fc.constantFrom(...ids), { nil: null }))
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const orgs = ids.map((id) => org(id, null))
        for (const [id, parent_id] of moves)
          if (mayMove(orgTree(orgs), id, { parent_id, before: null }))
            orgs.find((o) => o.id === id)!.parent_id = parent_id
        const lines = orgLines(orgTree(orgs))
        expect(lines).toHaveLength(ids.length)
        expect(Math.max(...lines.map((l) => l.level))).toBeLessThanOrEqual(limits.orgLevels)
        for (const o of orgs)
          if (o.parent_id) expect(findOrg(orgTree(orgs), o.id)?.above.at(-1)?.org.id).toBe(o.parent_id)
      }),
      { numRuns: some(60) },
    )
  })
})
