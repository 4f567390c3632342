import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setLocale } from '../../i18n/index.ts'
import { Toasts } from './Toasts.tsx'
import { toast } from './toast.ts'

beforeAll(() => setLocale('en-US'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('shows news, and lets them go after a while', () => {
  render(<Toasts />)
  act(() => toast.ok('Saved'))
  expect(screen.getByRole('status').textContent).toContain('Saved')
  act(() => void vi.advanceTimersByTime(4000))
  expect(screen.queryByText('Saved')).toBeNull()
})

it('keeps a toast while somebody points at it', () => {
  render(<Toasts />)
  act(() => toast.ok('Saved'))
  fireEvent.mouseEnter(document.querySelector('.mg-toast') ?? document.body)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Saved')).toBeTruthy()
})

it('says what a problem means', () => {
  render(<Toasts />)
  act(() => toast.problem({ code: 'busy', status: 503, request_id: '' }))
  expect(screen.getByText(/server is busy/)).toBeTruthy()
})

it('goes to the app that was mounted last, and back when that one left', () => {
  const first = render(<Toasts />)
  const second = render(<Toasts />)
  act(() => toast.info('one'))
  expect(second.container.textContent).toContain('one')
  expect(first.container.textContent).toBe('')
  second.unmount()
  act(() => toast.info('two'))
  expect(first.container.textContent).toContain('two')
})

it('is silent when nobody shows toasts', () => {
  expect(() => toast.ok('x')).not.toThrow()
})
