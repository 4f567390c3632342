/** A display waits, says what failed, goes on showing what it has with the time that is of, and says in words what it shows. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { format } from '../../i18n/index.ts'
import { useRead } from '../data/api.ts'
import { problem, stage, words } from '../resource/testing/stage.tsx'
import { Fed } from './Fed.tsx'
import { DisplayOver } from './FullDisplay.tsx'
import { DisplayRegions } from './Regions.tsx'

beforeAll(words)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const route = 'GET /dashboard/overview'
function Counted() {
  const read = useRead(route, undefined)
  return (
    <>
      <Fed by={read}>
        {(data) => (
          <DisplayRegions of={[{ key: 'n', is: 'stats', stats: [{ key: 'n', label: 'Here', value: `${data}` }] }]} />
        )}
      </Fed>
      <button type="button" onClick={read.refetch}>
        Again
      </button>
    </>
  )
}

it('shows what came last when nothing newer comes, with the time that is of, until something comes', async () => {
  const answers: Record<string, unknown> = { [route]: '7' }
  stage(<Counted />, answers)
  await screen.findByText('7')
  const at = new Date()
  expect(screen.queryByText(/No newer data/)).toBeNull()
  answers[route] = problem('network', { status: 0 })
  fireEvent.click(screen.getByText('Again'))
  const note = await screen.findByText(/No newer data could be loaded since/)
  expect(note.textContent).toContain(format.dateTime(at).slice(0, 10))
  expect(screen.getByText('7')).toBeTruthy()
  answers[route] = '8'
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('8')
  expect(screen.queryByText(/No newer data/)).toBeNull()
})

it('says what failed where nothing ever came', async () => {
  stage(<Counted />, { [route]: problem('network', { status: 0 }) })
  expect((await screen.findByRole('alert')).textContent).toContain('Try again')
})

it('leaves out what the viewer has none of, and a place that is empty then', () => {
  const { container } = render(
    <DisplayRegions
      of={[
        null,
        false,
        { key: 'row', is: 'row', of: [undefined] },
        { key: 'list', is: 'list', title: 'People', lines: [], nothing: { title: 'Nobody', icon: 'user' } },
      ]}
    />,
  )
  expect(container.querySelector('.kit-regions-row')).toBeNull()
  expect(screen.getByRole('heading', { name: 'People' })).toBeTruthy()
  expect(screen.getByText('Nobody')).toBeTruthy()
})

it('counts down by the clock of the server, and tells screen readers the minutes', () => {
  vi.useFakeTimers()
  const countdown = { key: 'left', is: 'countdown', label: 'Time left', over: 'Time is up', waits: 'Paused' } as const
  const now = '2026-03-04T10:00:00.000Z'
  const { rerender } = render(<DisplayRegions of={[{ ...countdown, now, ends: '2026-03-04T11:02:09.000Z' }]} />)
  expect(screen.getByText('1:02:09')).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toBe(format.span(63 * 60))
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.getByText('1:01:59')).toBeTruthy()
  rerender(<DisplayRegions of={[{ ...countdown, now, ends: null }]} />)
  expect(screen.getByRole('timer').textContent).toBe('Paused')
  rerender(<DisplayRegions of={[{ ...countdown, now, ends: now }]} />)
  expect(screen.getByRole('timer').textContent).toBe('Time is up')
})

it('stands over a page until it is closed', () => {
  const close = vi.fn()
  render(
    <DisplayOver title="Finals" back={null} onClose={close}>
      7:05
    </DisplayOver>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Finals' })
  expect(dialog.hasAttribute('open')).toBe(true)
  fireEvent(dialog, new Event('close'))
  expect(close).toHaveBeenCalledTimes(1)
})
