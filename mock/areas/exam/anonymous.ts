/** Marking without names: who sees which, and what stands in their place. */
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { exam as examLine, markingScreens } from '#src/contract/exam/exam.ts'
import { managesResource } from '#mock/crud/rows.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { isOut } from './mine.ts'
import { type ExamData, runsOf } from './run.ts'

type Named = Pick<ExamData, 'anonymous'>

/** Whether who marks works without names. */
export const isAnonymousFor = (exam: Named, who: Caller): boolean => exam.anonymous && !who.is_admin

/** Whether results are read without names: by all while something is to be marked, by who only marks until they are out. */
export async function areHidden(
  { q, who, platform }: { q: Queryable; who: Caller; platform: Platform },
  id: string,
  exam: ExamData,
): Promise<{ hidden: boolean; open: number; out: boolean }> {
  const [rows, runs] = await Promise.all([
    remembered<{ n: number }>(
      q,
      `select count(*)::integer as n from exam_attempt where exam_id = $1 and status = 'to-be-scored'`,
      [id],
    ),
    runsOf(q, [id]),
  ])
  const open = rows[0]?.n ?? 0
  const out = isOut(exam, runs.get(id), platform.now())
  const reader = managesResource(examLine, who) || who.granted.has('exam-score-analysis')
  return { hidden: isAnonymousFor(exam, who) && (open > 0 || (!out && !reader)), open, out }
}

/** Crockford's alphabet: nothing in it is taken for something else (crockford.com/base32.html). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Thirty bits from the random end of an id: the same at every look, and two alike among five hundred once in ten thousand exams. */
export function anonymousNumberOf(id: string): string {
  const bits = Number.parseInt(id.replaceAll('-', '').slice(-8), 16) % 2 ** 30
  const text = Array.from({ length: 6 }, (_, n) => letters[Math.floor(bits / 32 ** (5 - n)) % 32]).join('')
  return `#${text.slice(0, 3)}-${text.slice(3)}`
}
/** What is looked for by number: as it is shown, or without its signs and in small letters. */
const bare = (number: string): string => number.toUpperCase().replaceAll(/[#\s-]/g, '')
/** Sheets whose numbers have what somebody looks for in them. */
export const numbered = (ids: readonly string[], text: string): string[] =>
  ids.filter((id) => bare(anonymousNumberOf(id)).includes(bare(text)))
/** A candidate as the marker may know him: by name, or by what tells nothing. */
export const candidateNameFor = (exam: Named, row: { marking_id: string; name: string | null }, who: Caller): string =>
  isAnonymousFor(exam, who) ? anonymousNumberOf(row.marking_id) : (row.name ?? '')
/** What a sheet is called to who marks it. Attempts' own ids stand beside names in other lists. */
export const sheetIdFor = (exam: Named, row: { id: string; marking_id: string }, who: Caller): string =>
  isAnonymousFor(exam, who) ? row.marking_id : row.id

/** The attempt that a marker calls so. Throws `not_found` for any other name of it: an answer to that would join the two. */
export async function attemptCalled(q: Queryable, who: Caller, id: string): Promise<string> {
  const { rows } = await q.query<{ id: string; marking_id: string; anonymous: boolean }>(
    `select a.id, a.marking_id, coalesce((e.data->>'anonymous')::boolean, false) as anonymous
     from exam_attempt a join r_exam e on e.id = a.exam_id where a.id = $1 or a.marking_id = $1`,
    [id],
  )
  const [row] = rows
  if (!row || sheetIdFor(row, row, who) !== id) throw new Fail('not_found')
  return row.id
}
/** What a marker calls the sheet of an attempt. */
export async function sheetCalled(q: Queryable, who: Caller, attempt: string): Promise<string> {
  const { rows } = await q.query<{ id: string; marking_id: string; anonymous: boolean }>(
    `select a.id, a.marking_id, coalesce((e.data->>'anonymous')::boolean, false) as anonymous
     from exam_attempt a join r_exam e on e.id = a.exam_id where a.id = $1`,
    [attempt],
  )
  return rows[0] ? sheetIdFor(rows[0], rows[0], who) : attempt
}
/** Names of the sheets of an exam to those who mark without names. */
export const markingNames = (q: Queryable, examId: string): Promise<readonly { id: string; marking_id: string }[]> =>
  remembered(q, 'select id, marking_id from exam_attempt where exam_id = $1', [examId])
/** The same by attempt. */
export async function markingIds(q: Queryable, examId: string): Promise<(attempt: string) => string> {
  const rows = await markingNames(q, examId)
  const by = new Map(rows.map((r) => [r.id, r.marking_id]))
  return (attempt) => by.get(attempt) ?? ''
}

/** Whether this caller marks the exam, and without names. */
export const marksBlind = (exam: Pick<ExamData, 'anonymous' | 'markers'>, who: Caller): boolean =>
  isAnonymousFor(exam, who) &&
  markingScreens.some((s) => who.granted.has(s)) &&
  (!exam.markers.length || exam.markers.includes(who.id))

/**
 * Keeps lists of candidates from who marks the same exam without names, until its results are out: names beside progress, times and states
 * would tell whose sheet is before him, whatever it is called. Named markers leave the lists to everybody else.
 */
export async function notWhileMarking(
  c: { q: Queryable; who: Caller; platform: Platform },
  id: string,
  exam: ExamData,
): Promise<void> {
  if (!marksBlind(exam, c.who)) return
  const { open, out } = await areHidden(c, id, exam)
  if (open > 0 || !out) throw new Fail('marks_without_names')
}

/** A file's name without what its owner wrote into it; what it ends with says how it is opened. */
export const neutralName = (name: string, n: number): string => {
  const end = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? ''
  return `file-${n}${end}`
}
/** An answer whose files do not tell whose it is. */
export const withoutNames = (answer: Answer | null): Answer | null =>
  answer?.type === 'operation'
    ? { ...answer, files: answer.files.map((f, n) => ({ ...f, name: neutralName(f.name, n + 1) })) }
    : answer
