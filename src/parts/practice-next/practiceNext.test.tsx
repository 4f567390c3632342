import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { stage, words } from '../../kit/resource/testing/stage.tsx'
import { GoOn } from './PracticeNext.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('practice')
})
afterEach(cleanup)

it('a round that goes on says what its bar counts', () => {
  const run = { id: 'r', mode: 'mistakes', set: null, question: { id: 'q', title: 'DNS' }, done: 12, all: 28, at: '' }
  stage(<GoOn of={{ run, paper: null } as never} />, {})
  expect(screen.getByText('12 of 28 questions answered')).toBeTruthy()
  expect(document.body.textContent).not.toContain('%')
})
