import { describe, expect, test } from 'vitest'
import { firstName, goodMinutes, goodName, unfitOf } from './start.logic.ts'

describe('the name of a new scene', () => {
  test('is the topology’s as far as it fits', () => {
    expect(firstName('  Two networks ')).toBe('Two networks')
    expect(firstName('a')).toBe('')
    expect(firstName('x'.repeat(60))).toBe('x'.repeat(40))
    expect(firstName('网'.repeat(30))).toBe('网'.repeat(20))
  })
  test('counts wide characters twice', () => {
    expect([goodName('abc'), goodName('abcd'), goodName('网络'), goodName('网'.repeat(21))]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

test('minutes are whole and within bounds', () => {
  expect(['9', '10', '43200', '43201', '', '10.5', 'x'].map(goodMinutes)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('only an unfit topology names nodes', () => {
  const problems = [{ node: 'web', code: 'no_image' }]
  const of = (code: 'topology_unfit' | 'busy') => unfitOf({ code, status: 422, request_id: '', details: { problems } })
  expect(of('topology_unfit')).toEqual(problems)
  expect(of('busy')).toEqual([])
})
