import { expect, test } from 'vitest'
import { isPast, initialPublishTime, publishWhenOf } from './publish.logic.ts'

const now = new Date('2026-11-05T08:07:30Z')

test('a choice starts with the value that means it', () => {
  for (const when of ['draft', 'now', 'at'] as const) expect(publishWhenOf(initialPublishTime(when, now))).toBe(when)
  expect(initialPublishTime('at', now)).toBe('2026-11-05T08:30:00.000Z')
})

test('only an instant that is over is past', () => {
  expect(isPast('2026-11-05T08:07:30Z', now)).toBe(true)
  expect(isPast('2026-11-05T08:07:31Z', now)).toBe(false)
  expect(isPast('now', now)).toBe(false)
  expect(isPast(null, now)).toBe(false)
})
