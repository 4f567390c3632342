import { expect, it } from 'vitest'
import { ExamBody } from '../exam/exam.schema.ts'
import { ImageBody } from '../image/image.schema.ts'
import { TheoryBody } from '../bank/question.schema.ts'

const breaks = (r: {
  success: boolean
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined
}) => (r.error?.issues ?? []).map((i) => String(i.path[0])).sort()

it('rules over several fields are told beside those of single ones, so that a form says all at once', () => {
  const question = { type: 'single', title: '', stem: 'Which?', set_id: '', options: [{ id: 'a', text: 'One' }] }
  expect(breaks(TheoryBody.safeParse(question))).toEqual(['options', 'set_id', 'title'])
  const exam = {
    name: '',
    paper_id: 'p',
    starts_at: '2026-01-02T00:00:00.000Z',
    ends_at: '2026-01-01T00:00:00.000Z',
  }
  expect(breaks(ExamBody.safeParse(exam))).toEqual(['ends_at', 'name'])
})

it('a field that cannot be read keeps no rule silent that reads others', () => {
  const exam = {
    name: 'Finals',
    paper_id: 'p',
    starts_at: '2026-01-02T00:00:00.000Z',
    ends_at: '2026-01-01T00:00:00.000Z',
  }
  const body = { ...exam, duration: 'long', grade_a: null, grade_b: 0.5, grade_c: 0.6 }
  expect(breaks(ExamBody.safeParse(body))).toEqual(['duration', 'ends_at', 'grade_a', 'grade_c'])
  expect(breaks(ExamBody.safeParse({ ...exam, ends_at: 'soon', duration: 5 }))).toEqual(['ends_at'])
  const image = { name: 'Not a name!', type: 'container', format: null, desktop: true }
  expect(breaks(ImageBody.safeParse(image))).toEqual(expect.arrayContaining(['desktop', 'format', 'name']))
})

it('rules wait while a field they read is of another kind', () => {
  expect(breaks(TheoryBody.safeParse({ type: 'single', title: 'T', set_id: 's', options: 'none' }))).toEqual([
    'options',
  ])
  expect(breaks(TheoryBody.safeParse({ type: 'riddle', title: 'T', set_id: 's' }))).toEqual(['type'])
  expect(breaks(TheoryBody.safeParse(null))).toEqual(['undefined'])
})

it('an exam shows no results while it is written, and asks for no times that are longer than itself', () => {
  const at = (hour: number) => `2026-01-02T0${hour}:00:00.000Z`
  const exam = { name: 'Finals', paper_id: 'p', starts_at: at(1), ends_at: at(2) }
  const of = (more: object) => breaks(ExamBody.safeParse({ ...exam, ...more }))
  expect(of({ results_at: '2026-01-02T01:59:00.000Z' })).toEqual(['results_at'])
  expect(of({ results_at: at(2) })).toEqual([])
  // practice shows what came of it by itself, and its form does not ask
  expect(of({ kind: 'practice', results_at: at(1) })).toEqual([])
  expect([of({ late: 61 }), of({ late: 60 }), of({ early: 61 })]).toEqual([['late'], [], ['early']])
  expect([of({ duration: 30, early: 31 }), of({ duration: 30, early: 30 })]).toEqual([['early'], []])
})
