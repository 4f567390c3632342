/** Who marks an exam, as a condition on row `t`: who was named; where nobody was, whoever it is shared with. */
import { exam } from '#src/contract/exam/exam.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import type { Scope } from '#mock/crud/where.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import type { Queryable } from '#mock/db/db.ts'
import { namesOf } from '../bank/banks.ts'
import { theExam } from './attempt.ts'
import type { ExamData } from './run.ts'

type Reader = Pick<Caller, 'id' | 'role_key' | 'is_admin' | 'org_line'>

export const markedBy =
  (who: Reader): Scope =>
  (add) => {
    if (who.role_key === 'referee') return `(t.k_markers && array[${add(who.id)}]::text[])`
    const shared = sharedWith(exam, who)(add)
    return shared && `(t.k_markers && array[${add(who.id)}]::text[] or (cardinality(t.k_markers) = 0 and (${shared})))`
  }

/** Exams that are there for this caller at all: a referee knows of those that name him, and of his own. */
export const knownTo =
  (who: Reader): Scope =>
  (add) => {
    const me = who.role_key === 'referee' ? add(who.id) : undefined
    return me && `(t.owner_id = ${me} or t.k_markers && array[${me}]::text[])`
  }

/** Why somebody who sees an exam does not mark it: others are named. Administrators always may, referees only where they are named. */
export function whyNotMark(e: Pick<ExamData, 'markers'>, who: Caller): 'marked_by_others' | undefined {
  if (e.markers.includes(who.id) || (who.role_key !== 'referee' && (who.is_admin || !e.markers.length)))
    return undefined
  return 'marked_by_others'
}

/** Whether points are this caller's to give: those to whom the pages are open for reading alone look on. */
export const givesMarks = (e: Pick<ExamData, 'markers'>, who: Caller): boolean =>
  whyNotMark(e, who) === undefined && mayCall(who, 'POST /exam-sheets/:id/marks')

/** The exam, for somebody who marks it. Throws when others were named; referees know of no other exam. */
export async function markingExam(q: Queryable, who: Caller, id: string): Promise<ExamData> {
  const exam = await theExam(q, id)
  const code = whyNotMark(exam, who)
  if (code && who.role_key === 'referee') throw new Fail('not_found')
  if (code) {
    const people = await namesOf(q, exam.markers)
    throw new Fail(code, { names: exam.markers.map((marker) => people.get(marker) ?? '') })
  }
  return exam
}
