/** Who marks an exam, as a condition on row `t`: who was named; where nobody was, its owner and whoever may change it. */
import { exam, markingScreens } from '#src/contract/exam/exam.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import { type Scope, where } from '#mock/crud/where.ts'
import { Fail, type Caller, type Platform } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import type { Queryable } from '#mock/db/db.ts'
import { namesOf } from '../bank/banks.ts'
import { ableAmong, mayChange } from '../system/ablePeople.ts'
import { isNumbered } from './anonymous.ts'
import { exams, theExam } from './attempt.ts'
import type { ExamData } from './run.ts'

type Reader = Pick<Caller, 'id' | 'role_key' | 'is_admin' | 'org_line'>

export const markedBy =
  (who: Reader): Scope =>
  (add) => {
    if (who.role_key === 'referee') return `(t.k_markers && array[${add(who.id)}]::text[])`
    const shared = sharedWith(exam, who, 'change')(add)
    return shared && `(t.k_markers && array[${add(who.id)}]::text[] or (cardinality(t.k_markers) = 0 and (${shared})))`
  }

/** Exams that are there for this caller at all: a referee knows of those that name him, and of his own. */
export const knownTo =
  (who: Reader): Scope =>
  (add) => {
    const me = who.role_key === 'referee' ? add(who.id) : undefined
    return me && `(t.owner_id = ${me} or t.k_markers && array[${me}]::text[])`
  }

/** Why somebody who may change an exam does not mark it: others are named. Administrators always may, referees only where they are named. */
export function whyNotMark(e: Pick<ExamData, 'markers'>, who: Caller): 'marked_by_others' | undefined {
  if (e.markers.includes(who.id) || (who.role_key !== 'referee' && (who.is_admin || !e.markers.length)))
    return undefined
  return 'marked_by_others'
}

/** Whether points are this caller's to give: those to whom the pages are open for reading alone look on. */
export const givesMarks = (e: Pick<ExamData, 'markers'>, who: Caller): boolean =>
  whyNotMark(e, who) === undefined && mayCall(who, 'POST /exam-sheets/:id/marks')

/** A condition on people: their account is in use, and their role gives points. */
export const maySetMarks = mayChange(markingScreens)
/** Those of the named markers who can mark at all: who was named and lost the right, or the account, judges nothing. */
export const ableMarkers = (q: Queryable, ids: readonly string[]): Promise<string[]> => ableAmong(q, ids, maySetMarks)

/** Whether none of the named markers is left for an answer that these people have judged: then whoever keeps the exam decides. */
export const isNobodyLeft = (
  { markers, able }: { markers: readonly string[]; able: readonly string[] },
  judges: readonly { marker: string | null }[],
): boolean => markers.length > 0 && able.every((id) => judges.some((m) => m.marker === id))

/** Whether the exam is this caller's to change: where nobody else is left, they decide. */
async function keepsExam(q: Queryable, who: Caller, id: string): Promise<boolean> {
  const w = where()
  const sql = sharedWith(exam, who, 'change')(w.add) ?? 'true'
  const { rows } = await q.query(`select 1 from r_exam t where t.id = ${w.add(id)} and (${sql})`, w.params)
  return rows.length > 0
}

/** An exam as whoever marks it has it. */
export interface MarkedExam extends ExamData {
  /** Numbers stand in place of names. */
  numbered: boolean
  /** Those of its markers who can mark. */
  able: readonly string[]
}
export async function asMarked(c: { q: Queryable; platform: Pick<Platform, 'now'> }, id: string): Promise<MarkedExam> {
  const found = await theExam(c.q, id)
  return { ...found, numbered: await isNumbered(c, id, found), able: await ableMarkers(c.q, found.markers) }
}

async function ownerName(q: Queryable, id: string): Promise<string> {
  const owner = (await exams.get(q, id))?.owner_id ?? ''
  return (await namesOf(q, [owner])).get(owner) ?? ''
}

/** The exam, for somebody who marks it, or decides what its markers leave. Throws when others were named; referees know of no other exam. */
export async function markingExam(
  c: { q: Queryable; who: Caller; platform: Pick<Platform, 'now'> },
  id: string,
): Promise<MarkedExam> {
  const { q, who } = c
  const found = await asMarked(c, id)
  const code = whyNotMark(found, who)
  if (code && who.role_key === 'referee') throw new Fail('not_found')
  if (!found.markers.includes(who.id) && !(await keepsExam(q, who, id))) {
    if (!code) throw new Fail('not_shared', { owner: await ownerName(q, id) })
    const people = await namesOf(q, found.markers)
    throw new Fail(code, { names: found.markers.map((marker) => people.get(marker) ?? '') })
  }
  return found
}
