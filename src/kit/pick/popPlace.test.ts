import { expect, test } from 'vitest'
import { placed } from './popPlace.ts'

const field = (top: number) => ({ top, bottom: top + 32, left: 10, width: 300 })

test.each([
  ['below while there is room', 100, 800, { top: 136, left: 10, width: 300, maxHeight: 280 }],
  ['below and lower where there is a little less', 500, 740, { top: 536, left: 10, width: 300, maxHeight: 200 }],
  ['above where there is more', 700, 800, { bottom: 104, left: 10, width: 300, maxHeight: 280 }],
])('a list of choices stands %s', (_, top, height, place) => {
  expect(placed(field(top), height)).toEqual(place)
})
