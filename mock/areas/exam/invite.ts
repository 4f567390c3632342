/** Each candidate hears of an exam that is set for him, of another time for it, and that it is called off. A practice exam is there when he likes: nobody calls him. */
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { remindLater } from '../classroom/schedule/remind.ts'
import { activeAccounts } from '../notice/audience.ts'
import { notify } from '../notice/notify.ts'
import { exams } from './attempt.ts'
import { isCandidate } from './candidates.ts'
import { closedIds } from './keyReaders.ts'
import { wholeDocument } from '#mock/crud/documents.ts'
import { type ExamData, examRunStateOf, runsOf } from './run.ts'

const invite = 'exam.invite'
/** Seconds after the last change: whoever sets one up saves more than once. */
const quiet = 120

/** The exam, or whom it is for, was written. */
export async function planInvitations(
  q: Queryable,
  examId: string,
  exam: Partial<Pick<ExamData, 'kind' | 'ends_at'>>,
  now: Date,
): Promise<void> {
  if (exam.kind === 'practice' || Date.parse(exam.ends_at ?? '') <= now.getTime()) await cancelDue(q, invite, examId)
  else await plan(q, invite, examId, new Date(now.getTime() + quiet * 1000))
  await remindLater(q, 'exam', examId, now)
}

/** The exam is being removed. Those hear of it who were told that it is set; what has ended is not called off. */
export async function callOff(q: Queryable, platform: Platform, examId: string, exam: ExamData): Promise<void> {
  const run = (await runsOf(q, [examId])).get(examId)
  const { rows } = await q.query<{ user_id: string }>('delete from exam_invited where exam_id = $1 returning user_id', [
    examId,
  ])
  if (!rows.length || examRunStateOf(exam, run, platform.now()).status === 'ended') return
  const to = rows.map((r) => r.user_id).toSorted()
  await notify(q, platform, { to, kind: 'exam_called_off', params: { exam: exam.name } })
}

export const invitationsDue = (platform: Platform): DueHandlers => ({
  async [invite](q, examId) {
    const found = await exams.get(q, examId)
    const exam = found && wholeDocument<ExamData>(found.data)
    if (!exam || exam.kind === 'practice' || Date.parse(exam.ends_at) <= platform.now().getTime()) return
    const w = where()
    // who may not sit it is not called
    const closed = await closedIds(q, platform, examId, true)
    const meant = `select u.id from ${activeAccounts} and ((${w.add(found?.open === true)}::boolean and not u.id = any(${w.add(closed)}::text[])) or ${isCandidate(examId, closed, w.add)})`
    const [starts, ends] = [w.add(exam.starts_at), w.add(exam.ends_at)]
    const { rows } = await q.query<{ user_id: string; fresh: boolean }>(
      `insert into exam_invited (exam_id, user_id, starts_at, ends_at)
       select ${w.add(examId)}, m.id, ${starts}::timestamptz, ${ends}::timestamptz from (${meant}) m order by m.id
       on conflict (exam_id, user_id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at
         where (exam_invited.starts_at, exam_invited.ends_at) <> (excluded.starts_at, excluded.ends_at)
       returning user_id, xmax = 0 as fresh`,
      w.params,
    )
    const link = { screen: 'exam-guide', params: { exam_id: examId } } as const
    for (const [kind, fresh] of [
      ['exam_set', true],
      ['exam_moved', false],
    ] as const) {
      const to = rows.filter((r) => r.fresh === fresh).map((r) => r.user_id)
      if (to.length) await notify(q, platform, { to, kind, params: { exam: exam.name }, link })
    }
  },
})
