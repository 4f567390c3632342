/** A licence through a simulated year: what it opens follows from the day alone. */
import { expect, test } from 'vitest'
import type { Licence } from './licence.ts'
import { licenceChangesOf, noLimits, licenceStandingOf, turns } from './standing.ts'

const l: Licence = {
  id: 'L0123ABCD',
  serial: '',
  customer: 'x',
  edition: 'standard',
  modules: ['course', 'library'],
  from: '2026-01-01T00:00:00Z',
  to: '2026-12-01T00:00:00Z',
  limits: noLimits,
  issued_at: '2026-01-01T00:00:00Z',
  sequence: 1,
  request: null,
}
const at = (now: string, seen = now) =>
  licenceStandingOf(l, {
    now: new Date(now),
    seen: new Date(seen),
    graceDays: 14,
    demonstration: false,
    tampered: false,
  })

test('a year goes from valid over expiring and read-only to closed, once each and in this order', () => {
  const seen: string[] = []
  for (let day = 0; day < 366; day++) {
    const now = new Date(Date.parse(l.from) + day * 86_400_000).toISOString()
    const s = at(now)
    if (seen.at(-1) !== s.at) seen.push(s.at)
    expect(s.open).toEqual(s.at === 'expired' ? [] : l.modules)
    expect(s.writable).toBe(s.at === 'valid' || s.at === 'expiring')
    if (s.until) expect(Date.parse(s.until)).toBeGreaterThan(Date.parse(now))
  }
  expect(seen).toEqual(['valid', 'expiring', 'grace', 'expired'])
})

test.each([
  ['2026-10-31T23:59:59Z', 'valid', '2026-11-01T00:00:00Z'],
  ['2026-11-01T00:00:00Z', 'expiring', '2026-12-01T00:00:00Z'],
  ['2026-11-30T23:59:59Z', 'expiring', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00Z', 'grace', '2026-12-15T00:00:00Z'],
  ['2026-12-14T23:59:59Z', 'grace', '2026-12-15T00:00:00Z'],
  ['2026-12-15T00:00:00Z', 'expired', null],
])('at %s it is %s until %s', (now, word, until) => {
  expect(at(now)).toMatchObject({ at: word, until })
})

test('a clock that was set back makes it read-only, and gives back no time', () => {
  expect(at('2026-06-01T00:00:00Z', '2026-06-01T00:15:00Z').at).toBe('valid')
  expect(at('2026-06-01T00:00:00Z', '2026-06-01T00:15:01Z')).toMatchObject({
    at: 'clock',
    writable: false,
    open: l.modules,
  })
  expect(at('2026-06-01T00:00:00Z', '2026-12-14T00:00:00Z').at).toBe('clock')
  expect(at('2026-06-01T00:00:00Z', '2026-12-16T00:00:00Z')).toMatchObject({ at: 'expired', open: [] })
})

test('without a licence only a demonstration is open', () => {
  const o = { now: new Date(), seen: new Date(), graceDays: 14, tampered: false }
  expect(licenceStandingOf(undefined, { ...o, demonstration: true }).open).toHaveLength(19)
  expect(licenceStandingOf(undefined, { ...o, demonstration: false })).toMatchObject({
    at: 'none',
    open: [],
    writable: true,
  })
  for (const demonstration of [true, false])
    expect(licenceStandingOf(undefined, { ...o, demonstration, tampered: true })).toMatchObject({
      at: 'tampered',
      open: [],
      writable: false,
    })
})

test('a term shorter than the reminder begins with it', () => {
  const short = { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' }
  expect(turns(short, 0)).toEqual({ starts: short.from, warns: short.from, stops: short.to, closes: short.to })
})

test('what another licence changes is told by module and limit', () => {
  const now = { modules: ['course', 'stats'] as const, limits: { ...noLimits, users: 10 } }
  expect(licenceChangesOf(now, l)).toEqual({
    opened: ['library'],
    closed: ['stats'],
    limits: [{ name: 'users', before: 10, after: null }],
  })
})
