/** Files read by way of an exam: those of its questions by who sits or marks it, those of an answer by its candidate and his markers. */
import { answerHolder } from '#src/contract/bank/attachment.ts'
import { marking, sitting } from '#src/contract/exam/exam.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Who } from '#mock/http/handler.ts'

interface Use {
  holder: string
  holder_id: string
  /** Of a write-up. */
  secret: boolean
}

export async function inExam(
  { q, who }: { q: Queryable; who: Who },
  { holder, holder_id, secret }: Use,
): Promise<boolean> {
  const marks = marking.some((s) => who.granted.has(s))
  const sits = sitting.some((s) => who.granted.has(s))
  // exams that name markers are theirs
  const marker = `($2 and ($3 or coalesce(jsonb_array_length(e.data->'markers'), 0) = 0 or e.data->'markers' ? $1))`
  const params = [who.id, marks, who.is_admin, sits]
  if (holder === answerHolder) {
    const { rows } = await q.query(
      `select 1 from exam_attempt a join r_exam e on e.id = a.exam_id where a.id = $5 and (($4 and a.user_id = $1) or ${marker})`,
      [...params, holder_id],
    )
    return rows.length > 0
  }
  // how it is solved is for who marks it, not for who sits it
  if (!marks && (secret || !sits)) return false
  const { rows } = await q.query(
    `select 1 from exam_attempt a join r_exam e on e.id = a.exam_id join r_paper p on p.id = a.paper_id
     where p.data->'variants' @> $5::jsonb and (($4 and not $6 and a.user_id = $1) or ${marker}) limit 1`,
    [...params, JSON.stringify([{ sections: [{ items: [{ question_id: holder_id }] }] }]), secret],
  )
  return rows.length > 0
}

/** Whether a file is of an answer that this reader marks without names. */
export async function isNameless(
  { q, who }: { q: Queryable; who: Who },
  file: { id: string; owner: string },
): Promise<boolean> {
  if (file.owner === who.id || who.is_admin) return false
  const { rows } = await q.query(
    `select 1 from attachment_use x join exam_attempt a on a.id = x.holder_id join r_exam e on e.id = a.exam_id
     where x.attachment_id = $1 and x.holder = $2 and (e.data->>'anonymous')::boolean limit 1`,
    [file.id, answerHolder],
  )
  return rows.length > 0
}
