/** What stands on a sheet for one question: the answer, and whether its writer wants to come back to it. */
import { type AnswerState, stateOfAnswer } from '../../contract/bank/answer.ts'
import type { Answer } from '../../contract/bank/answer.schema.ts'

/** `away`: the server cannot be reached. */
export type SaveStatus = 'saved' | 'waiting' | 'saving' | 'away'

export interface AnswerEntry {
  answer: Answer | null
  marked: boolean
}
export type EntriesByItem = Readonly<Record<string, AnswerEntry>>

export const entryStateOf = (e: AnswerEntry | undefined): AnswerState => stateOfAnswer(e?.answer ?? null)

/** How saving goes, once there is something to save. */
export const savingOf = ({
  entries,
  saving,
}: {
  entries: EntriesByItem
  saving: SaveStatus
}): SaveStatus | undefined =>
  saving !== 'saved' || Object.values(entries).some((e) => e.answer || e.marked) ? saving : undefined

/** How often each item was changed on this page; equal numbers mean that what is there is saved. */
export type ChangeCounts = Readonly<Record<string, number>>
