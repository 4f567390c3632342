/** Marking without names: who sees which, and what stands in their place. */
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { exam as examLine, markingScreens } from '#src/contract/exam/exam.ts'
import { managesResource } from '#mock/crud/rows.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { theExam } from './attempt.ts'
import { isOut } from './mine.ts'
import { type ExamData, runsOf } from './run.ts'

interface Asked {
  q: Queryable
  who: Caller
  platform: Pick<Platform, 'now'>
}

/** How far an exam is: sheets that wait for a marker, and whether results are out. */
async function stateOf({ q, platform }: Omit<Asked, 'who'>, id: string, exam: ExamData) {
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
  // what is out while an answer is to be marked still names nobody to whoever marks it
  return { open, out, named: !exam.anonymous || (out && open === 0) }
}

/** Whether pages of marking show numbers in place of names: to everybody who opens them, until results are out. */
export const isNumbered = async (c: Omit<Asked, 'who'>, id: string, exam: ExamData): Promise<boolean> =>
  exam.anonymous && !(await stateOf(c, id, exam)).named

/** Whether results are read without names: by who marks until they are out, by others but administrators while something is to be marked. */
export async function areHidden(
  c: Asked,
  id: string,
  exam: ExamData,
): Promise<{ hidden: boolean; numbered: boolean; open: number; out: boolean }> {
  const { who } = c
  const { open, out, named } = await stateOf(c, id, exam)
  const reader = who.is_admin || managesResource(examLine, who) || who.granted.has('exam-score-analysis')
  const hidden = !named && (!reader || (open > 0 && !who.is_admin) || (await marksBlind(c.q, id, exam, who)))
  return { hidden, numbered: !named, open, out }
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
/** What is known of a sheet before its exam is: whether its marker sees a number. */
export interface Numbered {
  numbered: boolean
}
/** A candidate as the marker may know them: by name, or by what tells nothing. */
export const candidateNameFor = (
  { numbered: hidden }: Numbered,
  row: { marking_id: string; name: string | null },
): string => (hidden ? anonymousNumberOf(row.marking_id) : (row.name ?? ''))
/** What a sheet is called to who marks it. Attempts' own ids stand beside names in other lists. */
export const sheetIdFor = ({ numbered: hidden }: Numbered, row: { id: string; marking_id: string }): string =>
  hidden ? row.marking_id : row.id

/**
 * The attempt that a marker calls so. Throws `not_found` for its own id while names are hidden: an answer to that would join the two. The number
 * stays good afterwards, for pages that were opened by it.
 */
export async function attemptCalled(c: Omit<Asked, 'who'>, id: string): Promise<string> {
  const { rows } = await c.q.query<{ id: string; exam_id: string }>(
    'select id, exam_id from exam_attempt where id = $1 or marking_id = $1',
    [id],
  )
  const [row] = rows
  if (!row || (row.id === id && (await isNumbered(c, row.exam_id, await theExam(c.q, row.exam_id)))))
    throw new Fail('not_found')
  return row.id
}
/** What a marker calls the sheet of an attempt. */
export async function sheetCalled(c: Omit<Asked, 'who'>, attempt: string): Promise<string> {
  const { rows } = await c.q.query<{ id: string; marking_id: string; exam_id: string }>(
    'select id, marking_id, exam_id from exam_attempt where id = $1',
    [attempt],
  )
  const [row] = rows
  if (!row) return attempt
  return sheetIdFor({ numbered: await isNumbered(c, row.exam_id, await theExam(c.q, row.exam_id)) }, row)
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

/** Those of the exams in which this person has given points. */
export async function judgedBy(
  q: Queryable,
  who: Pick<Caller, 'id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const { rows } = await q.query<{ id: string }>(
    'select distinct a.exam_id as id from exam_mark m join exam_attempt a on a.id = m.attempt_id where m.marker = $2 and a.exam_id = any($1::text[])',
    [[...ids], who.id],
  )
  return new Set(rows.map((r) => r.id))
}

/**
 * Whether this caller marks the exam, and without names: whoever is named, or may as nobody is. Administrators may mark every exam: they do once
 * they are named or have given points.
 */
export const isBlind = (exam: Pick<ExamData, 'anonymous' | 'markers'>, who: Caller, judged: boolean): boolean =>
  exam.anonymous &&
  (judged ||
    (markingScreens.some((s) => who.granted.has(s)) &&
      (exam.markers.includes(who.id) || (!who.is_admin && !exam.markers.length))))
const marksBlind = async (q: Queryable, id: string, exam: ExamData, who: Caller): Promise<boolean> =>
  isBlind(exam, who, exam.anonymous && (await judgedBy(q, who, [id])).has(id))

/**
 * Keeps lists of candidates from who marks the same exam without names, until its results are out: names beside progress, times and states
 * would tell whose sheet is before him, whatever it is called. Named markers leave the lists to everybody else.
 */
export async function notWhileMarking(c: Asked, id: string, exam: ExamData): Promise<void> {
  if (!(await marksBlind(c.q, id, exam, c.who))) return
  if (!(await stateOf(c, id, exam)).named) throw new Fail('marks_without_names')
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
