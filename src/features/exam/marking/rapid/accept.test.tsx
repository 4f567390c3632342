/** Fill-ins that equal the key: one key accepts all of them, and what was accepted can be taken back. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages, tongue } from '../../../../i18n/index.ts'
import { stage, words } from '../../../../kit/resource/testing/stage.tsx'
import { showToasts, type Toast } from '../../../../ui/feedback/toast.ts'
import { RapidMarkingDesk } from './Desk.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['exam', 'marking', 'bank'] as const).map(loadMessages))
})
afterEach(cleanup)

const none = { items: [], left: 0, comments: [], rules: { double: false, threshold: 0, out: false } }
const found = { texts: [{ text: 'DNS / 53', n: 2 }], n: 2 }
const waiting = {
  attempt: 'a1',
  candidate: 'No. 1',
  item: {
    id: 'i1',
    n: 1,
    sheet_n: 1,
    score: 4,
    question: {
      id: 'q',
      version: 1,
      type: 'completion',
      title: 'Names',
      stem: '',
      connection: '',
      attachments: [],
      options: [],
      blanks: [],
    },
    key: { type: 'completion' },
    rubric: [],
    writeup: { text: '', file: null },
    answer: { type: 'completion', blanks: ['DNS', '53'] },
    marks: [],
    past: [],
    points: null,
    scene: null,
    may: 1,
  },
}
const desk = (answers: object) =>
  stage(<RapidMarkingDesk exam="e1" item="i1" open={2} next={undefined} />, {
    'GET /exams/:id/marking/next': { ...none, items: [waiting], left: 2 },
    'GET /exams/:id/marking/mine': none,
    'GET /exams/:id/marking/blanks': { texts: [], n: 0 },
    'GET /exams/:id/marking/matches': found,
    ...answers,
  } as never)

it('Shift+Enter accepts all of them at once, and undo names the sheets', async () => {
  const said: Toast[] = []
  const end = showToasts(tongue(), (toast) => void said.push(toast))
  const { of } = desk({
    'POST /exams/:id/marking/matches': { done: 2, left: 0, sheets: ['a1', 'a2'] },
    'POST /exams/:id/marking/matches/undo': { done: 1, kept: 1 },
  })
  await screen.findByRole('button', { name: /Accept the 2/ })
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', shiftKey: true })
  await waitFor(() => expect(said.map((x) => x.text)).toEqual(['2 answers marked.']))
  expect(of('POST /exams/:id/marking/matches').map((c) => c.args.body)).toEqual([{ item: 'i1', texts: ['DNS / 53'] }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(said[0]?.act?.label).toBe('Undo')
  said[0]?.act?.run()
  await waitFor(() => expect(said[1]?.text).toContain('1 answer stays marked'))
  expect(of('POST /exams/:id/marking/matches/undo').map((c) => c.args.body)).toEqual([
    { item: 'i1', sheets: ['a1', 'a2'] },
  ])
  end()
})
