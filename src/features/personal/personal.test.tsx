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

it('says of an exam that ended without the viewer that it was not taken', async () => {
  const exam = { id: 'e1', name: 'Finals', status: 'ended', may: 'over', mine: [], result: null, kind: 'practice' }
  const times = { starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2026-01-01T01:00:00.000Z' }
  stage(
    <Personal />,
    { ...answers, 'GET /my-exams': pageOf([{ ...exam, ...times }]) },
    { at: '/personal?tab=exams', path: '/personal', grants: ['personal', 'exam-list'] },
  )
  expect(await screen.findByText('It is over. You did not take it.')).toBeTruthy()
})
