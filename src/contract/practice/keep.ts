/** What a learner keeps of a question and says about it, in plain words. */
import { exerciseScreens, flagScreens, theoryScreens } from '../bank/banks.ts'
import { type Bank } from '../bank/question.ts'
import type { ScreenName } from '../screens/index.ts'

export const reportKinds = ['typo', 'wrong_key', 'broken_file', 'other'] as const
export type ReportKind = (typeof reportKinds)[number]
export const reportStates = ['open', 'fixed', 'declined'] as const

/** Lengths in text width; notes in characters, as other Markdown. */
export const keepLimits = { folder: 60, note: 10_000, report: 1000, reply: 1000 } as const

/** Pages on which a question is before a learner: what he may do there is asked of the question. */
export const toolScreens = ['practice-exercise', 'collected-exercise', 'practice-capture-flag-exercise'] as const

/** Whoever holds one of these keeps a bank: he answers reports and reads every discussion. */
export const bankKeepers = {
  theory: theoryScreens,
  exercise: exerciseScreens,
  flag: flagScreens,
} as const satisfies Record<Bank, readonly ScreenName[]>

/** Where a learner has a question before him. */
export const exercisePage = (bank: Bank): 'practice-exercise' | 'practice-capture-flag-exercise' =>
  bank === 'flag' ? 'practice-capture-flag-exercise' : 'practice-exercise'
