import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { Bell } from './Bell.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('message')
})
afterEach(cleanup)

const at = '2026-11-22T10:00:00.000Z'
const received = { id: 'a1', title: 'Maintenance on Sunday', published_at: at, read: false }
const whole = {
  ...received,
  type: 'notice',
  content: 'The range is down from **two to four**.',
  target: 'all',
  status: 'published',
  ends_at: null,
  publisher: 'Ops',
  author: { name: 'Ops', username: 'ops', org: null },
  pinned: false,
  addressed: true,
  read_at: null,
  can: [],
}
const answers = {
  'GET /messages/unread': { messages: 0, announcements: 1 },
  'GET /messages': pageOf([]),
  'GET /announcements/received': pageOf([received]),
  'GET /announcements/received/:id': whole,
  'POST /announcements/received/read': { done: true },
}

it('shows an announcement to whoever has no page for it, and notes that it was read', async () => {
  const s = stage(<Bell />, answers, { grants: ['exam-manage'] })
  fireEvent.click(await screen.findByRole('button', { name: /announcement/i }))
  fireEvent.click(await screen.findByRole('button', { name: /Maintenance on Sunday/ }))
  expect((await screen.findByText('two to four')).tagName).toBe('STRONG')
  await waitFor(() => expect(s.of('POST /announcements/received/read')[0]?.args.body).toEqual({ ids: ['a1'] }))
})
it('leads to its page where there is one', async () => {
  stage(<Bell />, answers, { grants: ['personal'] })
  fireEvent.click(await screen.findByRole('button', { name: /announcement/i }))
  expect((await screen.findByRole('link', { name: /Maintenance on Sunday/ })).getAttribute('href')).toContain(
    '/personal/announcement/a1',
  )
})
