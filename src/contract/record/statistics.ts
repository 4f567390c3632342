/** What is counted of somebody's learning, and how. */

/** What minutes are spent on. */
export const timeKinds = ['lesson', 'lab', 'homework', 'practice', 'exam'] as const
export type TimeKind = (typeof timeKinds)[number]
/** Where answered questions were asked. */
export const askedIn = ['quiz', 'homework', 'practice', 'exam'] as const
export type AskedIn = (typeof askedIn)[number]

/** Seconds between two things somebody does that are spent on learning still; more is a pause. */
export const learningPause = 300
/** Minutes a week somebody may aim at. */
export const aimLimits = { min: 10, max: 3000, step: 10, usual: 120 } as const
