/** The task beside the machines: its width and folding by keys, remembered; from pane to pane by Ctrl+F6; what is typed stays. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Panes } from './Panes.tsx'
import { clampPaneWidth, widthAfterKey, parsePaneLayout, width } from './panes.logic.ts'

const shown = () =>
  render(
    <Panes
      machines={<textarea aria-label="terminal" className="xterm-helper-textarea" onKeyDown={(e) => typed(e.key)} />}
      task={<input aria-label="flag" />}
    />,
  )
const typed = vi.fn()
afterEach(cleanup)
beforeEach(() => {
  localStorage.clear()
  typed.mockClear()
})

it('goes from the terminal to the task and back with Ctrl+F6, of which the terminal hears nothing; F6 alone is the terminal’s', async () => {
  shown()
  const terminal = screen.getByLabelText('terminal')
  terminal.focus()
  fireEvent.keyDown(terminal, { key: 'F6', ctrlKey: true })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('complementary')))
  expect(typed).not.toHaveBeenCalled()
  screen.getByLabelText('flag').focus()
  fireEvent.keyDown(screen.getByLabelText('flag'), { key: 'F6', ctrlKey: true })
  expect(document.activeElement).toBe(terminal)
  fireEvent.keyDown(terminal, { key: 'F6' })
  expect(typed).toHaveBeenCalledWith('F6')
})

it('is folded away with what is typed in it, and opened by going there; both are remembered', async () => {
  const first = shown()
  fireEvent.change(screen.getByLabelText('flag'), { target: { value: 'flag{half' } })
  const button = () => screen.getByRole('button', { expanded: true })
  fireEvent.click(button())
  expect(screen.queryByRole('separator')).toBeNull()
  fireEvent.keyDown(screen.getByLabelText('terminal'), { key: 'F6', ctrlKey: true })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('complementary')))
  expect((screen.getByLabelText('flag') as HTMLInputElement).value).toBe('flag{half')
  fireEvent.keyDown(screen.getByRole('separator'), { key: 'ArrowLeft' })
  fireEvent.click(button())
  first.unmount()
  shown()
  expect(screen.queryByRole('separator')).toBeNull()
  fireEvent.click(screen.getByRole('button', { expanded: false }))
  expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe(String(width.usual + width.step))
})

it('leaves both sides room, whatever is asked for and whatever was kept', () => {
  expect(clampPaneWidth(10, 1366)).toBe(width.min)
  expect(clampPaneWidth(5000, 1366)).toBe(1366 - 480)
  expect(clampPaneWidth(5000, 500)).toBe(width.min)
  expect(widthAfterKey('End', 300, 1366)).toBe(886)
  expect(widthAfterKey('Home', 500, 1366)).toBe(width.min)
  expect(widthAfterKey('a', 500, 1366)).toBeUndefined()
  for (const wrong of [null, '', '{', '{"px":"wide"}', '{"px":1e9}'])
    expect(parsePaneLayout(wrong).px).toBe(width.usual)
})
