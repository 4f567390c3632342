import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { ReadingBanner } from './ReadingBanner.tsx'

beforeAll(async () => {
  await words()
  await Promise.all([loadMessages('shell'), loadMessages('screen')])
})
afterEach(cleanup)

const show = (grants: string[]) => stage(<ReadingBanner screen="exam-manage" />, {}, { grants })

it('says of a page for reading that nothing is changed here, and of one with work below it which work that is', () => {
  show(['exam-manage:read'])
  expect(screen.getByRole('status').textContent).toMatch(/not change its entries/)
  cleanup()
  show(['exam-manage:read', 'exam-scoring', 'exam-score-person', 'exam-rapid-marking'])
  const said = screen.getByRole('status').textContent
  expect(said).not.toMatch(/cannot be changed/)
  expect(said).toBe(
    'Your role can do this here: Exam scoring, Score one candidate, and Rapid marking. The entries themselves are read-only.',
  )
  cleanup()
  show(['exam-manage'])
  expect(screen.queryByRole('status')).toBeNull()
})
