import { describe, expect, it } from 'vitest'
import {
  beginningData,
  durationOf,
  isPackageDone,
  packageMessageOf,
  packageOutcome,
  packageResult,
  secondsOfDuration,
  secondsOfTimespan,
  timespanOf,
} from './package.ts'
import { PackageCommit, type PackageItem } from './package.schema.ts'

const none = { mastery: null, completion: null }
const item: PackageItem = {
  id: 'a',
  title: 'A',
  depth: 0,
  kind: 'sco',
  href: 'a.html',
  parameters: '',
  data: 'launch',
  mastery: null,
  completion: null,
  max_time: '',
  time_action: '',
}

describe('times of packages', () => {
  it.each([
    ['0001:02:03.5', 3723.5],
    ['00:00:00', 0],
    ['1:2:3', 3723],
    ['99:99', 0],
    ['', 0],
    ['x', 0],
  ])('of 1.2, %s is %d s', (text, s) => expect(secondsOfTimespan(text)).toBe(s))
  it.each([
    ['PT1H2M3.5S', 3723.5],
    ['P1DT1M', 86_460],
    ['P2Y3M', 0],
    ['PT', 0],
    ['', 0],
    ['1H', 0],
  ])('of 2004, %s is %d s', (text, s) => expect(secondsOfDuration(text)).toBe(s))
  it('come back as they were', () => {
    for (const s of [0, 59, 3600, 86_399, 123_456]) {
      expect(secondsOfTimespan(timespanOf(s))).toBe(s)
      expect(secondsOfDuration(durationOf(s))).toBe(s)
    }
  })
})

describe('what a package reports', () => {
  it.each([
    [{}, none, 'none', null],
    [{ 'cmi.core.lesson_status': 'browsed' }, none, 'begun', null],
    [{ 'cmi.core.lesson_status': 'completed' }, none, 'completed', null],
    [
      { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '70' },
      { mastery: 80, completion: null },
      'failed',
      0.7,
    ],
    [
      { 'cmi.core.lesson_status': 'failed', 'cmi.core.score.raw': '80' },
      { mastery: 80, completion: null },
      'passed',
      0.8,
    ],
    // half done, the score says nothing yet
    [
      { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.score.raw': '90' },
      { mastery: 80, completion: null },
      'begun',
      0.9,
    ],
    [
      {
        'cmi.core.lesson_status': 'passed',
        'cmi.core.score.raw': '15',
        'cmi.core.score.min': '10',
        'cmi.core.score.max': '20',
      },
      none,
      'passed',
      0.5,
    ],
    [{ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '900' }, none, 'passed', 1],
    [{ 'cmi.core.lesson_status': 'hacked', 'cmi.core.score.raw': 'NaN' }, none, 'begun', null],
  ] as const)('1.2: %o', (cmi, at, state, score) =>
    expect(packageOutcome('1.2', cmi, at)).toMatchObject({ state, score }),
  )
  it.each([
    [{}, none, 'none', null],
    [{ 'cmi.completion_status': 'incomplete' }, none, 'begun', null],
    [{ 'cmi.completion_status': 'completed' }, none, 'completed', null],
    [{ 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }, none, 'failed', null],
    [{ 'cmi.completion_status': 'incomplete', 'cmi.success_status': 'passed' }, none, 'passed', null],
    [
      { 'cmi.completion_status': 'incomplete', 'cmi.progress_measure': '0.9' },
      { mastery: null, completion: 0.9 },
      'completed',
      null,
    ],
    [
      { 'cmi.completion_status': 'completed', 'cmi.progress_measure': '0.5' },
      { mastery: null, completion: 0.9 },
      'begun',
      null,
    ],
    [{ 'cmi.success_status': 'failed', 'cmi.score.scaled': '0.8' }, { mastery: 0.8, completion: null }, 'passed', 0.8],
    [{ 'cmi.score.scaled': '-1' }, none, 'begun', 0],
  ] as const)('2004: %o', (cmi, at, state, score) =>
    expect(packageOutcome('2004', cmi, at)).toMatchObject({ state, score }),
  )
  it('counts a day of one session at most', () =>
    expect(packageOutcome('1.2', { 'cmi.core.session_time': '9999:00:00' }, none).seconds).toBe(86_400))
})

describe('a package as a whole', () => {
  const items = [
    { id: 'g', kind: 'group' as const },
    { id: 'a', kind: 'sco' as const },
    { id: 'b', kind: 'asset' as const },
  ]
  const of = (a: 'begun' | 'completed' | 'failed' | undefined, score: number | null, b?: 'completed') =>
    packageResult(
      items,
      new Map([
        ...(a ? [['a', { state: a, score }] as const] : []),
        ...(b ? [['b', { state: b, score: null }] as const] : []),
      ]),
    )
  it('is done when all of it is, or by the mean of its scores once nothing is left out', () => {
    const completed = { rule: 'completed', share: 0.6 }
    const score = { rule: 'score', share: 0.6 }
    expect(isPackageDone(completed, of('completed', 0.1, 'completed'))).toBe(true)
    expect(isPackageDone(completed, of('completed', 1))).toBe(false)
    expect(isPackageDone(completed, of('failed', 1, 'completed'))).toBe(false)
    expect(isPackageDone(score, of('begun', 0.7, 'completed'))).toBe(true)
    expect(isPackageDone(score, of('begun', 0.7))).toBe(false)
    expect(isPackageDone(score, of('completed', null, 'completed'))).toBe(false)
    // one number decides and counts: nobody has the whole for its easiest part
    expect(of('completed', 1).share).toBeNull()
    expect(of('begun', 0.7, 'completed').share).toBe(0.7)
    expect(of('completed', null, 'completed').share).toBeNull()
    expect(isPackageDone({ rule: 'ticked', share: 0 }, of('completed', 1, 'completed'))).toBe(false)
  })
})

describe('what a package finds', () => {
  const learner = { id: 'x', name: 'Ada', preview: false }
  it('is what it left, never what the platform says of itself', () => {
    const kept = {
      cmi: {
        'cmi.core.student_id': 'forged',
        'cmi.core.total_time': '9999:00:00.00',
        'cmi.core.session_time': '00:01:00',
        'cmi.core.exit': 'suspend',
        'cmi.student_data.mastery_score': '0',
        'cmi.launch_data': 'forged',
        'cmi.suspend_data': 'mine',
        'cmi.objectives._count': '7',
        'cmi.objectives.0.id': 'o',
      },
      ended: true,
      state: 'begun' as const,
      seconds: 61,
    }
    expect(beginningData('1.2', item, kept, learner)).toEqual({
      'cmi.suspend_data': 'mine',
      'cmi.objectives.0.id': 'o',
      'cmi.core.student_id': 'x',
      'cmi.core.student_name': 'Ada',
      'cmi.core.credit': 'credit',
      'cmi.core.lesson_mode': 'normal',
      'cmi.core.entry': 'resume',
      'cmi.core.total_time': '0000:01:01.00',
      'cmi.launch_data': 'launch',
    })
  })
  it('goes on in 2004 where a tab was closed, and begins anew where it was brought to its end', () => {
    const kept = (state: 'begun' | 'passed', ended: boolean, exit = '') => ({
      cmi: { 'cmi.suspend_data': 'mine', ...(exit ? { 'cmi.exit': exit } : {}) },
      ended,
      state,
      seconds: 0,
    })
    const found = (k: ReturnType<typeof kept>) => {
      const data = beginningData('2004', item, k, learner)
      return [data['cmi.entry'], data['cmi.suspend_data']]
    }
    expect(found(kept('begun', false))).toEqual(['resume', 'mine'])
    expect(found(kept('begun', true))).toEqual(['resume', 'mine'])
    expect(found(kept('passed', true, 'suspend'))).toEqual(['resume', 'mine'])
    expect(found(kept('passed', true))).toEqual(['ab-initio', undefined])
  })
})

describe('what crosses', () => {
  const message = {
    nonce: 'n',
    item: 'a',
    at: 'running',
    saved: true,
    trouble: '',
    state: 'passed',
    score: 0.5,
    done: true,
    completed: false,
  }
  it('is a message as it is written, and nothing else', () => {
    expect(packageMessageOf(message)).toEqual(message)
    for (const other of [
      null,
      'x',
      [],
      {},
      { ...message, more: 1 },
      { ...message, score: 2 },
      { ...message, score: '1' },
      { ...message, at: 'gone' },
      { ...message, state: '<b>' },
      { ...message, done: 'yes' },
      { ...message, trouble: 'x' },
      { ...message, item: 'x'.repeat(300) },
      Object.create(message),
    ])
      expect(packageMessageOf(other)).toBeUndefined()
  })
  it('is a report of elements as texts, within their bounds', () => {
    const report = (cmi: object) => PackageCommit.safeParse({ item: 'a', run: 1, seq: 1, ended: false, cmi }).success
    expect(report({ 'cmi.core.lesson_status': 'passed', 'cmi.suspend_data': 'x'.repeat(64_000) })).toBe(true)
    for (const cmi of [
      { 'cmi.suspend_data': 'x'.repeat(64_001) },
      { 'cmi.location': 'x'.repeat(4097) },
      { 'adl.nav.request': 'x' },
      { 'cmi.__proto__': 1 },
      { 'cmi.a': 1 },
      { 'cmi.a': { b: 'c' } },
      { cmi: 'x' },
    ])
      expect(report(cmi), JSON.stringify(cmi).slice(0, 60)).toBe(false)
  })
})
