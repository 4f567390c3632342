import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '../../../i18n/index.ts'
import { lazyComponent } from './later.tsx'

beforeAll(() => setLocale('en-US'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Part = ({ name }: { name: string }) => <p>part {name}</p>

it('shows a part when its code has come, and at once the next time', async () => {
  const load = vi.fn(() => Promise.resolve(Part))
  const Later = lazyComponent(load)
  const { unmount } = render(<Later name="a" />)
  expect(screen.getByRole('status')).toBeTruthy()
  expect(await screen.findByText('part a')).toBeTruthy()
  unmount()
  render(<Later name="b" />)
  expect(screen.getByText('part b')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

it('offers another try when the load fails, and takes it', async () => {
  const load = vi.fn(() => Promise.resolve(Part)).mockRejectedValueOnce(new Error('gone'))
  const Later = lazyComponent(load)
  render(<Later name="a" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('part a')).toBeTruthy()
})

it('gives up waiting after its limit', async () => {
  vi.useFakeTimers()
  const Later = lazyComponent(() => new Promise<typeof Part>(() => undefined), 1000)
  render(<Later name="a" />)
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(await screen.findByRole('alert')).toBeTruthy()
})

it('can be warmed, and a failure of that is silent until it is shown', async () => {
  const load = vi.fn(() => Promise.resolve(Part)).mockRejectedValueOnce(new Error('gone'))
  const Later = lazyComponent(load)
  Later.warm()
  await Promise.resolve()
  await new Promise((r) => setTimeout(r, 0))
  render(<Later name="a" />)
  expect(await screen.findByText('part a')).toBeTruthy()
})
