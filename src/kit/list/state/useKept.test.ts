import { expect, it } from 'vitest'
import { readUrlState, writeUrlState } from './useKept.ts'

const start = { q: '', page: 1, state: undefined as 'begun' | 'done' | undefined }
const among = { state: ['begun', 'done'] as const }
const of = (text: string) => readUrlState(new URLSearchParams(text), start, among)

it('is what was narrowed, written and read again, and an address without it is the beginning', () => {
  const to = { q: 'order & desk', page: 3, state: 'done' as const }
  const written = writeUrlState(new URLSearchParams('tab=mistakes&q=old'), start, to)
  expect(readUrlState(written, start, among)).toEqual(to)
  expect(written.get('tab')).toBe('mistakes')
  expect(writeUrlState(written, start, start).toString()).toBe('tab=mistakes')
  expect(of('')).toEqual(start)
})

it('takes nothing from an address that is no value of the list', () => {
  expect(of('page=-2&state=nonsense')).toEqual(start)
  expect(of('page=two')).toEqual(start)
  expect(of('page=2.5&state=begun')).toEqual({ q: '', page: 2, state: 'begun' })
})

it('keeps two lists of one page apart', () => {
  const one = writeUrlState(new URLSearchParams(), start, { ...start, page: 2 })
  const both = writeUrlState(one, start, { ...start, page: 5 }, 'papers_')
  expect([readUrlState(both, start).page, readUrlState(both, start, {}, 'papers_').page]).toEqual([2, 5])
})
