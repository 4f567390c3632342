import { expect, it } from 'vitest'
import { type Box, boxesAt } from './boxesAt.ts'

const dice = (seed: number) => () => (seed = (seed * 16807) % 2147483647) / 2147483647

it('finds the box that a look at each of them finds', () => {
  const roll = dice(7)
  const some = Array.from({ length: 400 }, (_, of) => ({
    of,
    box: { x: roll() * 900 - 450, y: roll() * 900 - 450, width: roll() ** 6 * 2000, height: roll() ** 6 * 2000 },
  }))
  const holds = ({ x, y, width, height }: Box, px: number, py: number) =>
    px >= x - 8 && px <= x + width + 8 && py >= y - 8 && py <= y + height + 8
  const at = boxesAt(some, 8)
  let hits = 0
  for (let n = 0; n < 3000; n++) {
    const [x, y] = [roll() * 1200 - 600, roll() * 1200 - 600]
    const first = some.find(({ box }) => holds(box, x, y))?.of
    if (first !== undefined) hits++
    expect(at(x, y)).toBe(first)
  }
  expect(hits).toBeGreaterThan(300)
})

it('looks at few boxes for each point', () => {
  let looks = 0
  const counted = (i: number): { of: number; box: Box } => ({
    of: i,
    box: { x: (i % 100) * 100, y: Math.floor(i / 100) * 100, width: 40, height: 40 },
  })
  const boxes = Array.from({ length: 10_000 }, (_, i) => counted(i))
  const at = boxesAt(boxes, 8)
  // `find` of a square goes through its own boxes alone
  const find = Array.prototype.find
  Array.prototype.find = function <T>(this: T[], test: (value: T, index: number, all: T[]) => unknown) {
    looks += this.length
    return find.call(this, test as never)
  } as never
  try {
    for (const { of, box } of boxes) if (at(box.x + 20, box.y + 20) !== of) throw new Error(`not box ${of}`)
  } finally {
    Array.prototype.find = find
  }
  expect(looks).toBeLessThan(boxes.length * 10)
})
