/** What is known of one sitting: one phase, what is on the sheet, and what of it is saved. */
import type { Attempt, AttemptState, Receipt } from '../../../contract/exam/attempt.schema.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import type { EntriesByItem, ChangeCounts, SaveStatus } from '../../../parts/answer-sheet/entry.ts'
import type { Unsent } from '../../../parts/answer-sheet/sheet.logic.ts'

type Phase =
  | { at: 'none' }
  | { at: 'opening' }
  /** Another page writes the sheet; here it may be taken over. */
  | { at: 'elsewhere'; taken: boolean }
  | { at: 'open' }
  /** No more is written: what is left is being saved and the sheet handed in. */
  | { at: 'ending'; by: 'candidate' | 'time' }
  | { at: 'handed'; receipt: Receipt }
  | { at: 'failed'; problem: AppProblem }

export interface SittingState {
  phase: Phase
  exam: string
  sheet: Attempt | undefined
  now: AttemptState | undefined
  /** Server's clock minus the page's own running clock, milliseconds. */
  offset: number
  entries: EntriesByItem
  changed: ChangeCounts
  saved: ChangeCounts
  /** Item before the candidate. */
  current: string
  saving: SaveStatus
  /** Why handing in was refused, for the candidate who asked. */
  refused: AppProblem | null
  /** Answers the server would not take as they are. */
  faulty: Readonly<Record<string, AppProblem>>
  /** Answers that were not sent and are not sent any more by themselves. */
  left: readonly Unsent[]
  /** On the way to the next question, where there is no way back. */
  going: boolean
}
export interface WithSitting {
  sitting?: SittingState
}

export const noSitting: SittingState = {
  phase: { at: 'none' },
  exam: '',
  sheet: undefined,
  now: undefined,
  offset: 0,
  entries: {},
  changed: {},
  saved: {},
  current: '',
  saving: 'saved',
  refused: null,
  faulty: {},
  left: [],
  going: false,
}
