import { describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import {
  chosenChoices,
  idsAfterChoice,
  matching,
  namesQuery,
  nextOption,
  searched,
  typedQuery,
  unknownIds,
} from './pick.logic.ts'

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
    expect(idsAfterChoice(['1'], '2', true)).toEqual(['1', '2'])
    expect(idsAfterChoice(['1', '2'], '1', true)).toEqual(['2'])
    expect(idsAfterChoice(['1'], '2', false)).toEqual(['2'])
  })
  it('asks for the names it does not know, as many as one call takes', () => {
    expect(unknownIds(['1', '9', ''], known)).toEqual(['9'])
    expect(namesQuery(Array.from({ length: 500 }, (_, i) => `x${i}`)).ids).toHaveLength(200)
    expect(chosenChoices(['3', '9'], known)).toEqual([
      { id: '3', label: '密码破解' },
      { id: '9', label: undefined },
    ])
  })
  it('moves its cursor round the list', () => {
    expect(nextOption('ArrowDown', -1, 3)).toBe(0)
    expect(nextOption('ArrowDown', 2, 3)).toBe(0)
    expect(nextOption('ArrowUp', -1, 3)).toBe(2)
    expect(nextOption('PageDown', 0, 3)).toBe(2)
    expect(nextOption('ArrowDown', 0, 0)).toBeUndefined()
    expect(nextOption('a', 0, 3)).toBeUndefined()
  })
})

const routes = Object.entries(api).flatMap(([key, route]) =>
  key.endsWith('/options') && 'query' in route ? [[key, route.query] as const] : [],
)
it('asks every list of choices for what its route takes', () => {
  expect(routes.length).toBeGreaterThan(15)
  const ids = ['', ...Array.from({ length: 300 }, (_, i) => `${i}`.padStart(36, 'x'))]
  const queries = [typedQuery(''), typedQuery(searched(` ${'名'.repeat(500)}`)), namesQuery(ids), namesQuery(['one'])]
  const refused = routes.flatMap(([key, query]) =>
    queries.flatMap((asked) => (query?.safeParse(asked).success === false ? [`${key} ${Object.keys(asked)}`] : [])),
  )
  expect(refused).toEqual([])
})
