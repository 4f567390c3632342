import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '../i18n/index.ts'
import { BarList } from './data/BarList.tsx'
import { Button } from './input/Button.tsx'
import { Ago } from './data/DateTime.tsx'
import { PasswordField } from './input/PasswordField.tsx'
import { ProblemView } from './feedback/ProblemView.tsx'
import { ProgressBar } from './feedback/ProgressBar.tsx'
import { Sparkline, sparkPoints } from './data/Sparkline.tsx'
import { Tabs } from './layout/Tabs.tsx'

beforeAll(() => setLocale('en-US'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a busy button keeps its place and does not act again', () => {
  const onClick = vi.fn()
  render(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onClick).not.toHaveBeenCalled()
  expect(screen.getByRole('button').hasAttribute('disabled')).toBe(false)
})

it('a button that does nothing says why: to who points, who listens and who presses, and keeps its place', () => {
  const onClick = vi.fn()
  const save = (off: string | undefined) => (
    <Button off={off} onClick={onClick}>
      Save
    </Button>
  )
  const { rerender } = render(save('Nothing has changed.'))
  const button = screen.getByRole('button', { name: 'Save' })
  expect([button.title, button.getAttribute('aria-disabled')]).toEqual(['Nothing has changed.', 'true'])
  expect(screen.queryByRole('status')).toBeNull()
  button.focus()
  fireEvent.click(button)
  expect(screen.getByRole('status').id).toBe(button.getAttribute('aria-describedby'))
  expect(screen.getByRole('status').textContent).toBe('Nothing has changed.')
  rerender(save(undefined))
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('status')).toBeNull()
})

it('a button that is switched off under the focus keeps it and does not act, and is off when the focus goes', () => {
  const onClick = vi.fn()
  const off = (disabled: boolean) => (
    <Button disabled={disabled} onClick={onClick}>
      Down
    </Button>
  )
  const { rerender } = render(off(false))
  const button = screen.getByRole('button')
  act(() => button.focus())
  rerender(off(true))
  expect(document.activeElement).toBe(button)
  expect([button.hasAttribute('disabled'), button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  act(() => button.blur())
  expect(button.hasAttribute('disabled')).toBe(true)
})

it('a busy submit button does not send its form again', () => {
  const onSubmit = vi.fn((e: { preventDefault(): void }) => e.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).not.toHaveBeenCalled()
})

function Secret() {
  const [value, setValue] = useState('')
  return <PasswordField label="Password" value={value} onChange={setValue} />
}
it('a password can be shown and hidden', () => {
  render(<Secret />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect(field.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show the password' }))
  expect(field.type).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide the password' }))
  expect(field.type).toBe('password')
})
it('a password field says that caps lock is on until it is left', () => {
  render(<Secret />)
  const field = screen.getByLabelText('Password')
  const press = new KeyboardEvent('keydown', { key: 'A', bubbles: true })
  press.getModifierState = (key) => key === 'CapsLock'
  fireEvent(field, press)
  expect(screen.getByText('Caps lock is on')).toBeTruthy()
  fireEvent.blur(field)
  expect(screen.queryByText('Caps lock is on')).toBeNull()
})

it('a problem is told by its code’s sentence with its request, and the wait by its seconds', () => {
  render(<ProblemView problem={{ code: 'too_many', status: 429, request_id: 'r-9', retry_after: 7 }} />)
  expect(screen.getByRole('alert').textContent).toMatch(/Wait 7 seconds.*Request r-9/)
})
it('something nobody expected is told as such', () => {
  render(<ProblemView problem={new Error('x is undefined')} />)
  expect(screen.getByRole('alert').textContent).toMatch(/unexpected/)
  expect(screen.getByRole('alert').textContent).not.toContain('x is undefined')
})

it('a sparkline says its figures and draws them', () => {
  render(<Sparkline label="Users" values={[3, 9, 6]} />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Users: from 3 to 6, between 3 and 9')
  expect(sparkPoints([3, 9, 6], 100, 30)).toEqual([
    [0, 30],
    [50, 0],
    [100, 15],
  ])
  expect(sparkPoints([4, 4], 10, 20)).toEqual([
    [0, 10],
    [10, 10],
  ])
})

it('bars are a list of words and figures, also when all are zero', () => {
  render(
    <MemoryRouter>
      <BarList label="By kind" items={[{ key: 'a', label: 'Forensics', value: 0, to: '/x' }]} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('list', { name: 'By kind' }).textContent).toBe('Forensics0')
})

it('progress is said in percent and never beyond its ends', () => {
  const { rerender } = render(<ProgressBar label="Upload" value={1.7} />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
  rerender(<ProgressBar label="Upload" />)
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false)
})

it('tabs move with the arrows and only the chosen one is a stop', () => {
  const onChange = vi.fn()
  render(
    <Tabs
      label="Views"
      active="a"
      onChange={onChange}
      items={[
        { id: 'a', label: 'A' },
        { id: 'b', label: 'B' },
      ]}
    />,
  )
  fireEvent.keyDown(screen.getByRole('tab', { name: 'A' }), { key: 'ArrowLeft' })
  expect(onChange).toHaveBeenCalledWith('b')
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1])
})

it('how long ago goes on counting and stops its clock with the last one who looks', () => {
  vi.useFakeTimers({ now: new Date('2025-06-01T10:00:00Z') })
  const { unmount } = render(<Ago at="2025-06-01T09:58:00Z" />)
  expect(screen.getByText('2 minutes ago')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(120_000))
  expect(screen.getByText('4 minutes ago')).toBeTruthy()
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
it('an instant that is none is not shown', () => {
  const { container } = render(<Ago at="soon" />)
  expect(container.textContent).toBe('')
})

it('a problem says no minute too early from when on it may be done', () => {
  const at = new Date(2026, 4, 1, 23, 0, 52).toISOString()
  render(<ProblemView problem={{ code: 'registration_later', status: 429, request_id: 'r-9', details: { at } }} />)
  expect(screen.getByText(/Register after 2026-05-01 23:01/)).toBeTruthy()
})
