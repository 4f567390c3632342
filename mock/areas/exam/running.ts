/** The exam somebody is in the middle of, for the frame of every page he looks at meanwhile. Practice waits for him as long as he likes. */
import type { RunningExam } from '#src/contract/exam/attempt.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { isoTime, sheetsOf } from './attempt.ts'

export async function runningExam(q: Queryable, userId: string, now: Date): Promise<RunningExam | null> {
  const { rows } = await q.query<{ id: string }>(
    `select a.id from exam_attempt a join r_exam e on e.id = a.exam_id
     where a.user_id = $1 and a.status in ('ongoing', 'pause') and a.deadline_at > $2 and e.data->>'kind' <> 'practice'
     order by a.deadline_at, a.id limit 1`,
    [userId, now.toISOString()],
  )
  const sheet = rows[0] && (await sheetsOf(q, [rows[0].id], now)).get(rows[0].id)
  if (!sheet) return null
  const { row, exam, standing, messages } = sheet
  const said = messages.at(-1)
  return {
    id: row.exam_id,
    name: exam.name,
    deadline_at: isoTime(row.deadline_at),
    paused: row.status === 'pause' || standing.status === 'pause',
    now: now.toISOString(),
    message: said ? { ...said, at: isoTime(said.at) } : null,
  }
}
