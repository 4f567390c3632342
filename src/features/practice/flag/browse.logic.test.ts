import { describe, expect, it } from 'vitest'
import { challengeQueryOf, challengeSearchOf, isChallengeSearch, narrowingOf } from './browse.logic.ts'
import { everyDay } from './record.logic.ts'

describe('a search among challenges', () => {
  it.each([
    ['', false, { sort: 'difficulty' }],
    ['?page=x&sort=nonsense&difficulty=huge', false, { sort: 'difficulty' }],
    ['?sort=-solves&page=3', false, { sort: '-solves' }],
    ['?q=tls&state=solved', true, { sort: 'difficulty', q: 'tls', state: ['solved'] }],
    ['?cve_ids=CVE-2021-44228', true, { sort: 'difficulty', cve_ids: ['CVE-2021-44228'] }],
  ])('of %s narrows: %s', (text, narrowed, query) => {
    const at = challengeSearchOf(new URLSearchParams(text))
    expect([isChallengeSearch(at), narrowingOf(at)]).toEqual([narrowed, query])
  })

  it('is the same after the way to a challenge and back', () => {
    const text = 'q=tls&state=solved&page=3&sort=-solves'
    const at = challengeSearchOf(new URLSearchParams(text))
    expect(challengeSearchOf(new URLSearchParams(challengeQueryOf(at)))).toEqual(at)
    expect(challengeQueryOf(challengeSearchOf(new URLSearchParams()))).toEqual({})
  })
})

it('days without anything stand between those with something', () => {
  const day = (at: string, tries: number) => ({ day: at, tries, right: 0, points: 0 })
  const days = everyDay([day('2026-02-27', 2), day('2026-03-02', 1)], '2026-03-03')
  expect([days.length, days[0]?.day, days.slice(-5).map((d) => d.tries)]).toEqual([30, '2026-02-02', [2, 0, 0, 1, 0]])
  expect(everyDay([day('2025-01-01', 1)], '2026-03-03').length).toBe(90)
  expect(everyDay([], '2026-03-03')).toEqual([])
})
