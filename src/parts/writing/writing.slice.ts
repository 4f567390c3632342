/**
 * What is being written, by its place: `question <id>` and `run <id>` of practice, `quiz <course> <section>` of a lesson, and
 * `homework <course> <section> <epoch> <writer>`, which one page at a time writes.
 */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Answer } from '../../contract/bank/answer.schema.ts'
import type { AppProblem } from '../../lib/problem.ts'
import type { EntriesByItem, ChangeCounts, SaveStatus } from '../answer-sheet/entry.ts'
import {
  initialWriting,
  changedTo,
  emptyWriting,
  refusedFor,
  savedUpTo,
  withoutLeft,
  type Writing,
} from './writing.logic.ts'

export type WritingKey =
  | `question ${string}`
  | `run ${string}`
  | `quiz ${string} ${string}`
  | `homework ${string} ${string} ${number} ${string}`
export type Writings = Readonly<Record<WritingKey, Writing>>
export interface WithWriting {
  writing?: Writings
}
type At<T = {}> = PayloadAction<T & { place: WritingKey }>

const edited = (all: Writings, place: WritingKey, edit: (w: Writing) => Writing): Writings => {
  const had = all[place]
  return had ? { ...all, [place]: edit(had) } : all
}

export const writingSlice = createSlice({
  name: 'writing',
  initialState: {} as Writings,
  reducers: {
    recalled: (
      all,
      {
        payload: { place, stored, journal, left },
      }: At<{ stored: EntriesByItem; journal: EntriesByItem; left?: EntriesByItem }>,
    ) => ({
      ...all,
      [place]: initialWriting(stored, journal, left),
    }),
    wrote: (all, { payload: { place, item, answer } }: At<{ item: string; answer: Answer | null }>) =>
      edited(all, place, (w) => changedTo(w, item, { answer })),
    marked: (all, { payload: { place, item } }: At<{ item: string }>) =>
      edited(all, place, (w) => changedTo(w, item, { marked: !w.entries[item]?.marked })),
    savingChanged: (all, { payload: { place, saving } }: At<{ saving: SaveStatus }>) =>
      edited(all, place, (w) => ({ ...w, saving })),
    saved: (all, { payload: { place, counts } }: At<{ counts: ChangeCounts }>) =>
      edited(all, place, (w) => savedUpTo(w, counts)),
    /** The server will not take these any more. */
    refused: (all, { payload: { place, items, problem } }: At<{ items: readonly string[]; problem: AppProblem }>) =>
      edited(all, place, (w) => refusedFor(w, items, problem)),
    /** What was not sent goes back to its place, by its writer's hand. */
    putBack: (all, { payload: { place, item, answer } }: At<{ item: string; answer: Answer | null }>) =>
      edited(all, place, (w) => changedTo(withoutLeft(w, item), item, { answer })),
    /** Its writer has seen to what was not sent. */
    dismissed: (all, { payload: { place } }: At) => edited(all, place, (w) => withoutLeft(w)),
    /** It was handed in, or begins anew: nothing of it is to be saved any more. */
    forgotten: (all, { payload: { place } }: At) => ({
      ...all,
      [place]: { ...emptyWriting, left: all[place]?.left ?? {} },
    }),
    /** Save now: one goes on, or away from the page. */
    flushAsked: (all) => all,
  },
})
export const writingActions = {
  ...writingSlice.actions,
  /** The page that writes here is open, with what the server has. */
  opened: createAction<{ place: WritingKey; stored: EntriesByItem }>('writing/opened'),
}
