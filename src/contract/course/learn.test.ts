/** What a learner has done of a course, and what that opens. */
import { describe, expect, it } from 'vitest'
import {
  attemptsLeft,
  courseProgress,
  isQuizDone,
  lessonLock,
  nextSection,
  resumeSection,
  type SectionRecord,
} from './learn.ts'
import type { Outline, OutlineLesson } from './outline.schema.ts'

const section = (id: string, more: object = {}) =>
  ({
    id,
    title: id,
    title_other: '',
    kind: 'text',
    rule: 'read',
    share: 0.6,
    optional: false,
    minutes: 0,
    revision: 1,
    ...more,
  }) as OutlineLesson['sections'][number]
const lesson = (id: string, sections: OutlineLesson['sections'], more: Partial<OutlineLesson> = {}): OutlineLesson => ({
  id,
  title: id,
  title_other: '',
  theory: 0,
  experiment: 0,
  after: null,
  opens_at: null,
  with_hour: false,
  sections,
  ...more,
})
const outline = (...lessons: OutlineLesson[]): Outline => ({
  chapters: [{ id: 'c', title: 'c', title_other: '', lessons }],
})
const record = (more: Partial<SectionRecord> = {}): SectionRecord => ({ done_at: null, share: null, tries: 0, ...more })
const done = record({ done_at: '2026-11-05T08:00:00Z' })
const now = new Date('2026-11-05T08:00:00Z')

const course = outline(
  lesson('l1', [section('a'), section('b', { optional: true })]),
  lesson('l2', [section('c')], { after: 'l1' }),
  lesson('l3', [section('d')], { opens_at: '2026-11-06T00:00:00Z' }),
)
const [, second, third] = course.chapters[0]?.lessons ?? []

describe('a lesson', () => {
  it('waits for the one before it, whose optional sections do not count', () => {
    expect(lessonLock(course, second!, new Map(), now)).toEqual({ why: 'after', lesson: 'l1' })
    expect(lessonLock(course, second!, new Map([['b', done]]), now)).toEqual({ why: 'after', lesson: 'l1' })
    expect(lessonLock(course, second!, new Map([['a', done]]), now)).toBeUndefined()
  })
  it('waits for its time, to the second', () => {
    expect(lessonLock(course, third!, new Map(), now)).toEqual({ why: 'date', at: '2026-11-06T00:00:00Z' })
    expect(lessonLock(course, third!, new Map(), new Date('2026-11-06T00:00:00Z'))).toBeUndefined()
  })
  it('stays open once it was begun', () => {
    expect(lessonLock(course, second!, new Map([['c', record()]]), now)).toBeUndefined()
  })
  it('waits for nothing that is not there any more', () => {
    const alone = outline(lesson('l2', [section('c')], { after: 'gone' }))
    expect(lessonLock(alone, alone.chapters[0]!.lessons[0]!, new Map(), now)).toBeUndefined()
  })
})

describe('a course', () => {
  it('is complete when all that counts is done; one in which nothing counts never is', () => {
    expect(courseProgress(course, new Map([['a', done]]))).toEqual({
      sections: 3,
      done: 1,
      share: 1 / 3,
      complete: false,
    })
    const all = new Map(['a', 'c', 'd'].map((id) => [id, done]))
    expect(courseProgress(course, all)).toMatchObject({ share: 1, complete: true })
    expect(courseProgress(outline(lesson('l', [section('x', { optional: true })])), new Map())).toMatchObject({
      share: 0,
      complete: false,
    })
  })
  it('goes on with the first that is open and not done', () => {
    const next = (records: [string, SectionRecord][]) => nextSection(course, new Map(records), now)?.section.id
    expect([
      next([]),
      next([['a', done]]),
      next([
        ['a', done],
        ['c', done],
      ]),
    ]).toEqual(['a', 'c', undefined])
  })
  it('goes on where somebody was, as long as that is open and not done', () => {
    const at = (id: string | null, records: [string, SectionRecord][] = []) =>
      resumeSection(course, new Map(records), id, now)?.section.id
    expect([at('b'), at('b', [['b', done]]), at('c'), at('gone'), at(null)]).toEqual(['b', 'a', 'a', 'a', 'a'])
  })
})

it('a quiz counts its tries, and is done by its rule', () => {
  expect([attemptsLeft(null, 9), attemptsLeft(3, 1), attemptsLeft(3, 5)]).toEqual([null, 2, 0])
  expect([
    isQuizDone({ rule: 'answered', share: 1 }, 0, false),
    isQuizDone({ rule: 'score', share: 0.6 }, 0.59, false),
    isQuizDone({ rule: 'score', share: 0.6 }, 0.6, false),
    isQuizDone({ rule: 'read', share: 0 }, 1, false),
  ]).toEqual([true, false, true, false])
})
