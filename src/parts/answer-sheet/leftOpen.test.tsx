import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '../../i18n/index.ts'
import { LeftOpen } from './AnswerSheet.tsx'

beforeAll(async () => {
  await setLocale('en-US')
  await loadMessages('exam')
})
afterEach(cleanup)

it('names each question that is left open or marked, as a way to it', () => {
  const go = vi.fn()
  const items = ['a', 'b', 'c'].map((id, i) => ({ id, n: i + 1 }))
  const given = { type: 'single' as const, chosen: ['x'] }
  const entries = {
    a: { answer: given, marked: false },
    b: { answer: null, marked: false },
    c: { answer: given, marked: true },
  }
  render(<LeftOpen items={items} entries={entries} fixed={false} onGo={go} />)
  expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual(['2', '3'])
  for (const b of screen.getAllByRole('button')) fireEvent.click(b)
  expect(go.mock.calls).toEqual([['b'], ['c']])
})
