/** Decisions of an exam's sitting, free of time and network: what is unsaved, what a save holds, what counts after a reload. */
import type { Answer } from '../../../contract/bank/answer.schema.ts'
import type { Attempt } from '../../../contract/exam/attempt.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import type { Entries, Entry } from '../../../parts/answer-sheet/entry.ts'

/** How often each item was changed on this page; equal numbers mean that what is there is saved. */
export type Counts = Readonly<Record<string, number>>

/** What is kept on the machine, so that a crash loses nothing that was typed. */
export interface Journal {
  attempt: string
  /** Of the writer that wrote it. */
  epoch: number
  entries: Entries
}

export interface SaveBody {
  epoch: number
  seq: number
  answers: { item: string; answer: Answer | null; marked: boolean }[]
}

export const entriesOf = (sheet: Pick<Attempt, 'answers'>): Entries =>
  Object.fromEntries(sheet.answers.map(({ item, answer, marked }) => [item, { answer, marked }]))

const same = (a: Entry | undefined, b: Entry | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Of a journal what the server does not have: written in the same epoch, on this sheet, and other than what is stored. */
export function unsavedOf(journal: Journal | undefined, sheet: Pick<Attempt, 'id' | 'epoch' | 'answers'>): Entries {
  if (journal?.attempt !== sheet.id || journal.epoch !== sheet.epoch) return {}
  const stored = entriesOf(sheet)
  return Object.fromEntries(Object.entries(journal.entries).filter(([item, e]) => !same(e, stored[item])))
}

/** The next save: all that changed since it was saved, the oldest change first; undefined when there is nothing. */
export function nextSave(
  entries: Entries,
  changed: Counts,
  saved: Counts,
  at: { epoch: number; seq: number },
): { body: SaveBody; counts: Counts } | undefined {
  const items = Object.keys(changed)
    .filter((item) => (changed[item] ?? 0) > (saved[item] ?? 0))
    .slice(0, examLimits.save)
  if (!items.length) return undefined
  const answers = items.map((item) => ({
    item,
    answer: entries[item]?.answer ?? null,
    marked: entries[item]?.marked ?? false,
  }))
  return {
    body: { epoch: at.epoch, seq: at.seq + 1, answers },
    counts: Object.fromEntries(items.map((item) => [item, changed[item] ?? 0])),
  }
}

/** Milliseconds until the next try: one, two, four … up to thirty seconds, each anywhere within its second half. */
export const waitAfter = (failures: number, random: number): number => {
  const most = Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1))
  return most / 2 + (random * most) / 2
}
