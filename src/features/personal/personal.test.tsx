import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { pageOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import Personal from './Personal.tsx'

beforeAll(async () => {
  await words()
  for (const area of ['personal', 'notice', 'exam', 'keep', 'practice', 'shell'] as const) await loadMessages(area)
})
afterEach(cleanup)

const answers = {
  'GET /messages/unread': { messages: 0, announcements: 0 },
  'GET /announcements/received': pageOf([]),
  'GET /my-exams': pageOf([]),
}
const tabs = () => screen.getAllByRole('link').map((a) => a.textContent)

it('has tabs of exams and practice for those whose role has them, whatever the address asks for', () => {
  stage(<Personal />, answers, { at: '/personal?tab=exams', path: '/personal', grants: ['personal'] })
  expect(tabs()).not.toContain('My exams')
  expect(tabs()).not.toContain('Mistakes')
  expect(screen.queryByText('You do not have permission to do this.')).toBeNull()
  cleanup()
  stage(<Personal />, answers, {
    at: '/personal?tab=exams',
    path: '/personal',
    grants: ['personal', 'exam-list', 'practice'],
  })
  expect(tabs()).toEqual(expect.arrayContaining(['My exams', 'Mistakes']))
})
