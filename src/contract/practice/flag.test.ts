import { expect, it, test } from 'vitest'
import { masked, stateOfChallenge, streakOf } from './flag.ts'

it.each([
  [[], 0],
  [['2026-03-01'], 1],
  [['2026-02-28'], 1],
  [['2026-02-27'], 0],
  [['2026-03-01', '2026-02-28', '2026-02-27', '2026-02-25'], 3],
  [['2026-02-27', '2026-02-28', '2026-02-28'], 2],
])('days %j make a streak of %i', (days, n) => expect(streakOf(days, '2026-03-01')).toBe(n))

test('a challenge is solved once right, whatever came before', () => {
  expect([stateOfChallenge(false, 0), stateOfChallenge(false, 3), stateOfChallenge(true, 9)]).toEqual([
    'not-submitted',
    'submitted-wrong',
    'solved',
  ])
})

test('a wrong answer is shown by its ends alone, and a short one not at all', () => {
  expect(masked(' flag{secret_text} ')).toBe('fl••••••••}')
  expect(masked('abcde')).toBe('ab••e')
  expect(masked('abcd')).toBe('••••')
})
