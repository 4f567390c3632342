import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '../../i18n/index.ts'
import { AnswerSheet, LeftOpen } from './AnswerSheet.tsx'

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

it('tells what is partly filled from what is empty, beside the questions and before the hand-in', () => {
  const items = ['a', 'b', 'c'].map((id, i) => ({ id, n: i + 1 }))
  const blanks = (...texts: string[]) => ({ answer: { type: 'completion' as const, blanks: texts }, marked: false })
  const entries = { a: blanks('22', '443'), b: blanks('22', ''), c: blanks('', '') }
  const cells = () => screen.getAllByRole('button').map((b) => b.getAttribute('aria-label'))
  render(<LeftOpen items={items} entries={entries} fixed={false} onGo={() => undefined} />)
  expect(screen.getByText(/^1 question is not answered/)).toBeTruthy()
  expect(screen.getByText(/^1 question is only partly answered/)).toBeTruthy()
  expect(cells()).toEqual(['Question 3: Not answered', 'Question 2: Partly answered'])
  cleanup()
  const sections = [{ id: 's', title: '', items }]
  render(<AnswerSheet sections={sections} entries={entries} current="a" fixed={false} onGo={() => undefined} />)
  expect(cells()).toEqual(['Question 1: Answered', 'Question 2: Partly answered', 'Question 3: Not answered'])
  expect(screen.getByText('1 of 3 answered, 1 partly')).toBeTruthy()
})
