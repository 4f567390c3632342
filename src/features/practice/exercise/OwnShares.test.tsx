/** Who counts an answer that the key does not know is asked first. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { words } from '../../../kit/resource/testing/stage.tsx'
import { OwnShares } from './OwnShares.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('practice')
})
afterEach(cleanup)

const choose = (fit: number | undefined, name: string) => {
  const onChoose = vi.fn()
  render(<OwnShares value={null} busy={false} fit={fit} onChoose={onChoose} />)
  fireEvent.click(screen.getByRole('button', { name }))
  return onChoose
}

it.each([
  [undefined, 'Right', 1],
  [1, 'Right', 1],
  [0.5, 'Partly right', 0.5],
  [0, 'Not right', 0],
])('of an answer that fits by %s, “%s” is taken at once', (fit, name, share) => {
  expect(choose(fit, name)).toHaveBeenCalledWith(share)
})
it.each([
  [0, 'Right', 1],
  [0, 'Partly right', 0.5],
  [0.5, 'Right', 1],
])('of an answer that fits by %s, “%s” is taken once it was asked', async (fit, name, share) => {
  const onChoose = choose(fit, name)
  expect(onChoose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: /^Count it as/ }))
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledWith(share))
})
