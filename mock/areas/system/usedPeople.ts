/** Who has begun to use their account, or is named by others: what a list brought in and nobody has touched may be taken back, they may not. */
import { flagContest } from '#src/contract/contest/flagContest.ts'
import { exam } from '#src/contract/exam/exam.ts'
import { team } from '#src/contract/system/team.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import { noPassword } from '../session/account.ts'
import { contentOwnedBy } from './owns.ts'

/** Columns by which somebody has work of their own. That the platform invited or told them is no work of theirs. */
export const workOfPeople: readonly (readonly [table: string, column: string])[] = [
  ['exam_attempt', 'user_id'],
  ['exam_event', 'user_id'],
  ['scene', 'owner_id'],
  ['scene_console', 'user_id'],
  ['recording', 'user_id'],
  ['stamp', 'user_id'],
  ['topology_lock', 'user_id'],
  ['practice_try', 'user_id'],
  ['practice_draft', 'user_id'],
  ['practice_run', 'user_id'],
  ['practice_mended', 'user_id'],
  ['question_collected', 'user_id'],
  ['question_note', 'user_id'],
  ['question_report', 'user_id'],
  ['question_hint', 'user_id'],
  ['flag_attempt', 'user_id'],
  ['flag_solve', 'user_id'],
  ['flag_shared', 'user_id'],
  ['flag_shared', 'owner_id'],
  ['flag_scene', 'user_id'],
  ['course_member', 'user_id'],
  ['evidence', 'user_id'],
  ['class_member', 'user_id'],
  ['class_attendance', 'user_id'],
  ['class_help', 'user_id'],
  ['schedule_address', 'user_id'],
  ['lesson_note', 'user_id'],
  ['certificate', 'user_id'],
  ['learning_time', 'user_id'],
  ['learning_clock', 'user_id'],
  ['learner_choice', 'user_id'],
  ['course_request', 'user_id'],
  ['contest_member', 'user_id'],
  ['contest_submission', 'user_id'],
]

/** Holds their accounts until the transaction ends, so that nobody begins to use one meanwhile; a look ahead holds nothing. */
export async function usedPeople(q: Queryable, ids: readonly string[], hold: boolean): Promise<Set<string>> {
  if (hold)
    await q.query(
      `select 1 from account a join r_user u on u.id = a.user_id where a.user_id = any($1::text[]) order by u.id for update`,
      [ids],
    )
  const { rows } = await q.query<{ id: string }>(
    [
      `select user_id as id from account where user_id = any($1::text[]) and hash <> $2`,
      `select id from r_user where id = any($1::text[]) and k_last_sign_in is not null`,
      `select k_entity_id as id from r_comment where k_entity = 'letter' and k_entity_id = any($1::text[])`,
      ...workOfPeople.map(
        ([table, column]) => `select ${column} as id from ${table} where ${column} = any($1::text[])`,
      ),
    ].join(' union '),
    [ids, noPassword],
  )
  return new Set(rows.map((r) => r.id))
}

/** Tables beside the lists of a resource in which others name somebody, and what that is a part of. */
export const namingTables = {
  exam_extra: `select user_id as id, 'exam' as entity, exam_id as entity_id from exam_extra where user_id = any($1::text[])`,
  scene_person: `select user_id, 'scene', scene_id from scene_person where user_id = any($1::text[])`,
  share_person: `select user_id, resource, entity_id from share_person where user_id = any($1::text[])`,
} as const
const naming = [
  ...Object.values(namingTables),
  `select target, resource, entity_id from audience where kind = 'user' and target = any($1::text[])`,
  ...(
    [
      [team.name, 'k_member_ids'],
      [exam.name, 'k_markers'],
      [flagContest.name, 'k_organisers'],
      [flagContest.name, 'k_referees'],
      [flagContest.name, 'k_observers'],
    ] as const
  ).map(
    ([name, column]) =>
      `select m.id, '${name}', t.id from ${tableOf(name)} t cross join lateral unnest(t.${column}) m(id) where m.id = any($1::text[])`,
  ),
].join(' union ')

export interface Naming {
  id: string
  entity: string
  entity_id: string
}
/** What names people, or is theirs: by person, what it is and its id. */
export async function namesOfPeople(q: Queryable, ids: readonly string[]): Promise<Naming[]> {
  const { rows } = await q.query<Naming>(naming, [ids])
  return [...rows, ...(await contentOwnedBy(q, ids))]
}
