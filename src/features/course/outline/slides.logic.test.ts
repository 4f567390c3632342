import { expect, test } from 'vitest'
import { slideAt } from './slides.logic.ts'

test('the slide that is shown is the one the writer stands in', () => {
  const text = '# One\n\n---\n\n# Two\n\n---\n\n'
  expect(slideAt(text, 0)).toBe(0)
  expect(slideAt(text, 3)).toBe(0)
  expect(slideAt(text, text.indexOf('Two'))).toBe(1)
  expect(slideAt(text, text.length)).toBe(2)
  expect(slideAt('a | b\n--- | ---\nc | d', 20)).toBe(0)
})
