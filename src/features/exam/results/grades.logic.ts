/** What would be if the boundaries of grades stood elsewhere: how many of each, and who moves. */
import { type Boundaries, type Grade, gradeOf, grades } from '../../../contract/exam/score.ts'

export interface GradedCandidate {
  user_id: string
  name: string
  org_name: string
  points: number
  grade: Grade
}
export interface Mover {
  person: GradedCandidate
  from: Grade
  to: Grade
}
export interface WhatIf {
  before: Record<Grade, number>
  after: Record<Grade, number>
  /** By points, the best first. */
  movers: Mover[]
}
const none = (): Record<Grade, number> => ({ A: 0, B: 0, C: 0, D: 0 })

/** @param score most points of the exam */
export function whatIf(people: readonly GradedCandidate[], score: number, draft: Boundaries): WhatIf {
  const [before, after] = [none(), none()]
  const movers: Mover[] = []
  for (const person of people) {
    const to = gradeOf(score > 0 ? person.points / score : 0, draft)
    before[person.grade]++
    after[to]++
    if (to !== person.grade) movers.push({ person, from: person.grade, to })
  }
  return { before, after, movers: movers.sort((a, b) => b.person.points - a.person.points) }
}

/** A boundary is moved: those beside it give way, so that A stays above B and B above C by a hundredth at least. */
export function movedBoundary(b: Boundaries, grade: keyof Boundaries, to: number): Boundaries {
  const step = 0.01
  const least = { A: 2 * step, B: step, C: 0 }[grade]
  const most = { A: 1, B: 1 - step, C: 1 - 2 * step }[grade]
  const at = Math.round(Math.min(most, Math.max(least, to)) * 1000) / 1000
  const tidy = (x: number) => Math.round(x * 1000) / 1000
  if (grade === 'A') {
    const B = tidy(Math.min(b.B, at - step))
    return { A: at, B, C: tidy(Math.min(b.C, B - step)) }
  }
  if (grade === 'B') return { A: tidy(Math.max(b.A, at + step)), B: at, C: tidy(Math.min(b.C, at - step)) }
  const B = tidy(Math.max(b.B, at + step))
  return { A: tidy(Math.max(b.A, B + step)), B, C: at }
}

export const sameBoundaries = (x: Boundaries, y: Boundaries): boolean => x.A === y.A && x.B === y.B && x.C === y.C

/** Better is above worse. */
export const better = ({ from, to }: Pick<Mover, 'from' | 'to'>): boolean => grades.indexOf(to) < grades.indexOf(from)
