/**
 * May this key be known now? It is closed while anybody anywhere may still write an answer to its question: by the plan of an exam that has
 * not ended, by minutes that single candidates have more, or by a sheet that is open, whatever the plan says (a late start, one opened again).
 * An exam that nobody may sit yet closes nothing. Every version of a question counts: what is right rarely changes with its words.
 *
 * Closed for whom: for whoever reads as a learner, whatever else he may do. Practice, its records, reviews of exams and candidates' own prints
 * ask here; that somebody keeps a bank opens nothing there. Who keeps banks or marks needs keys for that work and has them on those screens alone.
 *
 * A homework with an end closes the keys of what it asks to everybody while it is handed in; any closes them to each of its learners, until nothing
 * more is to be won by them and its own
 * marks are told (`course/homework/holds.ts`). It asks them itself; whatever else tells a key waits for it.
 *
 * A contest closes the keys of its challenges until it is finished, as an exam does.
 *
 * Exams for practice show keys as soon as a sheet is handed in, so they close no key of a review; practice itself keeps back what they ask.
 */
import type { InExam } from '#src/contract/bank/paper.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { isBlankAnswer } from '#src/contract/bank/answer.ts'
import type { RowViewer } from '#mock/crud/ownership.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered, workedOut } from '#mock/db/remember.ts'
import { heldByHomework } from '../course/homework/holds.ts'
import { aheadNow } from '../exam/ahead.ts'
import { contestedNow } from '../contest/contested.ts'
import { inStatuses, isMeantSql, mayBeginStill } from '../exam/run.ts'

const waiting = ['not-started', 'ongoing', 'pause']
/** Which exams close: `all` keep questions back from practice, `graded` keep keys back from reviews. */
export type Closing = 'all' | 'graded'

/** A condition on an exam `t`: it is to come, or somebody may still write it. */
const isAhead = (now: Date, add: Add): string =>
  `(${inStatuses(waiting, now, add)}
    or ${mayBeginStill(now, add)}
    or exists (select 1 from exam_attempt a where a.exam_id = t.id and a.status in ('ongoing', 'pause')))`

/** Papers of exams that somebody may still write. */
export const openExamPapersSql = (now: Date, add: Add, closing: Closing = 'all'): string =>
  `select t.k_paper_id from r_exam t where ${isMeantSql} and ${closing === 'all' ? '' : `t.data->>'kind' <> 'practice' and `}${isAhead(now, add)}`

/** Those of the exams that somebody may still write. */
export async function runningOf(q: Queryable, ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const w = where()
  const { rows } = await q.query<{ id: string }>(
    `select t.id from r_exam t where t.id = any(${w.add([...ids])}::text[]) and ${isAhead(now, w.add)}`,
    w.params,
  )
  return new Set(rows.map((r) => r.id))
}

export interface Closed {
  /** Papers of exams that somebody may still write. */
  papers: readonly string[]
  questions: ReadonlySet<string>
}
/** What is closed now, whole: to be asked by, and remembered by, what it is and not by the moment. */
export async function closedNow(q: Queryable, now: Date, closing: Closing = 'all'): Promise<Closed> {
  const exams = (await aheadNow(q, now)).filter((e) => e.meant && (closing === 'all' || e.graded))
  const papers = [...new Set(exams.map((e) => e.paper_id))].toSorted()
  const rows = await remembered<{ id: string }>(
    q,
    'select distinct u.question_id as id from paper_question u where u.paper_id = any($1::text[]) order by 1',
    [papers],
  )
  const contested = await contestedNow(q, now)
  return workedOut(
    [rows, contested.rows],
    () => ({ papers, questions: new Set([...rows.map((r) => r.id), ...contested.ids]) }),
    contested.ids.join(),
  )
}

/** What is closed to this person now: by exams, to everybody, and by homework that they have open. */
export async function closedTo(q: Queryable, who: RowViewer, now: Date, closing: Closing = 'all'): Promise<Closed> {
  const [closed, held] = await Promise.all([closedNow(q, now, closing), heldByHomework(q, who, now)])
  return held.size ? { papers: closed.papers, questions: new Set([...closed.questions, ...held]) } : closed
}

/** Those of the questions whose keys are closed to this person. */
export async function closedToOf(
  q: Queryable,
  who: RowViewer,
  ids: readonly string[],
  now: Date,
  closing: Closing = 'all',
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const { questions } = await closedTo(q, who, now, closing)
  return new Set(ids.filter((id) => questions.has(id)))
}

/** Those of the questions whose keys are closed by exams, whoever reads: what asks them itself leaves them out. */
export async function closedOf(
  q: Queryable,
  ids: readonly string[],
  now: Date,
  closing: Closing = 'all',
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const { questions } = await closedNow(q, now, closing)
  return new Set(ids.filter((id) => questions.has(id)))
}

/**
 * What exams do with questions that somebody is about to ask elsewhere: `asked` while an exam may still be written, `marked` while answers of one
 * wait for a mark. One call for a list, however long.
 * @param beside an exam that is left out: the one the question is put in
 */
export async function inExams(
  q: Queryable,
  ids: readonly string[],
  now: Date,
  beside = '',
): Promise<ReadonlyMap<string, InExam>> {
  if (!ids.length) return new Map()
  const papers = (await aheadNow(q, now)).flatMap((e) => (e.meant && e.id !== beside ? [e.paper_id] : []))
  const { rows } = await q.query<{ id: string; asked: boolean }>(
    `select u.question_id as id, bool_or(u.paper_id = any($2::text[])) as asked from paper_question u
     where u.question_id = any($1::text[]) and (u.paper_id = any($2::text[]) or exists (
       select 1 from r_exam t join exam_attempt a on a.exam_id = t.id and a.status = 'to-be-scored'
       where t.k_paper_id = u.paper_id and t.id <> $3)) group by 1`,
    [[...new Set(ids)], papers, beside],
  )
  return new Map(rows.map((r) => [r.id, r.asked ? 'asked' : 'marked']))
}

/** Which keys of a sheet that was handed in its reader is told: none, those of answers that are judged, or all, as whoever keeps the exam. */
export type KeysTold = 'none' | 'judged' | 'all'
export const isTold = (keys: KeysTold, { closed, waits }: { closed: boolean; waits: boolean }): boolean =>
  keys === 'all' || (keys === 'judged' && !closed && !waits)

/** A try at a question tells its key afterwards to who answered: of what was left empty nothing is told. */
export const tellsKey = (answer: Answer | null): boolean => !isBlankAnswer(answer)
