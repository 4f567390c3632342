/** What stands on a sheet for one question: the answer, and whether its writer wants to come back to it. */
import { type AnswerState, stateOfAnswer } from '../../contract/bank/answer.ts'
import type { Answer } from '../../contract/bank/answer.schema.ts'

/** `away`: the server cannot be reached. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'away'

export interface Entry {
  answer: Answer | null
  marked: boolean
}
export type Entries = Readonly<Record<string, Entry>>

export const stateOf = (e: Entry | undefined): AnswerState => stateOfAnswer(e?.answer ?? null)

/** How saving goes, once there is something to save. */
export const savingOf = ({ entries, saving }: { entries: Entries; saving: Saving }): Saving | undefined =>
  saving !== 'saved' || Object.values(entries).some((e) => e.answer || e.marked) ? saving : undefined
