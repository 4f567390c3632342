import { describe, expect, it } from 'vitest'
import { displayNameBreaks } from '../rules.ts'
import { isAmbiguous, lookAlikes, skeletonOf, tidyName } from './lookAlike.ts'

const rules = (name: string) => displayNameBreaks(name).map((b) => b.rule)

describe('a display name', () => {
  it.each(['王小明', 'Grace Holloway', 'Иван Петров', 'Νίκος Παπάς', 'José Núñez', '林 Lin', 'Ada-Maria_2', '김민수'])(
    'may be %s',
    (name) => expect(rules(tidyName(name))).toEqual([]),
  )
  it.each([
    ['a word of two alphabets', 'Grасe Holloway', 'name_scripts'],
    ['an invisible letter', 'Grace\u3164Holloway', 'name_characters'],
    ['another invisible letter', 'Grace Holloway\u115f', 'name_characters'],
    ['a zero-width space', 'Grace\u200bHolloway', 'name_characters'],
    ['a turn of the direction', 'Grace\u202eHolloway', 'name_characters'],
    ['a sign that could stand for an account', 'Grace @admin_demo', 'name_characters'],
    ['brackets that could stand for a role', 'Grace (Administrator)', 'name_characters'],
  ])('may not have %s', (_, name, rule) => expect(rules(tidyName(name))).toContain(rule))

  it('is written one way', () => {
    expect(tidyName('  Ｇｒａｃｅ \u00a0 Holloway ')).toBe('Grace Holloway')
  })
})

describe('names that look alike', () => {
  it.each([
    ['Grace Holloway', 'Grace HoIloway'],
    ['Grace Holloway', 'Grace Ho1loway'],
    ['Grace Holloway', 'GraceHolloway'],
    ['Grace Holloway', 'Grace_Holloway'],
    ['Oscar', '0scar'],
    ['Coco', 'Сосо'],
  ])('%s and %s', (a, b) => expect(skeletonOf(a)).toBe(skeletonOf(b)))
  it.each([
    ['Ian Wu', 'Lan Wu'],
    ['王伟', '王玮'],
  ])('are not %s and %s', (a, b) => expect(skeletonOf(a)).not.toBe(skeletonOf(b)))
  it('come of letters that have doubles only', () => {
    expect([isAmbiguous('王小明'), isAmbiguous('Grace Holloway'), isAmbiguous('Grace HoIloway')]).toEqual([
      false,
      false,
      true,
    ])
    expect([...lookAlikes.from]).toHaveLength([...lookAlikes.to].length)
  })
})
