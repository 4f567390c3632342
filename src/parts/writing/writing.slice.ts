/** What is being written, by its place: `question <id>` and `run <id>` of practice, `quiz <course> <section>` of a lesson. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Answer } from '../../contract/bank/answer.schema.ts'
import type { EntriesByItem, ChangeCounts, SaveStatus } from '../answer-sheet/entry.ts'
import { initialWriting, changedTo, emptyWriting, savedUpTo, type Writing } from './writing.logic.ts'

export type WritingKey = `question ${string}` | `run ${string}` | `quiz ${string} ${string}`
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
      { payload: { place, stored, journal } }: At<{ stored: EntriesByItem; journal: EntriesByItem }>,
    ) => ({
      ...all,
      [place]: initialWriting(stored, journal),
    }),
    wrote: (all, { payload: { place, item, answer } }: At<{ item: string; answer: Answer | null }>) =>
      edited(all, place, (w) => changedTo(w, item, { answer })),
    marked: (all, { payload: { place, item } }: At<{ item: string }>) =>
      edited(all, place, (w) => changedTo(w, item, { marked: !w.entries[item]?.marked })),
    savingChanged: (all, { payload: { place, saving } }: At<{ saving: SaveStatus }>) =>
      edited(all, place, (w) => ({ ...w, saving })),
    saved: (all, { payload: { place, counts } }: At<{ counts: ChangeCounts }>) =>
      edited(all, place, (w) => savedUpTo(w, counts)),
    /** It was handed in, or begins anew: nothing of it is to be saved any more. */
    forgotten: (all, { payload: { place } }: At) => ({ ...all, [place]: emptyWriting }),
    /** Save now: one goes on, or away from the page. */
    flushAsked: (all) => all,
  },
})
export const writingActions = {
  ...writingSlice.actions,
  /** The page that writes here is open, with what the server has. */
  opened: createAction<{ place: WritingKey; stored: EntriesByItem }>('writing/opened'),
}
