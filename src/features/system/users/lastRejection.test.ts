import { beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { words } from '../../../kit/resource/testing/stage.tsx'
import { rejectionOf } from './LastRejection.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('user')
})

it('an application that was rejected before says when, by whom as far as that is known, and why', () => {
  const rejected = { review_reason: 'Not on our list', reviewed_at: '2026-05-01T09:00:00Z', reviewed_by_name: 'Ada' }
  expect(rejectionOf(rejected)).toMatch(/^Rejected on 2026-05-01 .* by Ada: Not on our list$/)
  expect(rejectionOf({ ...rejected, reviewed_by_name: '' })).toMatch(
    /^Rejected on 2026-05-01 [^a-z]*: Not on our list$/,
  )
  expect(rejectionOf({ review_reason: '', reviewed_at: null, reviewed_by_name: '' })).toBe('')
})
