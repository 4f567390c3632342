import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { cut, wide } from '../contract/lib/text.ts'
import { setLocale } from '../i18n/index.ts'
import { CountedTextArea } from './CountedTextArea.tsx'

beforeAll(() => setLocale('en-US'))
afterEach(cleanup)

function Held({ start = '', max = 6 }: { start?: string; max?: number }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <CountedTextArea aria-label="answer" value={value} onChange={setValue} max={max} />
      <pre>{value}</pre>
    </>
  )
}
const area = () => screen.getByLabelText<HTMLTextAreaElement>('answer')
const kept = () => document.querySelector('pre')?.textContent

it('has three rows unless told otherwise', () => {
  render(<Held />)
  expect(area().getAttribute('rows')).toBe('3')
})

it('cuts what is too long to the longest prefix that fits, a Chinese character counting 2', () => {
  render(<Held />)
  fireEvent.change(area(), { target: { value: 'a网络安全' } })
  expect(kept()).toBe('a网络')
  expect(area().value).toBe('a网络')
})

it('keeps of a text what its length allows and not a character less', () => {
  render(<Held max={20} />)
  for (const pieces of ['网络a', '👩‍👩‍👧‍👦', 'e\u0301ÿĀ', '🇨🇳x', '安全，', '👍🏽é'])
    for (let times = 1; times < 9; times++) {
      const text = pieces.repeat(times)
      fireEvent.change(area(), { target: { value: text } })
      expect(kept()).toBe(cut(text, 20))
      expect(wide(kept() ?? '')).toBeLessThanOrEqual(20)
      fireEvent.change(area(), { target: { value: '' } })
    }
})

it('shows how much of the limit is used', () => {
  render(<Held start="网ab" max={250} />)
  expect(screen.getByText('4/250')).toBeTruthy()
  expect(screen.getByText('4 of 250 characters')).toBeTruthy()
})

it('says that the limit is reached', () => {
  render(<Held start="abcdef" />)
  expect(screen.getByRole('status').textContent).toBe('The limit of 6 is reached')
})

it('does not cut while an input method is composing, and cuts when it is done', () => {
  render(<Held start="abcd" />)
  fireEvent.compositionStart(area())
  fireEvent.change(area(), { target: { value: 'abcdwang' } })
  expect(area().value).toBe('abcdwang')
  expect(kept()).toBe('abcd')
  fireEvent.change(area(), { target: { value: 'abcd网络' } })
  fireEvent.compositionEnd(area())
  expect(kept()).toBe('abcd网')
  expect(area().value).toBe('abcd网')
})

it('leaves the caret where somebody typed in the middle of a full text', () => {
  render(<Held start="abcdef" />)
  const input = area()
  fireEvent.change(input, { target: { value: 'abXcdef', selectionStart: 3, selectionEnd: 3 } })
  expect(kept()).toBe('abXcde')
  expect(input.selectionStart).toBe(3)
})
