import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { ExamBody } from '../../../contract/exam/exam.schema.ts'
import { loadMessages } from '../../../i18n/index.ts'
import { choose, pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { breaksOf } from '../../../kit/form/form.logic.ts'
import { problemsOfIssues, fieldProblemText } from '../../../kit/form/issues.ts'
import ExamForm from './ExamForm.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['exam', 'bank', 'paper'] as const).map(loadMessages))
})
afterEach(cleanup)

it('asks of an exam for practice nothing that practice does not heed', async () => {
  stage(<ExamForm />, { 'GET /papers/options': pageOf([]), 'GET /papers': pageOf([]) })
  expect(await screen.findByText('Candidates then see')).toBeTruthy()
  await choose(await screen.findByRole('combobox', { name: /^Type/ }), /^Practice/)
  expect(screen.queryByText('Candidates then see')).toBeNull()
})

it('says how long the paper takes, how long the exam runs, and what to do, where the one does not fit into the other', () => {
  const [starts_at, ends_at] = ['2026-11-22T12:00:00.000Z', '2026-11-22T12:25:00.000Z']
  const said = (more: object) => {
    const input = { name: 'Finals', paper_id: 'p1', starts_at, ends_at, ...more }
    return problemsOfIssues(ExamBody.safeParse(input).error?.issues ?? [], input).map((p) => [
      p.path,
      fieldProblemText(p, 60),
    ])
  }
  const sentence = '60 minutes do not fit: from start to end the exam runs 25. Move the end, or enter 25 at most.'
  expect(said({ duration: 60 })).toEqual([['duration', sentence]])
  expect(said({ early: 60 })).toEqual([['early', sentence]])
  expect(said({ duration: 25 })).toEqual([])
  // no half minutes are offered where only whole ones are taken
  expect(breaksOf(ExamBody, { name: 'Finals', paper_id: 'p1', starts_at, ends_at, duration: 'long' })).toEqual([
    { path: 'duration', rule: 'whole' },
  ])
})

it('says that the end is over together with what else is wrong, and does not ask the server first', async () => {
  const row = {
    ...ExamBody.parse({
      name: 'Finals',
      paper_id: 'p1',
      starts_at: '2020-01-02T10:00:00Z',
      ends_at: '2020-01-02T11:00:00Z',
    }),
    id: 'e1',
    version: 3,
    can: ['update'],
    paper_name: 'Paper one',
    start_mode: 'go',
    begun: 0,
    ended_at: null,
  }
  const s = stage(
    <ExamForm />,
    { 'GET /papers/options': pageOf([]), 'GET /papers': pageOf([]), 'GET /exams/:id': row },
    { at: '/edit/e1', path: '/edit/:id' },
  )
  fireEvent.change(await screen.findByDisplayValue('Finals'), { target: { value: '' } })
  await choose(screen.getByRole('combobox', { name: /^Begins/ }), /^By the clock/)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/This end is in the past/)).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Required.').length).toBeGreaterThan(0)
  expect(s.of('PUT /exams/:id')).toEqual([])
})

it('begins a copy with what the other has, asks its name and dates anew, and makes nothing before it is saved', async () => {
  const row = {
    id: 'e1',
    version: 3,
    can: ['copy'],
    name: 'Midterm',
    kind: 'formal',
    paper_id: 'p1',
    paper_name: 'Paper one',
    notice: 'Bring a pen',
    starts_at: '2026-11-22T12:00:00.000Z',
    ends_at: '2026-11-22T13:00:00.000Z',
    markers: [],
  }
  const s = stage(
    <ExamForm />,
    { 'GET /papers/options': pageOf([]), 'GET /papers': pageOf([]), 'GET /exams/:id': row },
    { at: '/?copy=e1' },
  )
  expect(await screen.findByDisplayValue('Bring a pen')).toBeTruthy()
  expect(s.of('GET /exams/:id')[0]?.args.params).toEqual({ id: 'e1' })
  expect(screen.queryByDisplayValue('Midterm')).toBeNull()
  expect(screen.getByText('Copy of “Midterm”')).toBeTruthy()
  expect(screen.queryByDisplayValue(/2026/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect((await screen.findAllByText('Required.')).length).toBeGreaterThanOrEqual(3)
  expect([...s.of('POST /exams'), ...s.of('POST /exams/:id/copy')]).toEqual([])
})

it('takes the time of the paper that is chosen, which may be changed afterwards', async () => {
  const paper = { id: 'p1', label: 'Paper one', name: 'Paper one' }
  stage(<ExamForm />, {
    'GET /papers/options': pageOf([paper]),
    'GET /papers': pageOf([paper]),
    'GET /papers/:id': { ...paper, duration: 75 * 60 },
  })
  const minutes = () => screen.getByLabelText<HTMLInputElement>(/^Time for each candidate/)
  await choose(await screen.findByRole('combobox', { name: /^Test paper/ }), /^Paper one/)
  await expect.poll(() => minutes().value).toBe('75')
})
