/** A reload finds the verdict of the answer handed in last, and a walk says it is through only when it is. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { JudgedTry } from '../../../contract/practice/theory.schema.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { ExerciseDesk } from './ExerciseDesk.tsx'
import { RunSheet } from './RunSheet.tsx'
import type { Walk } from './walk.ts'

vi.mock('../../../parts/question-tools/QuestionTools.tsx', () => ({ QuestionToolbar: () => null }))
beforeAll(async () => {
  await words()
  await Promise.all((['practice', 'exam', 'bank'] as const).map(loadMessages))
})
afterEach(cleanup)

const question = {
  id: 'q1',
  version: 1,
  type: 'true-false',
  title: 'Water is wet',
  stem: '',
  score: 2,
  difficulty: 'primary',
  options: [],
  blanks: 0,
  keywords: [],
  attachments: [],
  hints: [],
  upload: null,
  report: false,
  scene: false,
  connection: '',
  author: '',
}
const exercise = { question, languages: [], tries: [], draft: null, judged: 'rule', correct_rate: null }
const tried: Partial<JudgedTry> = {
  id: 't1',
  question_id: 'q1',
  answer: { type: 'true-false', truth: false },
  share: 0,
  right: false,
  own: false,
  closed: false,
  key: { truth: true, explanation: '' },
}
const desk = (at: string, more: object = {}, tries: object[] = []) =>
  stage(
    <ExerciseDesk
      exercise={{ ...exercise, tries } as never}
      run={null}
      language="en-US"
      onLanguage={vi.fn()}
      onStale={vi.fn()}
      previous={undefined}
      next={undefined}
    />,
    { 'GET /practice/tries/:id': { ...tried, ...more } },
    { at: `/exercise/q1?run=r1${at}`, path: '/exercise/:exercise_id' },
  )

it('a reload shows the verdict again, and tells what is right no sooner than it is asked for', async () => {
  const { asked } = desk('&try=t1')
  expect(await screen.findByText('Not right')).toBeTruthy()
  expect(screen.queryByText('Right answer:')).toBeNull()
  expect(asked[0]?.args.params).toEqual({ id: 't1' })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Hand in' })).toBeTruthy()
  expect(screen.queryByText('Not right')).toBeNull()
})

it('the try of another question says nothing of this one', async () => {
  desk('&try=t1', { question_id: 'q2' })
  expect(await screen.findByRole('button', { name: 'Hand in' })).toBeTruthy()
})

const walk = (run: object | undefined, ...states: string[]) =>
  ({ run, questions: states.map((state, n) => ({ id: `q${n}`, title: `Q${n}`, state })) }) as unknown as Walk
const sheet = (of: Walk) => stage(<RunSheet walk={of} current="q0" linkOf={(id) => `/${id}`} />, {})

it('questions that were all answered wrongly before are no run that is through', () => {
  sheet(walk(undefined, 'submitted-wrong', 'submitted-wrong'))
  expect(screen.queryByText('Run finished')).toBeNull()
  expect(screen.getByText('2 of 2 answered so far')).toBeTruthy()
})

it('right answers of before are not told while what is right is not, wrong ones only to whoever asks', async () => {
  const before = [
    {
      ...tried,
      id: 't0',
      share: 1,
      right: true,
      answer: { type: 'true-false', truth: true },
      at: '2026-01-02T00:00:00.000Z',
    },
    { ...tried, at: '2026-01-01T00:00:00.000Z' },
  ]
  desk('&try=t1', { key: null }, before)
  const show = await screen.findByRole('button', { name: 'Show 2 earlier tries' })
  expect(screen.queryByText('Earlier tries')).toBeNull()
  fireEvent.click(show)
  const tries = () =>
    within(screen.getByText('Earlier tries').closest('section') ?? document.body).getAllByRole('listitem')
  expect(tries().map((one) => one.textContent)).toEqual([
    expect.stringContaining('Shown with the answer'),
    expect.stringContaining('False'),
  ])
  cleanup()
  desk('&try=t1', {}, before)
  fireEvent.click(await screen.findByRole('button', { name: 'Show the answer' }))
  await screen.findByText('Earlier tries')
  expect(tries()[0]?.textContent).toContain('True')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Show 2 earlier tries' })
  expect(screen.queryByText('Earlier tries')).toBeNull()
})

it('the counts at the end of a round add up', () => {
  const run = { mode: 'mistakes', set: null, mistakes: 4 }
  sheet(walk(run, 'submitted-right', 'submitted-partly', 'submitted-wrong', 'submitted-wrong'))
  const status = screen.getByRole('status').textContent
  expect(status).toContain('1 of 4 right in this run. 1 partly right. 2 wrong.')
  expect(screen.getByRole('list', { name: '3 are not right yet:' })).toBeTruthy()
})

it('what is not right yet at the end of a run is listed, each with the way to it', () => {
  const run = { mode: 'mistakes', set: null, mistakes: 2 }
  sheet(walk(run, 'submitted-wrong', 'submitted-right', 'submitted-partly'))
  const list = screen.getByRole('list', { name: '2 are not right yet:' })
  const links = within(list).getAllByRole('link')
  expect(links.map((l) => [l.textContent, l.getAttribute('href')])).toEqual([
    ['Q0', '/q0'],
    ['Q2', '/q2'],
  ])
  cleanup()
  sheet(walk(run, 'submitted-right'))
  expect(screen.queryByText(/not right yet/)).toBeNull()
})

it('a run is through when each of its questions was answered in it', () => {
  const run = { mode: 'mistakes', set: null, mistakes: 1 }
  sheet(walk(run, 'submitted-wrong', 'not-submitted'))
  expect(screen.queryByText('Run finished')).toBeNull()
  cleanup()
  sheet(walk(run, 'submitted-wrong', 'submitted-right'))
  expect(screen.getByText('Run finished')).toBeTruthy()
  expect(screen.getByText(/One has left your mistakes; one is still there until right 2 times\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Another round' })).toBeTruthy()
  cleanup()
  sheet(walk({ mode: 'all', set: null, mistakes: 0 }, 'submitted-right'))
  expect(screen.queryByRole('button', { name: 'Another round' })).toBeNull()
})

it('a run of which answers wait for their own judgement is not called finished, and each is linked', () => {
  sheet(walk({ mode: 'all', set: null, mistakes: 0 }, 'submitted-right', 'submitted'))
  expect(screen.queryByText('Run finished')).toBeNull()
  const list = screen.getByRole('list', { name: '1 answer still waits for your own judgement:' })
  expect(within(list).getByRole('link', { name: 'Q1' }).getAttribute('href')).toBe('/q1')
})
