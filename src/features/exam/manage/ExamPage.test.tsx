/** Whoever may only read exams comes from their list to the page of one, which changes nothing. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import ExamManage from './ExamManage.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('exam')
})
afterEach(cleanup)

const exam = (id: string, can: string[]) => ({
  id,
  version: 1,
  name: `Exam ${id}`,
  kind: 'exam',
  status: 'not-started',
  paper_id: 'p1',
  paper_name: 'Networks',
  starts_at: '2026-11-05T08:00:00.000Z',
  ends_at: '2026-11-05T10:00:00.000Z',
  end_at: null,
  start_mode: 'clock',
  duration: 90,
  late: null,
  early: 0,
  attempts: 1,
  navigation: 'free',
  grade_a: 0.9,
  grade_b: 0.75,
  grade_c: 0.6,
  begun: 0,
  handed_in: 0,
  to_be_scored: 0,
  for_me: 0,
  notice: 'Bring a pen',
  declaration: '',
  can,
})
const check = { what: 'paper_has_items', ok: true, grave: true, params: { n: 3 }, names: [] }
const answers = {
  'GET /exams': pageOf([exam('mine', ['update']), exam('read', [])]),
  'GET /exams/:id': exam('read', ['follow']),
  'GET /exams/:id/checklist': { candidates: 1, items: [check] },
}
const linkTo = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

it('leads from the list to the form of what is changed and to the page of what is read', async () => {
  stage(<ExamManage />, answers)
  expect(await linkTo('Exam mine')).toMatch(/exams\/edit\/mine$/)
  expect(await linkTo('Exam read')).toMatch(/\?exam=read$/)
})

it('shows the plan and what is missing, and offers nothing that is not the reader’s', async () => {
  stage(<ExamManage />, answers, { at: '/?exam=read', grants: ['exam-manage:read'] })
  expect(await screen.findByRole('heading', { name: 'Exam read' })).toBeTruthy()
  expect(screen.getByText('Bring a pen')).toBeTruthy()
  expect(await screen.findByText('The paper has 3 questions')).toBeTruthy()
  for (const name of [/Edit/, /Copy/, /Remove/, /Candidates/]) expect(screen.queryByRole('button', { name })).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'All exams' }))
  await waitFor(() => expect(screen.queryByText('Bring a pen')).toBeNull())
})
