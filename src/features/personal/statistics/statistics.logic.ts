import type { LearningPeriod } from '../../../contract/record/statistics.routes.ts'

const sum = (of: Readonly<Record<string, number>>): number => Object.values(of).reduce((n, v) => n + v, 0)
/** The sums of all periods together. */
export const periodTotals = (of: readonly LearningPeriod[]) =>
  of.reduce(
    (all, p) => ({
      minutes: all.minutes + sum(p.minutes),
      questions: all.questions + sum(p.questions),
      lessons: all.lessons + p.lessons,
      labs: all.labs + p.labs,
    }),
    { minutes: 0, questions: 0, lessons: 0, labs: 0 },
  )
