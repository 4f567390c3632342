import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Select } from '../../ui/input/Select.tsx'
import type { MarkingCommand } from './keys.logic.ts'
import { useKeys } from './useKeys.ts'

afterEach(cleanup)

const options = [
  { value: 'a', label: 'Question 1' },
  { value: 'b', label: 'Question 2' },
]
it.each([
  ['the page', true, () => document.body],
  ['the choice of a question', false, () => screen.getByRole('combobox')],
])('a key in %s speaks to the marking: %s', (_, marks, where) => {
  const said: MarkingCommand[] = []
  function Desk() {
    useKeys((command) => said.push(command))
    return <Select aria-label="Question" value="a" options={options} onChange={() => undefined} />
  }
  render(<Desk />)
  for (const key of ['1', 'Enter', 'j', 'z']) fireEvent.keyDown(where(), { key })
  expect(said.length > 0).toBe(marks)
})
