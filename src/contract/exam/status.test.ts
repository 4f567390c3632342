import { expect, it } from 'vitest'
import { attemptEvents, attemptNext, attemptStatuses, examMachine, examStatuses } from './status.ts'

it('an exam that has ended stays so, and every other status has a way out', () => {
  for (const at of examStatuses) expect(Object.keys(examMachine[at]).length > 0, at).toBe(at !== 'ended')
})
it('an attempt that was handed in takes answers again only by being opened again', () => {
  for (const at of ['to-be-scored', 'scored'] as const)
    for (const event of attemptEvents)
      for (const open of [0, 1]) expect(attemptNext(at, event, open) === 'ongoing').toBe(event === 'reopen')
})
it('what waits for a marker decides which of the two it is', () => {
  for (const at of attemptStatuses.slice(0, 2)) {
    expect(attemptNext(at, 'hand-in', 2)).toBe('to-be-scored')
    expect(attemptNext(at, 'hand-in', 0)).toBe('scored')
    expect(attemptNext(at, 'mark', 0)).toBeUndefined()
  }
  // a corrected mark may open it again, as when a key changes
  expect(attemptNext('scored', 'mark', 1)).toBe('to-be-scored')
})
