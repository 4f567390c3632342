import { expect, it } from 'vitest'
import { isWithin, together } from './authorise.logic.ts'

const of = (users: string[], all = false) => ({ all, orgs: ['o'], roles: [], teams: [], users })

it('whoever may take a course is among those who find it, or is put there', () => {
  expect(isWithin(of(['a']), of([]))).toBe(false)
  expect(isWithin(of(['a']), of([], true))).toBe(true)
  expect(isWithin(of([], true), of(['a']))).toBe(false)
  const both = together(of(['b']), of(['a', 'b']))
  expect(both).toEqual(of(['b', 'a']))
  expect(isWithin(of(['a']), both)).toBe(true)
})
