/** What the browser's own list does, Arco's does too. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Select } from './Select.tsx'

const options = [
  { value: '', label: 'Not chosen' },
  { value: 'linux', label: 'Linux' },
  { value: 'lamp', label: 'LAMP' },
  { value: 'win', label: 'Windows' },
]
const left: string[] = []
function Form() {
  const [value, setValue] = useState('')
  return (
    <>
      <label htmlFor="of">System</label>
      <Select
        id="of"
        value={value}
        options={options}
        aria-invalid
        onChange={setValue}
        onBlur={() => left.push(value)}
      />
      <output>{value}</output>
    </>
  )
}
beforeEach(() => {
  left.length = 0
  render(<Form />)
})
afterEach(cleanup)
const box = () => screen.getByRole('combobox', { name: 'System' })
const value = () => document.querySelector('output')?.textContent
const press = (key: string) => fireEvent.keyDown(box(), { key, keyCode: { ArrowDown: 40, Enter: 13, Escape: 27 }[key] })
const named = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent

test('its label names it and leads into it, and it says that it is wrong', () => {
  fireEvent.click(screen.getByText('System'))
  expect(document.activeElement).toBe(box())
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(box().textContent).toContain('Not chosen')
})

test('arrows open it and walk it, a reader is told where they stand, and Enter takes and keeps the focus', async () => {
  box().focus()
  press('ArrowDown')
  expect(box().getAttribute('aria-expanded')).toBe('true')
  await screen.findByRole('option', { name: 'Linux' })
  press('ArrowDown')
  await waitFor(() => expect(named()).toBe('Linux'))
  press('Enter')
  expect(value()).toBe('linux')
  await waitFor(() => expect(box().getAttribute('aria-expanded')).toBe('false'))
  expect(document.activeElement).toBe(box())
  expect(left).toEqual([])
})

test('letters go from one that begins so to the next', () => {
  press('l')
  expect(value()).toBe('linux')
  press('l')
  expect(value()).toBe('lamp')
  press('w')
  expect(value()).toBe('win')
})

test('Escape closes the list and leaves the dialogue around it open', async () => {
  press(' ')
  expect(box().getAttribute('aria-expanded')).toBe('true')
  // what is prevented closes no dialogue
  expect(press('Escape')).toBe(false)
  await waitFor(() => expect(box().getAttribute('aria-expanded')).toBe('false'))
})

test('in a dialog its list is of the dialog, which answers to nothing outside it', async () => {
  cleanup()
  render(
    <dialog open>
      <Form />
    </dialog>,
  )
  fireEvent.click(box())
  const option = await screen.findByRole('option', { name: 'Linux' })
  expect(screen.getByRole('dialog').contains(option)).toBe(true)
})
