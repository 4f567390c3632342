import { describe, expect, it } from 'vitest'
import { browseQueryOf, browseOf, changedBrowseParams, isBrowseFiltered, queryOf } from './browse.logic.ts'
import { everyDay } from './record.logic.ts'

describe('a search among challenges', () => {
  it.each([
    ['', false, { page: 1, page_size: 24, sort: 'difficulty' }],
    ['?page=x&sort=nonsense&difficulty=huge', false, { page: 1, page_size: 24, sort: 'difficulty' }],
    ['?sort=-solves&page=3', false, { page: 3, page_size: 24, sort: '-solves' }],
    ['?q=tls&state=solved', true, { page: 1, page_size: 24, sort: 'difficulty', q: 'tls', state: ['solved'] }],
    ['?cve_ids=CVE-2021-44228', true, { page: 1, page_size: 24, sort: 'difficulty', cve_ids: ['CVE-2021-44228'] }],
  ])('of %s narrows: %s', (text, narrowed, query) => {
    const b = browseOf(new URLSearchParams(text))
    expect([isBrowseFiltered(b), queryOf(b, 24)]).toEqual([narrowed, query])
  })

  it('is the same after the way to a challenge and back', () => {
    const text = 'q=tls&state=solved&page=3&sort=-solves'
    const at = browseOf(new URLSearchParams(text))
    expect(browseOf(new URLSearchParams(browseQueryOf(at)))).toEqual(at)
    expect(browseQueryOf(browseOf(new URLSearchParams()))).toEqual({})
  })

  it('begins at the first page when it changes, and keeps plain addresses plain', () => {
    const at = (text: string, set: object) => changedBrowseParams(new URLSearchParams(text), set).toString()
    expect(at('page=4&q=a', { q: 'b' })).toBe('q=b')
    expect(at('q=a', { page: 2 })).toBe('q=a&page=2')
    expect(at('q=a&sort=-score&page=2', { q: '', sort: 'difficulty', page: 1 })).toBe('')
  })
})

it('days without anything stand between those with something', () => {
  const day = (at: string, tries: number) => ({ day: at, tries, right: 0, points: 0 })
  const days = everyDay([day('2026-02-27', 2), day('2026-03-02', 1)], '2026-03-03')
  expect([days.length, days[0]?.day, days.slice(-5).map((d) => d.tries)]).toEqual([30, '2026-02-02', [2, 0, 0, 1, 0]])
  expect(everyDay([day('2025-01-01', 1)], '2026-03-03').length).toBe(90)
  expect(everyDay([], '2026-03-03')).toEqual([])
})
