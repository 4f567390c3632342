/** Handing in by the clock: one job for each exam, which comes back for the next deadline until nobody writes any more. */
import type { Queryable } from '#mock/db/db.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { lockSheet } from './attempt.ts'
import { closeAttempt, endedBy } from './handIn.ts'
import type { Papers } from './sheet.ts'

const closeDue = 'exam.close'
/** Milliseconds the clock waits after a deadline: answers that arrived in time may stand in line to be written. */
const inLine = 1000
/** Attempts closed in one transaction, so that saves of others wait for a moment only. */
const atOnce = 25

/** No pause stops the clock of the attempt: there is none, or its time was up before it began. */
const running = (a: string): string =>
  `not exists (select 1 from exam_run r where r.exam_id = ${a}.exam_id and r.paused_from < ${a}.deadline_at)`

/** Plans the next deadline of an exam; while it pauses there is none but those before. */
export async function closeLater(q: Queryable, examId: string): Promise<void> {
  const { rows } = await q.query<{ at: string | null }>(
    `select a.deadline_at as at from exam_attempt a where a.exam_id = $1 and a.status in ('ongoing', 'pause') and ${running('a')}
     order by a.deadline_at limit 1`,
    [examId],
  )
  if (rows[0]?.at) await plan(q, closeDue, examId, new Date(Date.parse(rows[0].at) + inLine))
  else await cancelDue(q, closeDue, examId)
}

export const closingDue = (platform: Platform, papers: Papers): DueHandlers => ({
  async [closeDue](q, examId) {
    const now = platform.now()
    const { rows } = await q.query<{ id: string; deadline_at: string }>(
      `select id, deadline_at from exam_attempt a where exam_id = $1 and status in ('ongoing', 'pause') and deadline_at <= $2
       and ${running('a')}
       order by deadline_at, id limit ${atOnce} for update skip locked`,
      [examId, new Date(now.getTime() - inLine).toISOString()],
    )
    for (const { id } of rows) {
      const sheet = await lockSheet(q, id, now)
      if (sheet) await closeAttempt(q, papers, sheet, endedBy(sheet), new Date(sheet.row.deadline_at), now)
    }
    if (rows.length) await publish(q, 'exams', { screens: ['exam-manage'] })
    await closeLater(q, examId)
  },
})
