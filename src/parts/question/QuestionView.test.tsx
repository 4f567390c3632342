import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { shownQuestion } from '../../contract/bank/shown.ts'
import { loadMessages } from '../../i18n/index.ts'
import { stage, words } from '../../kit/resource/testing/stage.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QuestionView } from './QuestionView.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('bank')
})
afterEach(cleanup)

const asked = (id: string, more: object = {}) => {
  const options = [
    { id: 'a', text: 'One' },
    { id: 'b', text: 'Two' },
  ]
  const row = { id, version: 1, title: id, type: 'multiple' as const, options, ...more }
  return shownQuestion(row)
}

it('figures choose wherever the page has the keyboard, but not where a text is typed', () => {
  const onAnswer = vi.fn()
  stage(
    <Page title="Sheet">
      <input aria-label="Search" />
      <QuestionView question={asked('q')} answer={null} onAnswer={onAnswer} />
    </Page>,
    {},
  )
  fireEvent.keyDown(screen.getByRole('heading', { name: 'Sheet' }), { key: '2' })
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ type: 'multiple', chosen: ['b'] })
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Search' }), { key: '1' })
  fireEvent.keyDown(screen.getByRole('heading', { name: 'Sheet' }), { key: '1', ctrlKey: true })
  fireEvent.keyDown(screen.getByRole('heading', { name: 'Sheet' }), { key: '3' })
  expect(onAnswer).toHaveBeenCalledOnce()
})

it('options are called by letters, as on paper, and the letters choose them', () => {
  const onAnswer = vi.fn()
  stage(
    <Page title="Sheet">
      <QuestionView question={asked('q')} answer={null} onAnswer={onAnswer} />
    </Page>,
    {},
  )
  expect(screen.getByText('Two').previousElementSibling?.textContent).toBe('B')
  fireEvent.keyDown(screen.getByRole('heading', { name: 'Sheet' }), { key: 'b' })
  fireEvent.keyDown(screen.getByRole('heading', { name: 'Sheet' }), { key: 'c' })
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ type: 'multiple', chosen: ['b'] })
})

it('of several questions on a page figures choose in the one that has the keyboard', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  stage(
    <Page title="Sheet">
      <QuestionView question={asked('first')} answer={null} onAnswer={first} />
      <QuestionView question={asked('second')} answer={null} onAnswer={second} />
    </Page>,
    {},
  )
  fireEvent.keyDown(screen.getByRole('heading', { name: 'Sheet' }), { key: '1' })
  fireEvent.keyDown(screen.getAllByRole('checkbox')[2] as HTMLElement, { key: '1' })
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
})

it('says what an incomplete choice of several earns', () => {
  stage(<QuestionView question={asked('q', { partial: 'share' })} answer={null} onAnswer={vi.fn()} />, {})
  expect(screen.getByText(/Some of them earn their share/)).toBeTruthy()
  cleanup()
  stage(<QuestionView question={asked('q')} answer={null} onAnswer={vi.fn()} />, {})
  expect(screen.getByText(/Only the exact choice earns points/)).toBeTruthy()
})

it('says nothing of files where none are ever handed in', () => {
  const upload = { wanted: true, files: 2, ends: ['.txt'] }
  const question = { ...asked('q', { type: 'operation' }), upload } as ReturnType<typeof asked>
  stage(<QuestionView question={question} answer={null} onAnswer={vi.fn()} />, {})
  expect(screen.getByText(/Files to hand in: 2 at most/)).toBeTruthy()
  cleanup()
  stage(<QuestionView question={question} takesFiles={false} answer={null} onAnswer={vi.fn()} />, {})
  expect(screen.queryByText(/Files to hand in/)).toBeNull()
})

it('an answer that is withheld has no place that looks empty', () => {
  stage(<QuestionView question={asked('q')} answer={null} withheld disabled onAnswer={vi.fn()} />, {})
  expect(screen.getByRole('heading', { name: 'q' })).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
