/** Flag practice in plain words. */
export const flagScreensOfLearners = [
  'practice-capture-flag',
  'capture-flag-list',
  'practice-capture-flag-exercise',
  'capture-flag-record',
] as const

/** How a challenge stands for one learner. */
export const challengeStates = ['not-submitted', 'submitted-wrong', 'solved'] as const
export type ChallengeState = (typeof challengeStates)[number]
export const stateOfChallenge = (solved: boolean, tries: number): ChallengeState =>
  solved ? 'solved' : tries > 0 ? 'submitted-wrong' : 'not-submitted'
/** What a list is narrowed to. Unsolved are those never tried and those tried in vain, as of theory questions. */
export const challengeFilters = ['unsolved', ...challengeStates] as const
export type ChallengeFilter = (typeof challengeFilters)[number]

export const challengeOrders = ['difficulty', '-score', 'score', '-solves', 'title', '-created_at'] as const
export type ChallengeOrder = (typeof challengeOrders)[number]

/** Longest answer that is looked at. */
export const longestFlag = 512

const dayMs = 86_400_000
/**
 * Days in a row with something answered, up to today or, while today is young, to yesterday.
 * @param days `YYYY-MM-DD` by one clock, in any order
 */
export function streakOf(days: Iterable<string>, today: string): number {
  const had = new Set(days)
  let at = Date.parse(`${today}T00:00:00Z`)
  const text = () => new Date(at).toISOString().slice(0, 10)
  if (!had.has(text())) at -= dayMs
  let n = 0
  for (; had.has(text()); at -= dayMs) n++
  return n
}

/** A wrong answer as its writer finds it again: how it began, how it ended, and no more. */
export function masked(text: string): string {
  const all = [...text.trim()]
  if (all.length <= 4) return '•'.repeat(all.length)
  return `${all.slice(0, 2).join('')}${'•'.repeat(Math.min(8, all.length - 3))}${all.at(-1) ?? ''}`
}
