import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { pageOf, rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { points } from '../results/figure.ts'
import ExamScoring from './ExamScoring.tsx'
import { SheetAnswer } from './SheetAnswer.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['exam', 'marking', 'bank', 'scene', 'result'] as const).map(loadMessages))
})
afterEach(cleanup)

const exam = (can: readonly string[]) =>
  rowOf('e1', { name: 'Finals', status: 'ended', score: 10, paper_name: 'P', handed_in: 1, published_at: null, can })
const result = { attempt: 'a1', user_id: 'u9', name: 'Ada', username: 'ada', org_name: '', rank: 1, points: 4 }
const objection = {
  attempt: 'a1',
  item: 'i0',
  question: 'Why?',
  candidate: 'Ada',
  text: 'It is.',
  at: '2024-01-01T00:00:00Z',
}
const answers = (can: readonly string[], answered_by: readonly string[]) => ({
  'GET /exams/:id': exam(can),
  'GET /exams/:id/marking': {
    attempts: 1,
    scored: 1,
    items: [],
    markers: [],
    pairs: { n: 0, difference: null, third: 0, waiting: 0 },
    objections: { open: 1, all: 1 },
    undecided: { sheets: 0, deciders: [] },
  },
  'GET /exams/:id/results': {
    ...pageOf([{ ...result, share: 0.4, grade: 'D', attempts: 1 }]),
    score: 10,
    unmarked: 0,
    absent: 0,
  },
  'GET /exams/:id/objections': {
    ...pageOf([{ ...objection, reply: null, author: null, replied_by: null, may: false, points: 4, score: 10 }]),
    answered_by,
  },
})
const at = (tab: string) => ({ at: `/exam/scoring/e1${tab}`, path: '/exam/scoring/:examId' })
const tabs = () => within(screen.getByRole('navigation', { name: 'Parts of marking' })).getAllByRole('link')

it('whoever keeps an exam that others mark finds results first, without links to sheets', async () => {
  const { of } = stage(<ExamScoring />, answers(['keys'], ['Alan']), at(''))
  expect(await screen.findByText('Ada')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Ada' })).toBeNull()
  expect(tabs().map((tab) => tab.textContent)).toEqual(['Results', 'Questions and keys', 'Objections'])
  expect(of('GET /exams/:id/marking')).toEqual([])
})

it('whoever marks and does not keep the exam has no tab of its keys', async () => {
  stage(<ExamScoring />, answers(['mark'], []), at('?tab=objections'))
  await screen.findByRole('link', { name: 'Ada' })
  expect(tabs().map((tab) => tab.textContent?.replace(/\d+$/, ''))).toEqual([
    'Progress',
    'Sheets',
    'Results',
    'Objections',
  ])
})

it('objections show the question, the answer and the key beside them to who decides', async () => {
  const listed = answers(['mark'], [])
  const items = [{ ...objection, reply: null, author: null, replied_by: null, may: true, points: 4, score: 10 }]
  const found = stage(
    <ExamScoring />,
    { ...listed, 'GET /exams/:id/objections': { ...pageOf(items), answered_by: [] } },
    at('?tab=objections'),
  )
  await screen.findByRole('link', { name: 'Ada' })
  await waitFor(() => expect(found.of('GET /exam-sheets/:id')).toHaveLength(1))
  cleanup()
  const read = stage(<ExamScoring />, listed, at('?tab=objections'))
  await screen.findByRole('link', { name: 'Ada' })
  expect(read.of('GET /exam-sheets/:id')).toEqual([])
})

it('objections say who answers them to whoever keeps the exam', async () => {
  stage(<ExamScoring />, answers(['keys'], ['Alan']), at('?tab=objections'))
  expect(await screen.findByText('The markers of this exam answer: Alan.')).toBeTruthy()
  cleanup()
  stage(<ExamScoring />, answers(['keys', 'mark'], []), at('?tab=objections'))
  expect(await screen.findByText('You gave these points, so another marker answers.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ada' })).toBeTruthy()
})

it('whoever may read alone is offered no marking', async () => {
  const question = {
    id: 'i1',
    n: 1,
    variant: 'v',
    title: 'Why?',
    type: 'short',
    score: 5,
    answers: 1,
    done: 0,
    mine: 0,
    mean: null,
  }
  const open = { ...answers([], [])['GET /exams/:id/marking'], attempts: 1, scored: 0, items: [question] }
  const marking = () => screen.queryAllByRole('link').filter((l) => l.getAttribute('href')?.includes('rapid-marking'))
  stage(<ExamScoring />, { ...answers(['mark'], []), 'GET /exams/:id/marking': open }, at(''))
  expect(await screen.findByText(/Why\?/)).toBeTruthy()
  expect(marking()).toEqual([])
  cleanup()
  stage(<ExamScoring />, { ...answers(['mark', 'give'], []), 'GET /exams/:id/marking': open }, at(''))
  expect(await screen.findByText(/Why\?/)).toBeTruthy()
  expect(marking()).toHaveLength(2)
})

it('results are exported where they are read', async () => {
  stage(<ExamScoring />, answers(['keys'], []), at(''))
  expect(await screen.findByRole('button', { name: 'Export results' })).toBeTruthy()
})

it('whoever answers an objection has all lines of the rubric with their points, those that were not given too', async () => {
  const mark = { round: 1, points: 2, rule: 'marker', marker_name: 'Alan', comment: '', lines: [1], at: objection.at }
  const item = {
    id: 'i0',
    n: 1,
    score: 10,
    question: { type: 'short', title: 'Why?', stem: '', attachments: [], options: [] },
    key: {},
    rubric: [
      { text: 'Names the port', points: 8 },
      { text: 'Says why', points: 2 },
    ],
    writeup: { text: '', file: null },
    answer: { type: 'short', text: 'so' },
    marks: [{ ...mark, version: 1, revision: 0 }],
    past: [],
  }
  const rules = { double: false, threshold: 0.1, out: true }
  stage(<SheetAnswer sheet="a1" item="i0" />, {
    'GET /exam-sheets/:id': { rules, sections: [{ id: 's', title: '', items: [item] }] },
  })
  const rubric = (await screen.findByText('Rubric')).closest('details')
  const lines = within(rubric as HTMLElement).getAllByRole('listitem')
  expect(lines.map((l) => l.textContent)).toEqual(['Names the port 8', 'Says why 2'])
})

it('figures of points round as points do: half a hundredth up, whatever binary fractions take away', () => {
  expect(points(9.915)).toBe('9.92')
})

it.each([
  ['while sheets are not marked', { to_be_scored: 1 }, /once all who began have handed in/],
  ['where others publish', { to_be_scored: 0, owner_name: 'Grace' }, /Grace and those they share/],
])('whoever marks without publishing is told why %s', async (_when, more, why) => {
  const of = answers(['mark'], [])
  stage(
    <ExamScoring />,
    { ...of, 'GET /exams/:id': { ...exam(['mark']), results_at: null, begun: 1, ...more } },
    at(''),
  )
  const button = await screen.findByRole('button', { name: 'Publish results' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.title).toMatch(why)
})
