import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, merge } from './stale.logic.ts'

const base = { name: 'nmap', summary: 'scan', keywords: ['net'], price: 'free' }

describe('two changes of one entry', () => {
  it('are compared where they differ, and only a field both changed is a conflict', () => {
    const mine = { ...base, name: 'nmap 7', keywords: ['net', 'tcp'] }
    const theirs = { ...base, name: 'Nmap', summary: 'scanner' }
    expect(compare(base, mine, theirs)).toEqual([
      { name: 'name', mine: 'nmap 7', theirs: 'Nmap', conflict: true, suggested: 'mine' },
      { name: 'summary', mine: 'scan', theirs: 'scanner', conflict: false, suggested: 'theirs' },
      { name: 'keywords', mine: ['net', 'tcp'], theirs: ['net'], conflict: false, suggested: 'mine' },
    ])
  })

  it('have nothing to choose where both wrote the same', () => {
    expect(compare(base, { ...base, price: 'paid' }, { ...base, price: 'paid' })).toEqual([])
  })

  it('keep what only one of them changed', () => {
    const mine = { ...base, keywords: ['tcp'] }
    const theirs = { ...base, summary: 'scanner' }
    expect(merge(compare(base, mine, theirs), theirs, {})).toEqual({ ...base, keywords: ['tcp'], summary: 'scanner' })
  })

  it('follow the choice for each field', () => {
    const mine = { ...base, name: 'a', price: 'paid' }
    const theirs = { ...base, name: 'b', price: 'unknown' }
    const fields = compare(base, mine, theirs)
    expect(merge(fields, theirs, { name: 'theirs', price: 'mine' })).toMatchObject({ name: 'b', price: 'paid' })
  })

  it('always end in one of the two texts, and in mine where only I wrote', () => {
    const values = fc.record({ a: fc.integer({ max: 2, min: 0 }), b: fc.constantFrom('x', 'y'), c: fc.boolean() })
    const side = fc.constantFrom('mine' as const, 'theirs' as const, undefined)
    fc.assert(
      fc.property(values, values, values, fc.record({ a: side, b: side, c: side }), (b, mine, theirs, choices) => {
        const out = merge(compare(b, mine, theirs), theirs, choices)
        for (const k of ['a', 'b', 'c'] as const) {
          expect([mine[k], theirs[k]]).toContain(out[k])
          if (choices[k] === undefined && theirs[k] === b[k]) expect(out[k]).toBe(mine[k])
          if (choices[k] === undefined && mine[k] === b[k]) expect(out[k]).toBe(theirs[k])
        }
      }),
    )
  })
})
