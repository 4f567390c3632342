import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ExamGuide } from '../../contract/exam/attempt.schema.ts'
import { loadMessages } from '../../i18n/index.ts'
import { rowOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import { BeginPanel } from './BeginPanel.tsx'
import ExamGuidePage from './ExamGuide.tsx'
import { attemptsOf, mayOf } from '../../parts/exam/may.ts'
import { CandidatesDialog } from './manage/CandidatesDialog.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('exam')
})
afterEach(cleanup)

const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 9, minutes)).toISOString()
const begin = (duration: number | null, left: number) =>
  render(
    <BeginPanel
      of={{ declaration: '', attempts: 1, mine: [], now: at(0), ends_at: at(left), duration } as unknown as ExamGuide}
      onBegin={() => undefined}
    />,
  )

it('whoever begins late is told the time that is left, and why it is less', () => {
  begin(8, 60)
  expect(screen.getByText(/You then have 8 min, but no longer/)).toBeTruthy()
  cleanup()
  begin(8, 3)
  expect(screen.getByText(/You then have 3 min, not 8 min: the exam ends 2026-05-01 /)).toBeTruthy()
  cleanup()
  begin(null, 3)
  expect(screen.getByText(/until the exam ends/)).toBeTruthy()
})

it('asks once more before the last attempt is used up, and only then', () => {
  const onBegin = vi.fn()
  const of = { mine: [], now: at(0), ends_at: at(60), duration: 8 }
  const show = (more: object) => {
    cleanup()
    render(<BeginPanel of={{ ...of, ...more } as unknown as ExamGuide} onBegin={onBegin} />)
    fireEvent.click(screen.getByRole('button', { name: 'Begin now' }))
  }
  show({ attempts: 2, declaration: '' })
  expect(onBegin).toHaveBeenCalledTimes(1)
  show({ attempts: 1, declaration: 'I work alone' })
  expect(screen.getByRole('alert').textContent).toBe('Accept the declaration before you begin.')
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Begin now' }))
  expect(onBegin).toHaveBeenCalledTimes(1)
  const asked = within(screen.getByRole('dialog', { name: 'Begin the exam now?' }))
  expect(asked.getByText(/You have one attempt left.* You then have 8 min/)).toBeTruthy()
  expect(asked.getByText('You have accepted the declaration.')).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: 'Begin the attempt' }))
  expect(onBegin).toHaveBeenCalledTimes(2)
})

it('the dialogue that chooses who sits an exam speaks of its candidates', async () => {
  const audience = { all: true, orgs: [], roles: [], teams: [], users: [], version: 1 }
  stage(<CandidatesDialog row={rowOf('e1', { name: 'Finals' }) as never} onClose={() => undefined} />, {
    'GET /exams/:id/audience': audience,
  })
  expect(await screen.findByRole('dialog', { name: 'Candidates of “Finals”' })).toBeTruthy()
})

it('says of an exam that is over whether the viewer took it', () => {
  expect(mayOf({ may: 'over', mine: [] })).toBe('It is over. You did not take it.')
  expect(mayOf({ may: 'over', mine: [{ id: 'a1' }] as never })).toBe('It is over.')
  expect(mayOf({ may: 'absent', mine: [] })).toBe('It is over, and you did not sit it: you count as absent.')
})

it('says which of several attempts counts, how many are handed in and how many are left, and nothing of a single one', () => {
  const done = { handed_at: at(1) } as never
  const of: Parameters<typeof attemptsOf>[0] = { attempts: 2, attempt_rule: 'highest', mine: [] }
  expect(attemptsOf(of)).toBe('2 attempts, the highest counts')
  expect(attemptsOf({ ...of, mine: [done] })).toBe('2 attempts, the highest counts; attempt 1 handed in, 1 left')
  expect(attemptsOf({ ...of, attempt_rule: 'average', mine: [done, done] })).toBe(
    '2 attempts, their average counts; 2 handed in, none left',
  )
  expect(attemptsOf({ ...of, attempt_rule: 'last', mine: [done, { handed_at: null } as never], attempts: 3 })).toBe(
    '3 attempts, the last counts; attempt 1 handed in, 1 left',
  )
  expect(attemptsOf({ ...of, attempts: 1, mine: [done] })).toBeUndefined()
})

it('tells what came of an attempt above the way into the next one', async () => {
  const guide = {
    id: 'e1',
    name: 'Finals',
    kind: 'exam',
    status: 'ongoing',
    may: 'begin',
    review: 'nothing',
    attempts: 2,
    attempt_rule: 'highest',
    grade_a: 0.9,
    grade_b: 0.75,
    grade_c: 0.6,
    items: 3,
    score: 48,
    duration: null,
    starts_at: at(0),
    ends_at: at(60),
    now: at(5),
    begin_until: null,
    late: null,
    early: 0,
    extra: 0,
    start_mode: 'clock',
    navigation: 'free',
    messages: [],
    sections: [],
    notice: '',
    declaration: '',
    result: null,
    mine: [
      {
        id: 'a1',
        n: 1,
        status: 'submitted',
        handed_at: at(4),
        handed_by: 'candidate',
        handed_by_name: '',
        points: null,
      },
    ],
  }
  stage(<ExamGuidePage />, { 'GET /my-exams/:id': guide })
  const begins = await screen.findByRole('button', { name: 'Begin now' })
  const result = screen.getByText('Points come with the results')
  // by which rule, and for how much there is which grade, stands there before anything is begun
  expect(screen.getByText('2 attempts, the highest counts; attempt 1 handed in, 1 left')).toBeTruthy()
  expect(screen.getByText('A from 90%, B from 75%, C from 60%, else D')).toBeTruthy()
  expect(result.compareDocumentPosition(begins) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
