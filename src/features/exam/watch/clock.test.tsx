import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { rowOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import { ExamClock } from './ExamClock.tsx'

beforeAll(async () => {
  await words()
  await Promise.all([loadMessages('exam'), loadMessages('watch')])
})
afterEach(cleanup)

const at = (hour: number) => new Date(2026, 4, 1, hour, 0).toISOString()
const figures = { not_begun: 0, absent: 0, writing: 2, handed_in: 1, unmarked: 1, objections: 0 }
const show = (duration: number | null) =>
  stage(
    <ExamClock
      exam={rowOf('e1', { status: 'ongoing', end_at: at(21), duration }) as never}
      onClose={() => undefined}
    />,
    { 'GET /exams/:id/turnout': { ...figures, now: at(9) } },
  )

it('counts down to the end where that is the end of all', async () => {
  show(null)
  expect(await screen.findByText('Time left')).toBeTruthy()
  expect(screen.getByText('12:00:00')).toBeTruthy()
  expect(screen.queryByText('The exam ends')).toBeNull()
})

it('says when the exam ends and how long each has where each has a time of his own', async () => {
  show(90)
  expect(await screen.findByText('The exam ends')).toBeTruthy()
  expect(screen.getAllByText('21:00')).not.toHaveLength(0)
  expect(screen.getByText('1 h 30 min each')).toBeTruthy()
  expect(screen.queryByText('Time left')).toBeNull()
})
