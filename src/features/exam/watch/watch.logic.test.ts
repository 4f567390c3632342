import { expect, test } from 'vitest'
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import {
  extraEffect,
  hallCounts,
  timeLeftOf,
  mostChosen,
  opensWatch,
  silentFor,
  statesShown,
  turn,
} from './watch.logic.ts'

const noon = Date.parse('2026-11-22T12:00:00Z')
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()
type Attempt = NonNullable<Candidate['attempt']>
const candidate = (id: string, attempt: Partial<Attempt> | null, extra = 0) => ({
  user_id: id,
  extra,
  state:
    attempt === null ? ('not-begun' as const) : attempt.status === 'scored' ? attempt.status : ('writing' as const),
  attempt: attempt && ({ status: 'ongoing', deadline_at: at(30), heard_at: at(0), ...attempt } as Attempt),
})

test('nobody is absent while it goes on, and who may begin after the end is shown as long as there is one', () => {
  const counts = { writing: 1, 'not-begun': 2, absent: 0, 'to-be-scored': 0, scored: 0 }
  expect(statesShown(counts, false, undefined)).toEqual(['writing', 'not-begun', 'to-be-scored', 'scored'])
  expect(statesShown({ ...counts, 'not-begun': 0, absent: 2 }, true, undefined)).not.toContain('not-begun')
  expect(statesShown(counts, true, undefined)).toContain('not-begun')
  expect(statesShown(counts, false, 'absent')).toContain('absent')
  const none = { ...counts, 'not-begun': 0, absent: 0 }
  expect(statesShown(none, true, undefined, true)).toEqual(['writing', 'to-be-scored', 'scored'])
  expect(statesShown(none, false, undefined, true)).not.toContain('not-begun')
})

test('time is left to who writes, by the server’s clock, and never less than none', () => {
  expect(timeLeftOf(candidate('a', {}), noon)).toBe(30 * 60_000)
  expect(timeLeftOf(candidate('a', { deadline_at: at(-1) }), noon)).toBe(0)
  expect(timeLeftOf(candidate('a', { status: 'scored' }), noon)).toBeNull()
})
test('a page that misses three signs of life is said to be silent', () => {
  expect(silentFor(candidate('a', {}), noon + 60_000)).toBeNull()
  expect(silentFor(candidate('a', {}), noon + 61_000)).toBe(61_000)
  expect(silentFor(candidate('a', { status: 'scored' }), noon + 3_600_000)).toBeNull()
})
test('extra time takes the place of what one has, and counts later for who has not begun', () => {
  const effect = extraEffect(
    [
      candidate('a', {}, 10),
      candidate('b', { deadline_at: at(5) }),
      candidate('c', null),
      candidate('d', { status: 'scored' }),
    ],
    15,
  )
  expect(effect).toEqual({
    writing: [
      { id: 'b', before: noon + 5 * 60_000, after: noon + 20 * 60_000 },
      { id: 'a', before: noon + 30 * 60_000, after: noon + 35 * 60_000 },
    ],
    later: 1,
    over: 1,
  })
})
test('no more are chosen than one call takes', () => {
  const many = Array.from({ length: mostChosen + 5 }, (_, n) => ({ user_id: String(n) }))
  expect(turn(new Map(), many, true).size).toBe(mostChosen)
  expect(turn(new Map(many.slice(0, 2).map((m) => [m.user_id, m])), many.slice(0, 1), false).size).toBe(1)
})

test('tells a hall who writes and who has handed in, marked or not, and who is still to come where that is known', () => {
  const said = (not_begun: number | null) =>
    hallCounts({ not_begun, writing: 5, handed_in: 3 }).map(({ what, n }) => `${what} ${n}`)
  expect(said(3)).toEqual(['not_begun 3', 'writing 5', 'handed_in 3'])
  expect(said(null)).toEqual(['writing 5', 'handed_in 3'])
})

test('the page of an exam opens to who sees its candidates, and while it is not over to who runs it', () => {
  expect(opensWatch({ can: ['watch'], status: 'ended' })).toBe(true)
  for (const status of ['not-started', 'ongoing', 'pause'] as const)
    expect(opensWatch({ can: ['run'], status }), status).toBe(true)
  expect(opensWatch({ can: ['run'], status: 'ended' })).toBe(false)
  expect(opensWatch({ can: ['mark'], status: 'ongoing' })).toBe(false)
})
