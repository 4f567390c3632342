/** Decisions of an exam's sitting, free of time and network: what is unsaved, what a save holds, what counts after a reload. */
import type { Answer } from '../../../contract/bank/answer.schema.ts'
import { isBlankAnswer } from '../../../contract/bank/answer.ts'
import type { Attempt } from '../../../contract/exam/attempt.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import { canonicalJson } from '../../../contract/lib/canonicalJson.ts'
import type { EntriesByItem, AnswerEntry, ChangeCounts } from '../../../parts/answer-sheet/entry.ts'
import type { Unsent } from '../../../parts/answer-sheet/sheet.logic.ts'

/** What is kept on the machine, so that a crash loses nothing that was typed. One for each exam and person. */
export interface Journal {
  attempt: string
  /** Of the writer that wrote it. */
  epoch: number
  /** Item that was before the candidate. */
  current: string
  /** What the server had not confirmed. */
  entries: EntriesByItem
  /** The same in words, for when the sheet is not there any more. */
  words: readonly Unsent[]
  /** What came too late or from a page that may no longer write, until its candidate has seen to it. */
  left: readonly Unsent[]
}

export interface SaveBody {
  epoch: number
  seq: number
  answers: { item: string; answer: Answer | null; marked: boolean }[]
}

type Sections = Pick<Attempt, 'sections'>
export const sheetItemsOf = (sheet: Sections) => sheet.sections.flatMap((s) => s.items)

export const answerEntriesOf = (sheet: Pick<Attempt, 'answers'>): EntriesByItem =>
  Object.fromEntries(sheet.answers.map(({ item, answer, marked }) => [item, { answer, marked }]))

const stored = (answer: Answer | null | undefined): string =>
  canonicalJson(isBlankAnswer(answer ?? null) ? null : answer)
const same = (a: AnswerEntry | undefined, b: AnswerEntry | undefined): boolean =>
  stored(a?.answer) === stored(b?.answer) && (a?.marked ?? false) === (b?.marked ?? false)

type Opened = Pick<Attempt, 'id' | 'epoch' | 'answers' | 'navigation' | 'position'> & Sections

/** Of a journal what the server does not have: written in the same epoch, where one may still write, and other than what is stored. */
export function unsavedOf(journal: Journal | undefined, sheet: Opened): EntriesByItem {
  if (journal?.attempt !== sheet.id || journal.epoch !== sheet.epoch) return {}
  const had = answerEntriesOf(sheet)
  const items = sheetItemsOf(sheet)
  const may = new Set(
    (sheet.navigation === 'sequential' ? items.slice(sheet.position - 1, sheet.position) : items).map((i) => i.id),
  )
  return Object.fromEntries(Object.entries(journal.entries).filter(([item, e]) => may.has(item) && !same(e, had[item])))
}

/** Of a journal what is never sent by itself: of an earlier epoch or attempt, and other than what is stored now. */
export function unsentAnswersOf(journal: Journal | undefined, sheet?: Opened): Unsent[] {
  if (!journal) return []
  const here = sheet?.id === journal.attempt
  if (here && sheet.epoch === journal.epoch) return [...journal.left]
  const had = here ? answerEntriesOf(sheet) : {}
  return latestUnsent(
    journal.left,
    journal.words.filter((w) => stored(w.answer) !== stored(had[w.item]?.answer)),
  )
}

/** Of each item what was written last. */
export const latestUnsent = (before: readonly Unsent[], more: readonly Unsent[]): Unsent[] =>
  [...before.filter((b) => !more.some((m) => m.attempt === b.attempt && m.item === b.item)), ...more].sort(
    (a, b) => a.n - b.n,
  )

/** What was changed and not confirmed, by item. `refused`: what the server would not take. */
export const openItems = (
  changed: ChangeCounts,
  saved: ChangeCounts,
  refused: Readonly<Record<string, unknown>> = {},
): string[] => Object.keys(changed).filter((item) => (changed[item] ?? 0) > (saved[item] ?? 0) || item in refused)

/** The next save: all that changed since it was saved, the oldest change first; undefined when there is nothing. */
export function nextAttemptSave(
  entries: EntriesByItem,
  changed: ChangeCounts,
  saved: ChangeCounts,
  at: { epoch: number; seq: number; most?: number },
): { body: SaveBody; counts: ChangeCounts } | undefined {
  const items = openItems(changed, saved).slice(0, at.most ?? examLimits.save)
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

/** Longest wait between two tries, milliseconds: a server that is there again has what a hall wrote soon after. One that has too much to do says for how long. */
const longest = 3000

/** Milliseconds until the next try: one, two, three seconds, each anywhere within its second half, and sooner towards the end. */
export const attemptRetryDelay = (failures: number, random: number, left = Infinity): number => {
  const most = Math.min(longest, 1000 * 2 ** Math.max(0, failures - 1), Math.max(1000, left / 3))
  return most / 2 + (random * most) / 2
}
