/** An exam is said beforehand to whoever was told that it is set for them. */
import { wholeDocument } from '#mock/crud/documents.ts'
import type { Reminding } from '../classroom/schedule/remind.ts'
import { exams } from './attempt.ts'
import { type ExamData, examRunStateOf, runsOf } from './run.ts'

export const examReminding: Reminding = {
  async coming(q, id, now) {
    const doc = await exams.get(q, id)
    const exam = doc && wholeDocument<ExamData>(doc.data)
    if (!exam || exam.kind === 'practice') return []
    const { status, began_at } = examRunStateOf(exam, (await runsOf(q, [id])).get(id), now)
    const at = new Date(began_at ?? exam.starts_at)
    return status === 'not-started' && at > now ? [{ id, at: at.toISOString() }] : []
  },
  async said(q, id, { at }) {
    const doc = await exams.get(q, id)
    if (!doc) return undefined
    const { rows } = await q.query<{ user_id: string }>(
      'select user_id from exam_invited where exam_id = $1 order by 1',
      [id],
    )
    return {
      to: rows.map((r) => r.user_id),
      kind: 'exam_soon',
      params: { exam: wholeDocument<ExamData>(doc.data).name, at },
      link: { screen: 'exam-guide', params: { exam_id: id } },
    }
  },
}
