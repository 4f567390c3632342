import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import Watch from './Watch.tsx'

beforeAll(async () => {
  await words()
  await Promise.all([loadMessages('exam'), loadMessages('watch')])
})
afterEach(cleanup)

const exam = { name: 'Finals', status: 'ongoing', owner_name: 'Grace', began_at: null, end_at: null, handed_in: 0 }
const show = async (more: object) => {
  stage(<Watch id="e1" />, { 'GET /exams/:id': rowOf('e1', { ...exam, ...more }) })
  await screen.findByRole('heading', { name: 'Finals' })
}
const said = () => screen.queryByText(/Only Grace, whose exam it is, .* may invigilate: ask Grace/)

it('who may only look on is told who may invigilate and whom to ask', async () => {
  await show({ can: ['watch'] })
  expect(said()).not.toBeNull()
})

it.each([
  ['who may', { can: ['watch', 'run'] }],
  ['its owner', { can: ['watch', 'share'] }],
  ['whoever comes after the end', { can: ['watch'], status: 'ended' }],
])('%s is told nothing', async (_, more) => {
  await show(more)
  expect(said()).toBeNull()
})

it('who runs an exam and marks it without names has messages, the pause, the clock and figures, and asks for no list', async () => {
  const figures = { not_begun: 2, absent: 0, writing: 3, handed_in: 0, unmarked: 0, objections: 0 }
  const s = stage(<Watch id="e1" />, {
    'GET /exams/:id': rowOf('e1', { ...exam, can: ['run', 'pause', 'update', 'mark'] }),
    'GET /exams/:id/turnout': { ...figures, now: new Date().toISOString() },
  })
  expect(await screen.findByText(/You may mark this exam, and it is marked without names/)).toBeTruthy()
  expect(await screen.findByText('Still writing')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Choose its markers' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Timeline' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Message to all' }))
  expect(await screen.findByRole('dialog', { name: 'Message to all candidates' })).toBeTruthy()
  expect(screen.getByText(/Who is writing sees it at once; all others see it on the page of the exam/)).toBeTruthy()
  expect(s.of('GET /exams/:id/candidates')).toEqual([])
  expect(s.of('GET /exams/:id/events')).toEqual([])
})
