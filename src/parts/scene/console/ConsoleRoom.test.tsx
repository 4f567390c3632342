import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { problem, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { ConsoleRoom } from './ConsoleRoom.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('scene')
})
afterEach(cleanup)

const show = (mine: number) =>
  stage(<ConsoleRoom scene="s1" />, { 'GET /consoles': { items: [], mine, most: 20, server_time: '' } })

it('says how many consoles one may open still before one is opened, and that one has to be closed once there is no room', async () => {
  show(3)
  expect(await screen.findByText('Your consoles: 3 open, at most 20 at once.')).toBeTruthy()
  cleanup()
  show(20)
  expect((await screen.findByRole('status')).textContent).toContain('Close one to open another')
  cleanup()
  const s = stage(<ConsoleRoom scene="s1" />, { 'GET /consoles': problem('busy', { status: 503 }) })
  await expect.poll(() => s.of('GET /consoles').length).toBe(1)
  expect(screen.queryByText(/open/)).toBeNull()
})
