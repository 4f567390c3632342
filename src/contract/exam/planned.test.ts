import { expect, it } from 'vitest'
import { examLimits } from './exam.ts'
import { ExamBody } from './exam.schema.ts'
import { planBreaks } from './planned.ts'

const at = (hours: number) => new Date(Date.parse('2026-11-05T12:00:00.000Z') + hours * 3_600_000).toISOString()
const broken = (more: object) => {
  const read = ExamBody.safeParse({ name: 'An exam', paper_id: 'p', starts_at: at(0), ends_at: at(1), ...more })
  return read.success ? [] : read.error.issues.map((i) => [i.path.join('.'), i.message])
}

it('lets nobody plan a review that is over before there is anything to review', () => {
  expect(broken({ results_at: at(9), review_from: at(-1), review_to: at(0.5) })).toEqual([
    ['review_to', 'after_results'],
  ])
  expect(broken({ results_at: at(9), review_to: at(9) })).toEqual([['review_to', 'after_results']])
  expect(broken({ review_to: at(1) })).toEqual([['review_to', 'after_results']])
  expect(broken({ results_at: at(9), review_to: at(10) })).toEqual([])
  expect(broken({ kind: 'practice', review_to: at(0.5) })).toEqual([])
  expect(broken({ review_from: at(12), review_to: at(11) })).toEqual([['review_to', 'after_review_start']])
})

it('takes an exam that begins at once as long as it says, while its form is filled in, and no longer', () => {
  const plan = { starts_at: at(0), ends_at: at(1), start_mode: 'clock', duration: 60 } as const
  const after = (minutes: number) => planBreaks(plan, undefined, Date.parse(at(0)) + minutes * 60_000)
  for (const minutes of [-10, 0, 0.5, 1, examLimits.at_once]) expect(after(minutes), String(minutes)).toEqual([])
  const late = examLimits.at_once + 1
  expect(after(late)).toEqual([{ path: 'duration', rule: 'within_left', params: { minutes: 60, left: 60 - late } }])
  expect(after(60)).toEqual([{ path: 'ends_at', rule: 'exam_over' }])
})
