/** Who may read the right answers of an exam on the pages that mark and manage exams: an exam that asks the same is none he can sit. */
import { access } from '#src/contract/access.ts'
import { screens } from '#src/contract/screens/index.ts'
import { exam as examLine, resultScreens } from '#src/contract/exam/exam.ts'
import { holdsAnyScreen } from '#mock/crud/keeps.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import { type Scope, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { activeAccounts } from '../notice/audience.ts'
import { grantsOf } from '../session/people.ts'
import { peopleNow, type CurrentPerson } from '../session/peopleNow.ts'
import { isMeant } from './meant.ts'
import { knownTo, markedBy } from './markedBy.ts'

/** The reader, as far as the rule asks. */
export type KeyReader = Omit<CurrentPerson, 'changes' | 'role_id'>

/**
 * A condition on exams `t`: their keys are there for this reader, as he is named to mark them, or may change them and so name himself. Undefined where his screens show none.
 */
function keysReadBy(who: KeyReader): Scope | undefined {
  if (!holdsAnyScreen(who.granted, examLine.read)) return undefined
  if (who.role_key === 'referee') return knownTo(who)
  const scopes = [
    ...(holdsAnyScreen(who.granted, resultScreens) ? [markedBy(who)] : []),
    sharedWith(examLine, who, 'change'),
  ]
  return (add) => {
    const all = scopes.map((scope) => scope(add))
    return all.includes(undefined) ? undefined : all.map((one) => `(${one})`).join(' or ')
  }
}

/** Those of some exams that are closed to this person. Practice and test runs are for whoever likes: by these a keeper tries his own. */
export async function closedToKeyReader(
  q: Queryable,
  who: KeyReader,
  exams: readonly string[],
): Promise<ReadonlySet<string>> {
  const reads = exams.length ? keysReadBy(who) : undefined
  if (!reads) return new Set()
  const w = where()
  const rows = await remembered<{ id: string }>(
    q,
    `select e.id from r_exam e where e.id = any(${w.add([...exams])}::text[]) and e.data->>'kind' = 'exam' and exists (
       select 1 from r_exam t where (t.id = e.id or t.k_paper_id in (
         select p.paper_id from paper_question u join paper_question p on p.question_id = u.question_id where u.paper_id = e.k_paper_id))
       and (${reads(w.add) ?? 'true'}))`,
    w.params,
  )
  return new Set(rows.map((r) => r.id))
}

export type Looks = Pick<Platform, 'licence' | 'now'>

/**
 * Of whom the exam is for, those to whom it is closed: they are no candidates. By name.
 * @param all also of one for everybody, for which nobody was chosen
 */
export async function closedCandidates(
  q: Queryable,
  platform: Looks,
  examId: string,
  all = false,
): Promise<{ id: string; name: string }[]> {
  const [exam] = await remembered<{ open: boolean; kind: string }>(
    q,
    `select open, data->>'kind' as kind from r_exam where id = $1`,
    [examId],
  )
  if (exam?.kind !== 'exam' || (exam.open && !all)) return []
  // most are of roles that open no page of exams
  const licensed = new Set((await platform.licence.current()).standing.open)
  const roles = await remembered<{ id: string; data: Parameters<typeof grantsOf>[0] }>(
    q,
    'select id, data from r_role order by id',
    [],
  )
  const open = roles.flatMap((r) =>
    holdsAnyScreen(access(screens, grantsOf(r.data), licensed).granted, examLine.read) ? r.id : [],
  )
  const w = where()
  const asked = await remembered<{ id: string; name: string }>(
    q,
    `select u.id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name
     from ${activeAccounts} and u.k_role_id = any(${w.add(open)}::text[]) and (${w.add(exam.open)}::boolean or ${isMeant(w.add(examId))}) order by 2, 1`,
    w.params,
  )
  const closed = new Set<string>()
  for (const person of await peopleNow(
    q,
    platform,
    asked.map((r) => r.id),
  ))
    if ((await closedToKeyReader(q, person, [examId])).size) closed.add(person.id)
  return asked.filter((r) => closed.has(r.id))
}
export const closedIds = async (q: Queryable, platform: Looks, examId: string, all = false): Promise<string[]> =>
  (await closedCandidates(q, platform, examId, all)).map((r) => r.id)
