/** A row in the words of what stands, and the comparison that follows. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readableChangesOf } from '#src/contract/import/difference.ts'
import { difference } from './draft.ts'
import { withIds } from './fit.ts'
import { importables } from './importables.ts'

const part = (id: string, text: string) => ({ id, text })

describe('parts of a list', () => {
  const standing = [part('o1', 'TCP'), part('o2', 'UDP'), part('o3', 'ICMP')]
  it('have the ids of those that stand with their text, wherever they stand, and then of those in their place', () => {
    expect(withIds([part('a', 'UDP'), part('b', 'tcp '), part('c', 'ARP')], standing)).toEqual([
      part('o2', 'UDP'),
      part('o1', 'tcp '),
      part('o3', 'ARP'),
    ])
  })
  it('that are new take an id that no other has or had', () => {
    const given = [part('a', 'TCP'), part('b', 'UDP'), part('c', 'ICMP'), part('o2', 'ARP')]
    const out = withIds(given, standing) as { id: string }[]
    expect(out.slice(0, 3).map((p) => p.id)).toEqual(['o1', 'o2', 'o3'])
    expect(['o1', 'o2', 'o3']).not.toContain(out[3]?.id)
  })
  it('keep every id where only the ids differ, and never have one twice', () => {
    const texts = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(texts, texts, (was, now) => {
        const before = was.map((t, n) => part(`o${n + 1}`, t))
        const again = was.map((t, n) => part(String.fromCharCode(97 + n), t))
        expect(withIds(again, before)).toEqual(before)
        const ids = (
          withIds(
            now.map((t, n) => part(`o${n + 2}`, t)),
            before,
          ) as { id: string }[]
        ).map((p) => p.id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })
})

describe('a row that differs', () => {
  const value = fc.oneof(
    fc.constantFrom(null, '', [], {}, '••••'),
    fc.string({ maxLength: 2 }),
    fc.array(fc.record({ id: fc.string({ maxLength: 1 }), text: fc.constantFrom('', 'x') }), { maxLength: 2 }),
    fc.record({ a: fc.constantFrom(null, '', [], 1) }),
  )
  it('has a difference that people are told, in every resource', () => {
    fc.assert(
      fc.property(fc.constantFrom(...importables), value, value, (by, a, b) => {
        const told = (before: unknown, after: unknown) =>
          difference({ ...by, compared: () => ['x'] }, { x: after }, { x: before })
        for (const d of told(a, b)) {
          expect(readableChangesOf(d)).not.toEqual([])
          // nor where nobody is shown what it is
          expect(readableChangesOf({ ...d, before: '••••', after: '••••' })).not.toEqual([])
        }
        expect(told(a, a)).toEqual([])
      }),
    )
  })
})
