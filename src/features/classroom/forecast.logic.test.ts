import { expect, it } from 'vitest'
import { peaksByDay } from './forecast.logic.ts'

it('of each day the moment with most machines counts, with what the class has of it then', () => {
  const at = (day: number, scenes: number, own: number) => ({
    at: `2026-12-0${day}T08:00:00Z`,
    scenes,
    instances: 0,
    own,
  })
  const points = [at(1, 5, 5), at(1, 9, 0), at(1, 0, 0), at(2, 3, 1), at(3, 0, 0)]
  expect(peaksByDay(points, (x) => x.slice(0, 10))).toEqual([
    { day: '2026-12-01', scenes: 9, own: 0, others: 9 },
    { day: '2026-12-02', scenes: 3, own: 1, others: 2 },
  ])
})
