import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { problem, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { Bell } from './Bell.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('message')
})
afterEach(cleanup)

it('counts what is unread, and says neither a number nor that nothing is where it could not be read', async () => {
  stage(<Bell />, { 'GET /messages/unread': { messages: 2, announcements: 1 } })
  expect((await screen.findByText('3')).className).toContain('mg-bell-count')
  cleanup()
  stage(<Bell />, { 'GET /messages/unread': problem('busy', { status: 503 }) })
  expect(await screen.findByText('–')).toBeTruthy()
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Messages and announcements')
})
