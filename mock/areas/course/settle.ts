/** Questions that a section asks, looked up when it is written. */
import type { ContentOf } from '#src/contract/course/outline.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { usable } from '#mock/crud/ownership.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail } from '#mock/http/request/handler.ts'
import { questions } from '../bank/banks.ts'
import { keptVersions } from '../bank/version.ts'

type Asking = Pick<ContentOf<'quiz'>, 'items'>

/** Each item names a theory question that is there and that the caller may build on, unless it stood before; its version is the kept one. */
export async function settleItems<C extends Asking>(
  q: Queryable,
  content: C,
  had: Asking | undefined,
  who: Caller,
): Promise<C> {
  if (!content.items.length) return content
  const { items } = content
  const ids = items.map((i) => i.question_id)
  // held until the section is written: whoever removes one of them waits, and then finds the course
  await q.query(`select id from ${questions.theory.table} where id = any($1::text[]) order by id for key share`, [ids])
  const kept = await keptVersions(
    q,
    items.map((i) => ({ bank: 'theory', id: i.question_id, version: i.question_version })),
  )
  const before = new Set(had?.items.map((i) => i.question_id))
  const mine = await usable(
    q,
    'theory-question',
    ids.filter((id) => !before.has(id)),
    who,
  )
  const fields: FieldProblem[] = []
  const settledItems = items.map((item, n) => {
    const question_version = kept[n]
    if (question_version === undefined || !(before.has(item.question_id) || mine.has(item.question_id)))
      fields.push({ path: `content.items.${n}.question_id`, rule: 'unknown_reference' })
    return { ...item, question_version: question_version ?? item.question_version }
  })
  if (fields.length) throw new Fail('validation', { fields })
  return { ...content, items: settledItems }
}
