/** Decisions of what is typed, free of time and network: what is unsaved, what comes back after a reload. */
import type { Answer } from '../../contract/bank/answer.schema.ts'
import { practiceLimits } from '../../contract/practice/practice.ts'
import type { AppProblem } from '../../lib/problem.ts'
import type { EntriesByItem, AnswerEntry, ChangeCounts, SaveStatus } from '../answer-sheet/entry.ts'

/** What is written in one place: a single exercise, or a paper. */
export interface Writing {
  entries: EntriesByItem
  changed: ChangeCounts
  saved: ChangeCounts
  saving: SaveStatus
  /** Why the server takes nothing more of it by itself; null while it does. */
  refused: AppProblem | null
  /** Answers that were not sent and are not sent any more by themselves: of another page, or refused. */
  left: EntriesByItem
}
export const emptyWriting: Writing = { entries: {}, changed: {}, saved: {}, saving: 'saved', refused: null, left: {} }

export interface UnsavedAnswer {
  item: string
  answer: Answer | null
  marked: boolean
}

export const unsaved = (w: Writing): string[] =>
  Object.keys(w.changed).filter((item) => (w.changed[item] ?? 0) > (w.saved[item] ?? 0))

/** The next save, with the numbers of the changes it holds; undefined when there is nothing. @param most answers in it */
export function nextPracticeSave(
  w: Writing,
  most: number = practiceLimits.save,
): { answers: UnsavedAnswer[]; counts: ChangeCounts } | undefined {
  const items = unsaved(w).slice(0, most)
  if (!items.length) return undefined
  return {
    answers: items.map((item) => ({
      item,
      answer: w.entries[item]?.answer ?? null,
      marked: w.entries[item]?.marked ?? false,
    })),
    counts: Object.fromEntries(items.map((item) => [item, w.changed[item] ?? 0])),
  }
}

/** What is unsaved, to be kept on the machine. */
export const unsavedEntriesOf = (w: Writing): EntriesByItem =>
  Object.fromEntries(unsaved(w).flatMap((item) => (w.entries[item] ? [[item, w.entries[item]]] : [])))

/** What a place begins with: the server's, and over it what this machine kept and the server never got. */
export function initialWriting(stored: EntriesByItem, journal: EntriesByItem, left: EntriesByItem = {}): Writing {
  const own = Object.entries(journal).filter(([item, e]) => JSON.stringify(e) !== JSON.stringify(stored[item]))
  return {
    entries: { ...stored, ...Object.fromEntries(own) },
    changed: Object.fromEntries(own.map(([item]) => [item, 1])),
    saved: {},
    saving: own.length ? 'waiting' : 'saved',
    refused: null,
    // what the server has by now was sent by another page
    left: Object.fromEntries(
      Object.entries(left).filter(
        ([item, e]) => JSON.stringify(e.answer) !== JSON.stringify(stored[item]?.answer ?? null),
      ),
    ),
  }
}

/** What the server would not take: it stands before its writer and is not sent again by itself. */
export function refusedFor(w: Writing, items: readonly string[], problem: AppProblem): Writing {
  const kept = items.flatMap((item) => (w.entries[item] ? [[item, w.entries[item]] as const] : []))
  return { ...w, refused: problem, left: { ...w.left, ...Object.fromEntries(kept) } }
}
export const withoutLeft = (w: Writing, item?: string): Writing => ({
  ...w,
  left: item === undefined ? {} : Object.fromEntries(Object.entries(w.left).filter(([id]) => id !== item)),
})

export function changedTo(w: Writing, item: string, entry: Partial<AnswerEntry>): Writing {
  const had = w.entries[item] ?? { answer: null, marked: false }
  return {
    ...w,
    entries: { ...w.entries, [item]: { ...had, ...entry } },
    changed: { ...w.changed, [item]: (w.changed[item] ?? 0) + 1 },
    saving: w.saving === 'saved' ? 'waiting' : w.saving,
  }
}

export function savedUpTo(w: Writing, counts: ChangeCounts): Writing {
  const next = { ...w, saved: { ...w.saved, ...counts } }
  return { ...next, saving: unsaved(next).length ? 'waiting' : 'saved' }
}

/** Milliseconds until the next try after so many failures: one, two, four … up to thirty seconds. */
export const answerRetryDelay = (failures: number): number => Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1))
