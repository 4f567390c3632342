import { describe, expect, it } from 'vitest'
import type { OwnLabReport } from '../../../../../contract/course/report.schema.ts'
import { nextHint, type ShownStep, stepAt, withLines, remainingWorth } from './lab.logic.ts'
import * as logic from './report.logic.ts'

const step = (more: Partial<ShownStep> = {}): ShownStep => ({
  id: 'a',
  title: 'A',
  title_other: '',
  text: '',
  text_other: '',
  check: 'flag',
  points: 10,
  passed_at: null,
  hints: [],
  ...more,
})

describe('a step', () => {
  const told = { cost: 4, text: 'Look there', text_other: '' }
  const kept = { cost: 9, text: null, text_other: null }
  it('is worth what is left of it after hints, and offers the next in order', () => {
    expect([remainingWorth(step({ hints: [told, kept] })), nextHint(step({ hints: [told, kept] }))]).toEqual([6, 1])
    expect([remainingWorth(step({ hints: [told, told, told] })), nextHint(step({ hints: [told] }))]).toEqual([
      0,
      undefined,
    ])
  })
  it('that is not done is where somebody is', () => {
    expect(stepAt([step({ passed_at: 'then' }), step({ id: 'b' })])).toBe('b')
  })
})

it('lines of a terminal stand in a fence that nothing in them closes', () => {
  const text = withLines('Before\n\n', '$ cat x.md\n```\ncode\n```', 'web')
  expect(text).toBe('Before\n\n**web**\n\n````\n$ cat x.md\n```\ncode\n```\n````\n')
})

describe('a report while it is written', () => {
  const own = (more: Partial<OwnLabReport> = {}): OwnLabReport => ({
    status: 'draft',
    text: 'first',
    version: 1,
    updated_at: null,
    evidence: [],
    documents: [],
    events: [],
    mark: null,
    scenes: [],
    can: ['write', 'submit'],
    ...more,
  })
  const typed = logic.typedReport(logic.beginReport(own()), 'first and more')

  it('owes what is typed until the server has it, and what is typed meanwhile after that', () => {
    expect(logic.isReportOwed(typed)).toBe(true)
    const saving = logic.typedReport(logic.savingReport(typed), 'first and more still')
    const took = logic.tookReport(
      { ...saving, own: { ...own(), text: 'first and more' } },
      own({ text: 'first and more', version: 2 }),
    )
    expect([took.text, took.phase.at, logic.isReportOwed(took)]).toEqual(['first and more still', 'typing', true])
  })

  it('stands against what was written elsewhere until one of the two is chosen', () => {
    const stale = logic.overtakenReport(typed, own({ text: 'theirs', version: 5 }))
    expect(logic.isReportOwed(logic.typedReport(stale, 'x'))).toBe(false)
    const mine = logic.resolvedReport(stale, 'mine')
    expect([mine.text, mine.own.version, logic.isReportOwed(mine)]).toEqual(['first and more', 5, true])
    expect(logic.resolvedReport(stale, 'theirs')).toMatchObject({ text: 'theirs', phase: { at: 'saved' } })
  })

  it('goes on where only its evidence changed', () => {
    const d = logic.overtakenReport(typed, own({ version: 2 }))
    expect([d.text, d.own.version, logic.isReportOwed(d)]).toEqual(['first and more', 2, true])
  })
})
