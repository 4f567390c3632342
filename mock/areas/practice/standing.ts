/** How the caller's answers stand, question by question, as parts of statements. */
import { type ExerciseState, practiceLimits, type Verdict } from '#src/contract/practice/practice.ts'
import type { Add } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'

/** The verdict of a try as part of a statement, by the rule of `verdictOf`. */
export const verdict = (p: string): string =>
  `(case when ${p}.share is null then null when ${p}.share >= 1 then 'right' when ${p}.share > 0 then 'partly' else 'wrong' end)`
/** A condition on tries. */
export const verdictCondition = (p: string, as: Verdict): string => `${verdict(p)} = '${as}'`

/**
 * Rows `question_id, tries, solved, state, last_at, mistake` of everything the person answered, in practice and on papers. A question is a
 * mistake from an answer on that was not right, until it was answered rightly twice after it or taken off the list by hand.
 * @param ids questions, all of them when left out
 */
export const exerciseProgressSql = (user: string, add: Add, ids?: readonly string[]): string => {
  const me = add(user)
  const only = ids && `p.question_id = any(${add([...ids])}::text[])`
  return `select p.question_id, count(*)::integer as tries, coalesce(bool_or(${verdictCondition('p', 'right')}), false) as solved, max(p.at) as last_at,
      (array_agg(coalesce('submitted-' || ${verdict('p')}, 'submitted') order by p.id desc))[1] as state,
      coalesce(bool_or(w.question_id is not null), false) as mistake
    from practice_try p left join (${mistakes(me, only)}) w on w.question_id = p.question_id
    where p.user_id = ${me} and p.kind <> 'flag' and p.answer is not null${only ? ` and ${only}` : ''} group by p.question_id`
}

/**
 * Rows `question_id, wrong, partly, last_wrong, rights` of the person's mistakes.
 * @param me place of the person's id in the statement
 * @param only a condition on tries `p`
 */
export const mistakes = (me: string, only = 'true'): string =>
  `select m.* from (
     select x.question_id, x.wrong, x.partly, x.last_wrong,
       (select count(*)::integer from practice_try r where r.user_id = ${me} and r.question_id = x.question_id and r.kind <> 'flag'
          and ${verdictCondition('r', 'right')} and r.id > x.last_wrong) as rights
     from (
       select p.question_id, (count(*) filter (where ${verdictCondition('p', 'wrong')}))::integer as wrong,
         (count(*) filter (where ${verdictCondition('p', 'partly')}))::integer as partly, max(p.id) as last_wrong from practice_try p
       left join practice_mended d on d.user_id = p.user_id and d.question_id = p.question_id
       where p.user_id = ${me} and p.kind <> 'flag' and p.share < 1 and p.answer is not null and (d.upto is null or p.id > d.upto) and ${only}
       group by p.question_id) x) m
   where m.rights < ${practiceLimits.mended}`

export interface ExerciseProgress {
  question_id: string
  tries: number
  solved: boolean
  state: Exclude<ExerciseState, 'not-submitted'>
  last_at: string
  mistake: boolean
}
export async function exerciseProgressOf(
  q: Queryable,
  user: string,
  ids: readonly string[],
): Promise<Map<string, ExerciseProgress>> {
  const params: unknown[] = []
  const add: Add = (v) => `$${params.push(v)}`
  const { rows } = await q.query<ExerciseProgress>(exerciseProgressSql(user, add, ids), params)
  return new Map(rows.map((r) => [r.question_id, r]))
}
