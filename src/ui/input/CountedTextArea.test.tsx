import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { cut, wide } from '../../contract/lib/text.ts'
import { setLocale } from '../../i18n/index.ts'
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

it('says visibly how much of a pasted text was left out, until it fits again', () => {
  render(<Held start="" />)
  fireEvent.change(area(), { target: { value: '网络安全攻防' } })
  const said = screen.getByRole('status')
  expect(said.textContent).toContain('3 characters were left out. A Chinese character counts as 2.')
  expect(said.classList.contains('mg-sr')).toBe(false)
  fireEvent.change(area(), { target: { value: '网络' } })
  expect(said.textContent).toBe('')
})

it('says how characters are counted as soon as one counts 2, and where the limit is near', () => {
  render(<Held start="网a" max={250} />)
  expect(screen.getByText('A Chinese character counts as 2.')).toBeTruthy()
  cleanup()
  const { unmount } = render(<Held start="abcd" />)
  expect(screen.queryByText('A Chinese character counts as 2.')).toBeNull()
  unmount()
  render(<Held start="abcde" />)
  expect(screen.getByText('A Chinese character counts as 2.')).toBeTruthy()
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
