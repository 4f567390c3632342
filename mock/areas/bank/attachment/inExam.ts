/** Files read by way of an exam: those of its questions by who sits or marks it, those of an answer by its candidate and his markers. */
import { answerHolder } from '#src/contract/bank/attachment.ts'
import { exam as examLine, markingScreens, sitting } from '#src/contract/exam/exam.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { either, sharedWith } from '#mock/crud/ownership.ts'
import type { Caller, Platform } from '#mock/http/request/handler.ts'
import { isNumbered } from '../../exam/anonymous.ts'
import { theExam } from '../../exam/attempt.ts'
import { markedBy } from '../../exam/markedBy.ts'

interface Use {
  holder: string
  holder_id: string
  /** Of a write-up. */
  secret: boolean
}

export async function inExam(
  { q, who }: { q: Queryable; who: Caller },
  { holder, holder_id, secret }: Use,
): Promise<boolean> {
  const marks = markingScreens.some((s) => who.granted.has(s))
  const sits = sitting.some((s) => who.granted.has(s))
  // how it is solved is for who marks it, not for who sits it
  if (holder !== answerHolder && !marks && (secret || !sits)) return false
  const { add, params } = where()
  const sat = sits && !(secret && holder !== answerHolder) ? `a.user_id = ${add(who.id)}` : 'false'
  // whoever keeps it decides where none of its markers is left
  const marked = marks ? (either(markedBy(who), sharedWith(examLine, who, 'change'))(add) ?? 'true') : 'false'
  const which =
    holder === answerHolder
      ? `a.id = ${add(holder_id)}`
      : `p.data->'variants' @> ${add(JSON.stringify([{ sections: [{ items: [{ question_id: holder_id }] }] }]))}::jsonb`
  const { rows } = await q.query(
    `select 1 from exam_attempt a join r_exam t on t.id = a.exam_id left join r_paper p on p.id = a.paper_id
     where ${which} and (${sat} or ${marked}) limit 1`,
    params,
  )
  return rows.length > 0
}

/** Whether a file is of an answer that this reader marks without names. */
export async function isNameless(
  { q, who, platform }: { q: Queryable; who: Caller; platform: Pick<Platform, 'now'> },
  file: { id: string; owner: string },
): Promise<boolean> {
  if (file.owner === who.id) return false
  const { rows } = await q.query<{ id: string }>(
    `select distinct a.exam_id as id from attachment_use x join exam_attempt a on a.id = x.holder_id join r_exam e on e.id = a.exam_id
     where x.attachment_id = $1 and x.holder = $2 and (e.data->>'anonymous')::boolean`,
    [file.id, answerHolder],
  )
  for (const { id } of rows) if (await isNumbered({ q, platform }, id, await theExam(q, id))) return true
  return false
}
