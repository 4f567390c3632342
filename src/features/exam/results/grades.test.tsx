/** Boundaries of grades that are not the viewer's to move say so. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { Grades, gradeBoundaries } from './Grades.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('result')
})
afterEach(cleanup)

it.each([true, false])('whoever may move them (%s) or not is told why not', (may) => {
  const standings = { score: 10, people: [], may, version: 1, published: false, a: 0.9, b: 0.75, c: 0.6 } as never
  stage(<Grades id="e1" standings={standings} draft={gradeBoundaries(standings)} onDraft={vi.fn()} />, {})
  expect(screen.getAllByRole<HTMLInputElement>('slider').map((s) => s.disabled)).toEqual([!may, !may, !may])
  expect(screen.queryByText(/^Only those who may change the exam/) === null).toBe(may)
})
