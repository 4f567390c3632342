/** Homework as it is kept: the sheet that is written, and what was handed in. */
import { pointsOfShare } from '#src/contract/bank/answer.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import type { HandInLine, HandInState, HomeworkState } from '#src/contract/course/homework.ts'
import type { HomeworkContent } from '#src/contract/course/homework.schema.ts'
import { afterDeduction } from '#src/contract/course/homework.ts'
import { cents } from '#src/contract/exam/score.ts'
import type { Queryable } from '#mock/db/db.ts'

export type HomeworkItem = HomeworkContent['items'][number]
export type Written = Record<string, { answer: Answer | null; marked: boolean }>

export interface HomeworkSheetRow {
  id: string
  writer: string
  epoch: number
  answers: Written
  saves: number
  updated_at: string
}
const sheetColumns = 'id, writer, epoch, answers, saves, updated_at'

interface Place {
  course: string
  user: string
  section: string
}
export async function sheetOf(q: Queryable, { course, user, section }: Place): Promise<HomeworkSheetRow | undefined> {
  const { rows } = await q.query<HomeworkSheetRow>(
    `select ${sheetColumns} from course_homework where course_id = $1 and user_id = $2 and section_id = $3`,
    [course, user, section],
  )
  return rows[0]
}
/** The sheet, begun where there was none, and held until the transaction ends. */
export async function heldSheet(
  q: Queryable,
  { course, user, section }: Place,
  { id, now }: { id: string; now: Date },
): Promise<HomeworkSheetRow> {
  await q.query(
    `insert into course_homework (id, course_id, user_id, section_id, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (course_id, user_id, section_id) do nothing`,
    [id, course, user, section, now.toISOString()],
  )
  const { rows } = await q.query<HomeworkSheetRow>(
    `select ${sheetColumns} from course_homework where course_id = $1 and user_id = $2 and section_id = $3 for update`,
    [course, user, section],
  )
  if (!rows[0]) throw new Error('a sheet that was just begun is there')
  return rows[0]
}

interface PersonMark {
  points: number
  comment: string
  lines: number[]
  by: string
  at: string
}
export interface HandInRow extends HandInLine {
  id: string
  course_id: string
  user_id: string
  section_id: string
  n: number
  revision: number
  at: string
  late_days: number
  late_permille: number
  answers: Record<string, Answer | null>
  /** Shares of the points by item; null where a person judges. */
  judged: Record<string, number | null>
  marks: Record<string, PersonMark>
  state: HandInState
  version: number
  open: number
  raw: number
  score: number
  saves: number
}
export const handInColumns =
  'id, course_id, user_id, section_id, n, revision, at, late_days, late_permille, answers, judged, marks, state, version, until, open, raw, points, score, saves'

const stamped = (r: HandInRow): HandInRow => ({
  ...r,
  at: new Date(r.at).toISOString(),
  until: r.until === null ? null : new Date(r.until).toISOString(),
})
/** The newest first. */
export async function handInsOf(q: Queryable, { course, user, section }: Place): Promise<HandInRow[]> {
  const { rows } = await q.query<HandInRow>(
    `select ${handInColumns} from course_hand_in where course_id = $1 and user_id = $2 and section_id = $3 order by n desc`,
    [course, user, section],
  )
  return rows.map(stamped)
}
export async function handInOf(q: Queryable, course: string, id: string, lock = ''): Promise<HandInRow | undefined> {
  const { rows } = await q.query<HandInRow>(
    `select ${handInColumns} from course_hand_in where course_id = $1 and id = $2 ${lock}`,
    [course, id],
  )
  return rows[0] && stamped(rows[0])
}

export const standOf = (sheet: HomeworkSheetRow | undefined, newest: HandInRow | undefined): HomeworkState =>
  newest?.state ?? (sheet && Object.keys(sheet.answers).length ? 'draft' : 'none')

/** Points of one answer; null while a person has to judge it. */
export function pointsOfItem(
  item: Pick<HomeworkItem, 'id' | 'score'>,
  { judged, marks }: Pick<HandInRow, 'judged' | 'marks'>,
): number | null {
  const given = marks[item.id]
  if (given) return Math.min(given.points, item.score)
  const share = judged[item.id] ?? null
  return share === null ? null : pointsOfShare(share, item.score)
}
/** What a hand-in came to, of these items; what waits for a person counts nothing. */
export function reached(
  items: readonly Pick<HomeworkItem, 'id' | 'score'>[],
  row: Pick<HandInRow, 'judged' | 'marks' | 'late_permille'>,
) {
  const own = items.filter((i) => i.id in row.judged)
  const raw = cents(own.reduce((n, i) => n + (pointsOfItem(i, row) ?? 0), 0))
  return {
    raw,
    points: afterDeduction(raw, row.late_permille),
    score: cents(own.reduce((n, i) => n + i.score, 0)),
    open: own.filter((i) => pointsOfItem(i, row) === null).length,
  }
}

export interface MarkRow {
  hand_in_id: string
  what: 'mark' | 'return' | 'reopen'
  item: string | null
  points: number | null
  text: string
  by: string
  at: string
}
/** What markers did, the newest first. */
export async function handInMarksOf(q: Queryable, handIns: readonly string[]): Promise<MarkRow[]> {
  if (!handIns.length) return []
  const { rows } = await q.query<MarkRow>(
    'select hand_in_id, what, item, points, text, by, at from course_mark where hand_in_id = any($1::text[]) order by at desc, id desc',
    [[...handIns]],
  )
  return rows.map((r) => ({ ...r, at: new Date(r.at).toISOString() }))
}
