import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orgMarksOf, matchingOrgs, type OrgOption, orgChoices, orgTree, toggleOrg } from './orgs.logic.ts'

const org = (id: string, parent_id: string | null = null): OrgOption => ({ id, parent_id, name: `Org ${id}`, users: 1 })
const orgs = [org('a'), org('a1', 'a'), org('a2', 'a'), org('a21', 'a2'), org('a22', 'a2'), org('b')]
const roots = orgTree(orgs)
const marks = (chosen: string[]) => Object.fromEntries(orgMarksOf(roots, new Set(chosen)))

describe('organisations as a tree', () => {
  it('put one without its parent and one of a ring at the top, and lose none', () => {
    const strange = [org('x', 'gone'), org('p', 'q'), org('q', 'p')]
    const tree = orgTree(strange)
    const all = (nodes: typeof tree): string[] => nodes.flatMap((n) => [n.org.id, ...all(n.children)])
    expect(all(tree).sort()).toEqual(['p', 'q', 'x'])
  })
  it('name the way to each as a hint', () => {
    expect(orgChoices(orgs).find((c) => c.id === 'a21')).toEqual({
      id: 'a21',
      label: 'Org a21',
      hint: 'Org a / Org a2',
    })
  })
})

describe('choosing organisations', () => {
  it('includes those below and marks those above as chosen in part', () => {
    expect(marks(['a2'])).toEqual({ a: 'some', a1: 'off', a2: 'on', a21: 'on', a22: 'on', b: 'off' })
  })
  it('swallows what was chosen below', () => {
    expect(toggleOrg(roots, ['a21', 'b'], 'a')).toEqual(['b', 'a'])
  })
  it('keeps the others when one is taken out of a chosen parent', () => {
    expect(toggleOrg(roots, ['a'], 'a21').sort()).toEqual(['a1', 'a22'])
    expect(toggleOrg(roots, ['a', 'b'], 'a').sort()).toEqual(['b'])
  })
  it('turns a half chosen parent on', () => {
    expect(toggleOrg(roots, ['a1'], 'a')).toEqual(['a'])
  })
  it('turns exactly the chosen branch over and leaves everything outside of it as it was', () => {
    const ids = orgs.map((o) => o.id)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ids), { maxLength: 10 }), (clicks) => {
        let chosen: string[] = []
        for (const id of clicks) {
          const before = orgMarksOf(roots, new Set(chosen))
          chosen = toggleOrg(roots, chosen, id)
          const after = orgMarksOf(roots, new Set(chosen))
          const want = before.get(id) === 'on' ? 'off' : 'on'
          const inside = (x: string) => x === id || x.startsWith(id)
          for (const o of ids) {
            if (inside(o)) expect(after.get(o)).toBe(want)
            else if (!id.startsWith(o)) expect(after.get(o)).toBe(before.get(o))
          }
          expect(new Set(chosen).size).toBe(chosen.length)
        }
      }),
    )
  })
})

describe('searching organisations', () => {
  it('shows what matches with the way to it and all below it', () => {
    expect([...(matchingOrgs(roots, 'org A2') ?? [])].sort()).toEqual(['a', 'a2', 'a21', 'a22'])
    expect(matchingOrgs(roots, ' ')).toBeUndefined()
    expect(matchingOrgs(roots, 'zzz')?.size).toBe(0)
  })
})
