import { beforeAll, expect, it } from 'vitest'
import { problems } from '../../contract/problems.ts'
import { format, setLocale } from '../../i18n/index.ts'
import { problemText, problemCodeText } from './ProblemView.tsx'

beforeAll(() => setLocale('en-US'))

it('who is refused for the number of tries reads when the next may be, and of applications whom to ask', () => {
  const refused = { status: 429, request_id: 'r' }
  const wait = 'Too many attempts. Wait 40 seconds.'
  expect(problemText({ ...refused, code: 'too_many', details: { seconds: 40 } })).toBe(wait)
  // a countdown is later than the answer
  expect(problemText({ ...refused, code: 'too_many', details: { seconds: 60 }, retry_after: 40 })).toBe(wait)
  expect(problemCodeText({ code: 'too_many', details: { seconds: 40 } })).toBe(wait)
  const at = '2027-03-04T10:20:00.000Z'
  const later = problemText({ ...refused, code: 'registration_later', details: { at } })
  expect(later).toContain(`after ${format.dateTimeFrom(at)}`)
  for (const text of [later, problemText({ ...refused, code: 'registration_waiting' })])
    expect(text).toContain('ask whoever runs this platform')
  const limits = Object.entries(problems).flatMap(([code, status]) => (status === 429 ? [code] : []))
  expect(limits.sort()).toEqual(['registration_later', 'registration_waiting', 'too_many', 'uploads_at_once'])
})
