/** What changes a sitting. */
import { createAction, createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit'
import type { Answer } from '../../../contract/bank/answer.schema.ts'
import type { Attempt, AttemptState, Receipt } from '../../../contract/exam/attempt.schema.ts'
import type { Locale } from '../../../i18n/index.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import type { EntriesByItem, ChangeCounts, SaveStatus } from '../../../parts/answer-sheet/entry.ts'
import type { Unsent } from '../../../parts/answer-sheet/sheet.logic.ts'
import { answerEntriesOf, sheetItemsOf, latestUnsent, openItems } from './sitting.logic.ts'
import { noSitting, type SittingState } from './sitting.state.ts'

/** What is put into the state as it is: there it may be changed in place, which its own type forbids everybody else. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same thing, writable for the reducers alone
const drafted = <T>(value: T): Draft<T> => value as Draft<T>

const settled = (s: Pick<SittingState, 'changed' | 'saved'>): SaveStatus =>
  openItems(s.changed, s.saved).length ? 'waiting' : 'saved'

interface Opened {
  sheet: Attempt
  offset: number
  unsaved: EntriesByItem
  left?: readonly Unsent[]
  /** Item that was before the candidate when he was here last. */
  at?: string | undefined
}
export interface Entered {
  exam: string
  language: Locale
  /** An attempt that was handed in: its receipt is asked for, nothing is begun. */
  handed?: string | undefined
  /** Its candidate has read the rules and begins; otherwise an open attempt goes on and nothing is begun. */
  accepted?: boolean | undefined
  /** The page was opened anew. */
  returned?: boolean | undefined
}

export const sittingSlice = createSlice({
  name: 'sitting',
  initialState: noSitting as SittingState,
  reducers: {
    /** A candidate comes to his exam; whatever was on the page before is gone. */
    entered: (_s, { payload: { exam } }: PayloadAction<Entered>): SittingState => ({
      ...noSitting,
      exam,
      phase: { at: 'opening' },
    }),
    left: (): SittingState => noSitting,
    opened(s, { payload }: PayloadAction<Opened>) {
      const { sheet, offset, unsaved, left, at } = payload
      const items = sheetItemsOf(sheet)
      const current = items.find((i) => i.id === (s.current || at))?.id
      s.sheet = drafted(sheet)
      s.now = sheet
      s.offset = offset
      s.entries = drafted({ ...answerEntriesOf(sheet), ...unsaved })
      s.saved = {}
      s.changed = Object.fromEntries(Object.keys(unsaved).map((item) => [item, 1]))
      s.current =
        sheet.navigation === 'sequential' ? (items[sheet.position - 1]?.id ?? '') : (current ?? items[0]?.id ?? '')
      s.phase = { at: 'open' }
      s.saving = settled(s)
      s.faulty = {}
      s.going = false
      if (left) s.left = drafted(left)
    },
    /** Another page writes; `taken`: it took over from this one. */
    elsewhere(s, { payload }: PayloadAction<{ sheet?: Attempt; taken: boolean }>) {
      if (payload.sheet) s.sheet = drafted(payload.sheet)
      s.phase = { at: 'elsewhere', taken: payload.taken }
    },
    wrote(s, { payload: { item, answer } }: PayloadAction<{ item: string; answer: Answer | null }>) {
      if (s.phase.at !== 'open' || s.going) return
      delete s.faulty[item]
      s.entries[item] = drafted({ answer, marked: s.entries[item]?.marked ?? false })
      s.changed[item] = (s.changed[item] ?? 0) + 1
      if (s.saving === 'saved') s.saving = 'waiting'
    },
    /** What was not sent is put back into its place by its writer. */
    putBack(s, { payload: { item, answer, attempt } }: PayloadAction<Unsent>) {
      if (s.phase.at !== 'open' || s.going) return
      s.left = s.left.filter((l) => l.attempt !== attempt || l.item !== item)
      s.entries[item] = drafted({ answer, marked: s.entries[item]?.marked ?? false })
      s.changed[item] = (s.changed[item] ?? 0) + 1
      if (s.saving === 'saved') s.saving = 'waiting'
      if (s.sheet?.navigation !== 'sequential') s.current = item
    },
    marked(s, { payload: item }: PayloadAction<string>) {
      if (s.phase.at !== 'open') return
      s.entries[item] = drafted({ answer: s.entries[item]?.answer ?? null, marked: !s.entries[item]?.marked })
      s.changed[item] = (s.changed[item] ?? 0) + 1
      if (s.saving === 'saved') s.saving = 'waiting'
    },
    went(s, { payload: item }: PayloadAction<string>) {
      s.current = item
    },
    told(s, { payload }: PayloadAction<{ now: AttemptState; offset: number }>) {
      s.now = payload.now
      s.offset = payload.offset
      if (s.saving === 'away') s.saving = settled(s)
    },
    savingChanged(s, { payload }: PayloadAction<SaveStatus>) {
      s.saving = payload
    },
    savedUpTo(s, { payload }: PayloadAction<ChangeCounts>) {
      Object.assign(s.saved, payload)
      s.saving = settled(s)
    },
    /** The server would not take it as it is; nothing else waits for it. */
    foundFaulty(s, { payload: { counts, problem } }: PayloadAction<{ counts: ChangeCounts; problem: AppProblem }>) {
      Object.assign(s.saved, counts)
      for (const item of Object.keys(counts)) Object.assign(s.faulty, { [item]: problem })
      s.saving = settled(s)
    },
    /** Nothing of this page is sent any more: what was not is shown to its writer. */
    leftBehind(s, { payload }: PayloadAction<readonly Unsent[]>) {
      s.left = drafted(latestUnsent(s.left, payload))
      s.changed = {}
      s.saved = {}
      s.faulty = {}
    },
    /** Its writer has seen to it. */
    dismissed(s) {
      s.left = []
    },
    /** The end was not yet: the invigilator gave more time, or paused. */
    wentOn(s) {
      s.phase = { at: 'open' }
      s.saving = settled(s)
    },
    ending(s, { payload: by }: PayloadAction<'candidate' | 'time'>) {
      s.phase = { at: 'ending', by }
      s.refused = null
    },
    /** It was not handed in: the candidate goes on. */
    refusedToEnd(s, { payload }: PayloadAction<AppProblem>) {
      s.phase = { at: 'open' }
      s.refused = drafted(payload)
    },
    handed(s, { payload: receipt }: PayloadAction<Receipt>) {
      s.phase = { at: 'handed', receipt }
    },
    failed(s, { payload: problem }: PayloadAction<AppProblem>) {
      s.phase = drafted({ at: 'failed', problem })
    },
    // wishes of the candidate, which the saga hears
    handInAsked: (s) => s,
    takeOverAsked: (s) => s,
    nextAsked(s) {
      if (s.phase.at === 'open') s.going = true
    },
    stayed(s) {
      s.going = false
    },
    /** Save now: he goes to another question or away from the page. */
    flushAsked: (s) => s,
    /** Look at the server's clock now. */
    lookAsked: (s) => s,
    /** There is a network again. */
    reconnected: (s) => s,
  },
})
/** What the page saw of its candidate. */
export type FocusEventKind = 'focus_lost' | 'focus_back' | 'screen_left' | 'screen_back'
export const sittingActions = { ...sittingSlice.actions, sighted: createAction<FocusEventKind>('sitting/sighted') }
