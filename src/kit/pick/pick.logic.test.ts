import { describe, expect, it } from 'vitest'
import { chosenChoices, choose, matching, nextAt, unknownIds } from './pick.logic.ts'

const choices = [
  { id: '1', label: 'Scanners' },
  { id: '2', label: 'Café tools', hint: 'network' },
  { id: '3', label: '密码破解' },
]
const known = new Map(choices.map((c) => [c.id, c]))

describe('a picker', () => {
  it('finds a choice by any part of its name and hint, case and accents aside', () => {
    const found = (typed: string) => matching(choices, typed).map((c) => c.id)
    expect(found('CAFE')).toEqual(['2'])
    expect(found('tools net')).toEqual(['2'])
    expect(found('密码')).toEqual(['3'])
    expect(found('')).toEqual(['1', '2', '3'])
    expect(found('(')).toEqual([])
  })
  it('adds up several and replaces a single one', () => {
    expect(choose(['1'], '2', true)).toEqual(['1', '2'])
    expect(choose(['1', '2'], '1', true)).toEqual(['2'])
    expect(choose(['1'], '2', false)).toEqual(['2'])
  })
  it('asks for the names it does not know, as many as one call takes', () => {
    expect(unknownIds(['1', '9', ''], known)).toEqual(['9'])
    expect(
      unknownIds(
        Array.from({ length: 500 }, (_, i) => `x${i}`),
        known,
      ),
    ).toHaveLength(200)
    expect(chosenChoices(['3', '9'], known)).toEqual([
      { id: '3', label: '密码破解' },
      { id: '9', label: undefined },
    ])
  })
  it('moves its cursor round the list', () => {
    expect(nextAt('ArrowDown', -1, 3)).toBe(0)
    expect(nextAt('ArrowDown', 2, 3)).toBe(0)
    expect(nextAt('ArrowUp', -1, 3)).toBe(2)
    expect(nextAt('PageDown', 0, 3)).toBe(2)
    expect(nextAt('ArrowDown', 0, 0)).toBeUndefined()
    expect(nextAt('a', 0, 3)).toBeUndefined()
  })
})
