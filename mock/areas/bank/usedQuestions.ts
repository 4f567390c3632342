/** Which questions and sets somebody has worked with: tries, notes, reports, comments. Without the question they would say nothing. */
import type { Queryable } from '#mock/db/db.ts'

/** Tables whose rows are somebody's work with a question. */
export const workOnQuestions = [
  'practice_try',
  'practice_draft',
  'practice_mended',
  'question_collected',
  'question_note',
  'question_report',
  'question_hint',
  'flag_solve',
  'flag_shared',
  'flag_scene',
  'contest_item',
] as const

export async function usedQuestions(q: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const each = [
    ...workOnQuestions.map((table) => `select question_id as id from ${table} where question_id = any($1::text[])`),
    `select k_entity_id as id from r_comment where k_entity <> 'letter' and k_entity_id = any($1::text[])`,
  ]
  const { rows } = await q.query<{ id: string }>(each.join(' union '), [ids])
  return new Set(rows.map((r) => r.id))
}

/** Sets that somebody practised as a whole. */
export async function practisedSets(q: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await q.query<{ id: string }>(
    'select distinct set_id as id from practice_run where set_id = any($1::text[])',
    [ids],
  )
  return new Set(rows.map((r) => r.id))
}
