import { expect, it } from 'vitest'
import { currentSection, stepNeighbours, stepsOf } from './walk.logic.ts'

const section = (id: string, done = false, optional = false) => ({ id, done_at: done ? 'then' : null, optional })
const course = {
  chapters: [
    {
      lessons: [
        { id: 'l1', sections: [section('a'), section('b')] },
        { id: 'l2', sections: [] },
      ],
    },
    { lessons: [{ id: 'l3', sections: [section('c')] }] },
  ],
} as never

it('walks from section to section, over lessons and chapters, and past a lesson that has none', () => {
  const near = (lesson: string, at?: string) => {
    const { previous, next } = stepNeighbours(stepsOf(course), lesson, at)
    return [previous, next].map((s) => s && [s.lesson.id, s.section?.id])
  }
  expect(near('l1', 'a')).toEqual([undefined, ['l1', 'b']])
  expect(near('l1', 'b')).toEqual([
    ['l1', 'a'],
    ['l2', undefined],
  ])
  expect(near('l2')).toEqual([
    ['l1', 'b'],
    ['l3', 'c'],
  ])
  expect(near('l3', 'c')).toEqual([['l2', undefined], undefined])
  expect(near('l1', 'gone')).toEqual([undefined, undefined])
})

it('opens what the address names, else where one was, else the first to do, else the first', () => {
  const sections = [section('a', true), section('o', false, true), section('b')]
  const open = (at: string | null, named: string | null) => currentSection({ sections, at }, named)?.id
  expect([open('a', 'o'), open('a', 'gone'), open(null, null), open('gone', null)]).toEqual(['o', 'a', 'b', 'b'])
  expect(currentSection({ sections: [section('a', true)], at: null }, null)?.id).toBe('a')
  expect(currentSection({ sections: [], at: null }, 'a')).toBeUndefined()
})
