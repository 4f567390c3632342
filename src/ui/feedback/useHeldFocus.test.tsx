import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useHeldFocus } from './useHeldFocus.ts'

afterEach(cleanup)

function Names({ names }: { names: readonly string[] }) {
  const held = useHeldFocus()
  return (
    <section {...held}>
      <button type="button">Elsewhere</button>
      <ul>
        {names.map((n) => (
          <li key={n}>
            <button type="button">{n}</button>
          </li>
        ))}
      </ul>
    </section>
  )
}
const focused = () => document.activeElement?.textContent

it('an entry that goes away with the focus leaves it to one that stays', async () => {
  const { rerender } = render(<Names names={['Ann', 'Bo', 'Cy']} />)
  act(() => screen.getByRole('button', { name: 'Bo' }).focus())
  await act(async () => rerender(<Names names={['Ann', 'Cy']} />))
  expect(focused()).toBe('Ann')
  await act(async () => rerender(<Names names={[]} />))
  expect(focused()).toBe('Elsewhere')
})

it('a list that had not the focus does not take it', async () => {
  const { rerender } = render(<Names names={['Ann', 'Bo']} />)
  act(() => screen.getByRole('button', { name: 'Bo' }).focus())
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).blur())
  await act(async () => rerender(<Names names={['Ann']} />))
  expect(document.activeElement).toBe(document.body)
})
