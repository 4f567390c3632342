import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../../i18n/index.ts'
import { stage, words } from '../../../../kit/resource/testing/stage.tsx'
import Clearing from './Clearing.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('config')
})
afterEach(cleanup)

const preview = (count: number) => ({
  at: '2026-11-27T00:00:00.000Z',
  version: 1,
  items: [{ what: 'messages', before: '2026-08-27T00:00:00.000Z', count, bytes: count * 100 }],
})
const show = (count: number) =>
  stage(
    <Clearing />,
    { 'GET /clearing/preview': preview(count), 'GET /clearing': { running: null, last: null, next_at: null } },
    { grants: 'all' },
  )
const clear = () => screen.findByRole('button', { name: 'Clear now' })

it('says why there is nothing to clear', async () => {
  show(0)
  fireEvent.click(await clear())
  expect(screen.getByText('Nothing is old enough to be cleared.').hidden).toBe(false)
  cleanup()
  show(3)
  fireEvent.click(await screen.findByRole('checkbox'))
  fireEvent.click(await clear())
  expect(screen.getByText('Choose what to clear.').hidden).toBe(false)
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(await clear())
  expect(screen.getByRole('dialog', { name: 'Clear 3 entries?' })).toBeTruthy()
})
