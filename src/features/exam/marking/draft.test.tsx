import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { MarkingItem } from '../../../contract/exam/run.schema.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { problem, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { MarkingPane } from '../../../parts/marking/MarkingPane.tsx'
import { SheetItem } from './SheetItem.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['exam', 'marking', 'bank'] as const).map(loadMessages))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const rules = { double: false, threshold: 0.1, out: false }
const item = {
  id: 'i1',
  n: 1,
  score: 5,
  question: {
    id: 'q1',
    version: 1,
    type: 'short',
    title: 'Why TLS?',
    stem: '',
    connection: '',
    attachments: [],
    options: [],
  },
  key: {},
  rubric: [],
  writeup: { text: '', file: null },
  answer: { type: 'short', text: 'because' },
  marks: [],
  past: [],
  points: null,
  scene: null,
  may: 1,
} as unknown as MarkingItem

const points = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Points' })
const remark = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Remark|Comment/ })
const shown = (of: MarkingItem, answers: object = {}) =>
  stage(<SheetItem sheet="a1" item={of} rules={rules} />, answers as never)
const type = () => {
  fireEvent.change(points(), { target: { value: '3.5' } })
  fireEvent.change(remark(), { target: { value: 'Names no attack' } })
}

it('points and a remark typed on the sheet of a candidate outlive a reload and a closed tab, and are called a draft', () => {
  shown(item)
  expect(screen.queryByText(/Kept as a draft/)).toBeNull()
  type()
  expect(screen.getByText(/Kept as a draft/)).toBeTruthy()
  cleanup()
  sessionStorage.clear()
  shown(item)
  expect([points().value, remark().value]).toEqual(['3.5', 'Names no attack'])
  // another answer has none of it
  cleanup()
  shown({ ...item, id: 'i2' })
  expect([points().value, remark().value]).toEqual(['', ''])
})

it('they stay while the server did not take them, and are forgotten once it did', async () => {
  let answer: unknown = problem('busy', { status: 503 })
  const { of } = shown(item, { 'POST /exam-sheets/:id/marks': () => answer })
  type()
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() => expect(of('POST /exam-sheets/:id/marks')).toHaveLength(1))
  cleanup()
  answer = {}
  const again = shown(item, { 'POST /exam-sheets/:id/marks': () => answer })
  expect(points().value).toBe('3.5')
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() => expect(again.of('POST /exam-sheets/:id/marks')).toHaveLength(1))
  await waitFor(() => expect(Object.keys({ ...localStorage }).filter((k) => k.includes('marking:'))).toEqual([]))
})

it('a draft of the desk is there on the sheet, and what only repeats the mark is none', () => {
  const entry = { attempt: 'a1', candidate: '1', item } as never
  const desk = (
    <MarkingPane entry={entry} rules={rules} remarks={[]} busy={false} onConfirm={() => {}} onMove={() => {}} />
  )
  stage(desk, {})
  fireEvent.change(points(), { target: { value: '2' } })
  // the desk asked the server and was not answered
  fireEvent.click(screen.getByRole('button', { name: /Confirm|Give/ }))
  cleanup()
  shown(item)
  expect(points().value).toBe('2')
  cleanup()
  localStorage.clear()
  const mark = {
    mine: true,
    round: 1,
    points: 4,
    lines: [],
    comment: 'Good',
    rule: 'marker',
    marker_name: 'Grace',
  }
  shown({
    ...item,
    marks: [{ ...mark, at: '2026-01-01T00:00:00Z', version: null, revision: null }],
  } as never)
  expect(points().value).toBe('4')
  expect(Object.keys({ ...localStorage }).filter((k) => k.includes('marking:'))).toEqual([])
})
