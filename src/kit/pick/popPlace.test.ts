import { expect, test } from 'vitest'
import { popupPlacement } from './popPlace.ts'

const field = (top: number) => ({ top, bottom: top + 32, left: 10, width: 300 })

test.each<[string, number, number, object, number?]>([
  ['below while there is room', 100, 800, { top: 136, left: 10, width: 300, maxHeight: 280 }],
  ['below and lower where there is a little less', 500, 740, { top: 536, left: 10, width: 300, maxHeight: 200 }],
  ['above where there is more', 700, 800, { top: 'auto', bottom: 104, left: 10, width: 300, maxHeight: 280 }],
  [
    'above where it would cover the buttons below',
    400,
    800,
    { top: 'auto', bottom: 404, left: 10, width: 300, maxHeight: 280 },
    500,
  ],
  [
    'below and low where there is not much more above',
    150,
    800,
    { top: 186, left: 10, width: 300, maxHeight: 160 },
    350,
  ],
])('a list of choices stands %s', (_, top, height, place, floor = height) => {
  expect(popupPlacement(field(top), height, floor)).toEqual(place)
})
