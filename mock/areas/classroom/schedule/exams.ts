/** Exams that are set for somebody, by their plan; practice is there when they like. */
import { wholeDocument } from '#mock/crud/documents.ts'
import { where } from '#mock/crud/where.ts'
import { isMeant } from '../../exam/meant.ts'
import { type ExamData, examRunStateOf, runsOf } from '../../exam/run.ts'
import { activeAccounts } from '../../notice/audience.ts'
import { isoInstant } from '../hours.ts'
import type { ScheduleSource } from './sources.ts'

export const examSource: ScheduleSource = async (q, user, { from, to, now }) => {
  const w = where()
  const me = w.add(user)
  // what is for everybody calls nobody in particular, and is in nobody's schedule until they sit it
  const { rows } = await q.query<{ id: string; data: ExamData }>(
    `select t.id, t.data from r_exam t where t.k_kind = 'exam'
       and t.k_starts_at < ${w.add(to.toISOString())} and t.k_ends_at > ${w.add(from.toISOString())}
       and (exists (select 1 from ${activeAccounts} and u.id = ${me} and ${isMeant('t.id')})
         or exists (select 1 from exam_attempt a where a.exam_id = t.id and a.user_id = ${me}))
     order by t.k_starts_at, t.id limit 500`,
    w.params,
  )
  const runs = await runsOf(
    q,
    rows.map((r) => r.id),
  )
  return rows.map(({ id, data }) => {
    const exam = wholeDocument<ExamData>(data)
    const { status, began_at, end_at } = examRunStateOf(exam, runs.get(id), now)
    return {
      id,
      kind: 'exam' as const,
      title: exam.name,
      about: '',
      about_other: '',
      language: '' as const,
      starts_at: began_at ?? isoInstant(exam.starts_at),
      ends_at: end_at ?? isoInstant(exam.ends_at),
      room: '',
      status,
      leads: false,
      link: { screen: 'exam-guide' as const, params: { exam_id: id } },
      title_other: '',
      moment: null,
      attendance: null,
    }
  })
}
