import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { Menu } from './Menu.tsx'

afterEach(cleanup)

function show(onSelect = vi.fn()) {
  render(
    <MemoryRouter>
      <Menu
        label="Row"
        trigger="…"
        items={[
          { id: 'edit', label: 'Edit', onSelect },
          'line',
          { id: 'off', label: 'Archive', disabled: true, onSelect },
          { id: 'open', label: 'Open', to: '/somewhere' },
        ]}
      />
      <button type="button">elsewhere</button>
    </MemoryRouter>,
  )
  return { onSelect, button: screen.getByRole('button', { name: 'Row' }) }
}
const focused = () => document.activeElement?.textContent

it('opens with the first entry focused, moves with the arrows and wraps', () => {
  const { button } = show()
  fireEvent.click(button)
  expect(focused()).toBe('Edit')
  fireEvent.keyDown(document.activeElement ?? button, { key: 'ArrowUp' })
  expect(focused()).toBe('Open')
  fireEvent.keyDown(document.activeElement ?? button, { key: 'ArrowDown' })
  expect(focused()).toBe('Edit')
})

it('closes with Esc and gives the focus back to its button', () => {
  const { button } = show()
  fireEvent.click(button)
  fireEvent.keyDown(document.activeElement ?? button, { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('does what was chosen, once, and closes', () => {
  const { button, onSelect } = show()
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
  expect(onSelect).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('menu')).toBeNull()
})

it('does nothing for an entry that is off', () => {
  const { button, onSelect } = show()
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Archive' }))
  expect(onSelect).not.toHaveBeenCalled()
})

it('closes when the pointer goes down elsewhere', () => {
  const { button } = show()
  fireEvent.click(button)
  fireEvent.pointerDown(screen.getByText('elsewhere'))
  expect(screen.queryByRole('menu')).toBeNull()
})

it('in a shadow root, too, moves with the arrows and stays open for a press on an entry', () => {
  const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const onSelect = vi.fn()
  render(<Menu label="Row" trigger="…" items={['Edit', 'Copy'].map((label) => ({ id: label, label, onSelect }))} />, {
    container: shadow.appendChild(document.createElement('div')),
    wrapper: MemoryRouter,
  })
  const entries = () => [...shadow.querySelectorAll<HTMLElement>('[role=menuitem]')]
  fireEvent.click(shadow.querySelector('button') as HTMLElement)
  expect(shadow.activeElement?.textContent).toBe('Edit')
  fireEvent.keyDown(entries()[0] as HTMLElement, { key: 'ArrowDown' })
  expect(shadow.activeElement?.textContent).toBe('Copy')
  fireEvent.pointerDown(entries()[1] as HTMLElement, { composed: true })
  expect(entries()).toHaveLength(2)
  fireEvent.pointerDown(document.body)
  expect(entries()).toHaveLength(0)
})
