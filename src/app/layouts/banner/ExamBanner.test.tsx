import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { ExamBanner } from './ExamBanner.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('message')
})
afterEach(cleanup)

const now = '2026-11-05T08:00:00.000Z'
const exam = {
  id: 'e1',
  name: 'Networks I',
  deadline_at: '2026-11-05T08:07:30.000Z',
  paused: false,
  now,
  message: { id: 'm1', at: now, text: 'Question 2 is void', minutes: null },
}
const show = (more: object | null, at: 'personal' | 'exam-session' = 'personal') =>
  stage(<ExamBanner screen={at} />, {
    'GET /messages/unread': { messages: 0, announcements: 0, exam: more && { ...exam, ...more } },
  })

it('says on every page which exam goes on, for how long, and what its invigilator said', async () => {
  show({})
  expect(await screen.findByText(/“Networks I” is under way/)).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toMatch(/7:(30|29|28) left/)
  expect(screen.getByRole('status').textContent).toContain('Invigilator: Question 2 is void')
  expect(screen.getByRole('link', { name: 'Back to the exam' }).getAttribute('href')).toContain('/exam/e1')
})

it('says extra time and a pause in its own words', async () => {
  show({ paused: true, message: { id: 'm2', at: now, text: '', minutes: 10 } })
  expect(await screen.findByText(/10 extra minutes in all/)).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toBe('The clock is stopped.')
})

it.each([
  ['without an exam', null, 'personal'],
  ['on the sheet itself, which says it already', {}, 'exam-session'],
  ['once the time is up', { deadline_at: now }, 'personal'],
] as const)('is not there %s', async (_, more, at) => {
  const s = show(more, at)
  await expect.poll(() => s.of('GET /messages/unread').length).toBeGreaterThan(0)
  expect(screen.queryByRole('timer')).toBeNull()
})

it.each([
  ['shown again', document, 'visibilitychange'],
  ['looked at', window, 'focus'],
] as const)('is gone once its page is %s where the exam was handed in on another', async (_, at, event) => {
  let handedIn = false
  stage(<ExamBanner screen="personal" />, {
    'GET /messages/unread': () => ({ messages: 0, announcements: 0, exam: handedIn ? null : exam }),
  })
  expect(await screen.findByRole('timer')).toBeTruthy()
  handedIn = true
  fireEvent(at, new Event(event))
  await expect.poll(() => screen.queryByRole('timer')).toBeNull()
})
