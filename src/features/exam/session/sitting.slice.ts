/** The state of one sitting: one phase, what is on the sheet, and what of it is saved. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Answer } from '../../../contract/bank/answer.schema.ts'
import type { Attempt, AttemptState, Receipt } from '../../../contract/exam/attempt.schema.ts'
import type { Locale } from '../../../i18n/index.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import type { Entries } from '../../../parts/answer-sheet/entry.ts'
import type { Saving } from '../../../parts/answer-sheet/SheetClock.tsx'
import { type Counts, entriesOf } from './sitting.logic.ts'

export type Phase =
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
  entries: Entries
  changed: Counts
  saved: Counts
  /** Item before the candidate. */
  current: string
  saving: Saving
  /** Why handing in was refused, for the candidate who asked. */
  refused: AppProblem | null
}
export interface WithSitting {
  sitting?: SittingState
}

const initialState: SittingState = {
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
}

const itemsOf = (sheet: Attempt) => sheet.sections.flatMap((s) => s.items)

export const sittingSlice = createSlice({
  name: 'sitting',
  initialState: initialState as SittingState,
  reducers: {
    /** A candidate comes to his exam; whatever was on the page before is gone. */
    entered: (_s, { payload: { exam } }: PayloadAction<{ exam: string; language: Locale }>): SittingState => ({
      ...initialState,
      exam,
      phase: { at: 'opening' },
    }),
    left: (): SittingState => initialState,
    opened(s, { payload }: PayloadAction<{ sheet: Attempt; offset: number; unsaved: Entries }>) {
      const { sheet, offset, unsaved } = payload
      const items = itemsOf(sheet)
      const current = items.find((i) => i.id === s.current)?.id
      s.sheet = sheet as never
      s.now = sheet
      s.offset = offset
      s.entries = { ...entriesOf(sheet), ...unsaved } as never
      s.saved = {}
      s.changed = Object.fromEntries(Object.keys(unsaved).map((item) => [item, 1]))
      s.current =
        sheet.navigation === 'sequential' ? (items[sheet.position - 1]?.id ?? '') : (current ?? items[0]?.id ?? '')
      s.phase = { at: 'open' }
      s.saving = Object.keys(unsaved).length ? 'waiting' : 'saved'
    },
    /** Another page writes; `taken`: it took over from this one. */
    elsewhere(s, { payload }: PayloadAction<{ sheet?: Attempt; taken: boolean }>) {
      if (payload.sheet) s.sheet = payload.sheet as never
      s.phase = { at: 'elsewhere', taken: payload.taken }
    },
    wrote(s, { payload: { item, answer } }: PayloadAction<{ item: string; answer: Answer | null }>) {
      if (s.phase.at !== 'open') return
      s.entries[item] = { answer, marked: s.entries[item]?.marked ?? false } as never
      s.changed[item] = (s.changed[item] ?? 0) + 1
      if (s.saving === 'saved') s.saving = 'waiting'
    },
    marked(s, { payload: item }: PayloadAction<string>) {
      if (s.phase.at !== 'open') return
      s.entries[item] = { answer: s.entries[item]?.answer ?? null, marked: !s.entries[item]?.marked } as never
      s.changed[item] = (s.changed[item] ?? 0) + 1
      if (s.saving === 'saved') s.saving = 'waiting'
    },
    went(s, { payload: item }: PayloadAction<string>) {
      s.current = item
    },
    told(s, { payload }: PayloadAction<{ now: AttemptState; offset: number }>) {
      s.now = payload.now
      s.offset = payload.offset
    },
    savingChanged(s, { payload }: PayloadAction<Saving>) {
      s.saving = payload
    },
    savedUpTo(s, { payload }: PayloadAction<Counts>) {
      Object.assign(s.saved, payload)
      const open = Object.keys(s.changed).some((item) => (s.changed[item] ?? 0) > (s.saved[item] ?? 0))
      s.saving = open ? 'waiting' : 'saved'
    },
    ending(s, { payload: by }: PayloadAction<'candidate' | 'time'>) {
      s.phase = { at: 'ending', by }
      s.refused = null
    },
    /** It was not handed in: the candidate goes on. */
    refusedToEnd(s, { payload }: PayloadAction<AppProblem>) {
      s.phase = { at: 'open' }
      s.refused = payload as never
    },
    handed(s, { payload: receipt }: PayloadAction<Receipt>) {
      s.phase = { at: 'handed', receipt }
    },
    failed(s, { payload: problem }: PayloadAction<AppProblem>) {
      s.phase = { at: 'failed', problem } as never
    },
    // wishes of the candidate, which the saga hears
    handInAsked: (s) => s,
    takeOverAsked: (s) => s,
    nextAsked: (s) => s,
    /** Save now: he goes to another question or away from the page. */
    flushAsked: (s) => s,
  },
})
/** What the page saw of its candidate. */
export type Seen = 'focus_lost' | 'focus_back' | 'screen_left' | 'screen_back'
export const sittingActions = { ...sittingSlice.actions, sighted: createAction<Seen>('sitting/sighted') }
