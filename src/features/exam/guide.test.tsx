import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { ExamGuide } from '../../contract/exam/attempt.schema.ts'
import { loadMessages } from '../../i18n/index.ts'
import { rowOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import { BeginPanel } from './BeginPanel.tsx'
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
  expect(screen.getByText(/From then on you have 8 min, never longer/)).toBeTruthy()
  cleanup()
  begin(8, 3)
  expect(screen.getByText(/From then on you have 3 min, not 8 min: the exam ends 2026-05-01 /)).toBeTruthy()
  cleanup()
  begin(null, 3)
  expect(screen.getByText(/until the exam ends/)).toBeTruthy()
})

it('the dialogue that chooses who sits an exam speaks of its candidates', async () => {
  const audience = { all: true, orgs: [], roles: [], teams: [], users: [], version: 1 }
  stage(<CandidatesDialog row={rowOf('e1', { name: 'Finals' }) as never} onClose={() => undefined} />, {
    'GET /exams/:id/audience': audience,
  })
  expect(await screen.findByRole('dialog', { name: 'Candidates of “Finals”' })).toBeTruthy()
})
