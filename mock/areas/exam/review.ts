/** A sheet looked at afterwards by its candidate, as deep as the exam allows, and objections to its points. */
import { gradeOf, ranksOf } from '#src/contract/exam/score.ts'
import type { Review } from '#src/contract/exam/attempt.schema.ts'
import type { ReviewDepth } from '#src/contract/exam/exam.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { isoTime, ownSheet, type AttemptContext } from './attempt.ts'
import { isOut, attemptPointsOf, totalsOf } from './mine.ts'
import { closedOn, isSumHeld, reviewed, sumOfShown } from './reviewed.ts'
import { sheetOrderOf, type Papers } from './sheet.ts'
import { tellWhoAnswers } from './tellOfMarking.ts'

/** How deep the candidate may look now. Practice shows all of what is judged as soon as it is handed in. */
export function depthOf({ exam, run, row }: AttemptContext, now: Date): ReviewDepth {
  if (exam.kind === 'practice') return row.handed_at ? 'keys' : 'nothing'
  if (row.status !== 'scored' || !isOut(exam, run, now)) return 'nothing'
  const [from, to] = [exam.review_from, exam.review_to].map((t) => (t === null ? undefined : Date.parse(t)))
  if ((from !== undefined && now.getTime() < from) || (to !== undefined && now.getTime() >= to)) return 'points'
  return exam.review_depth
}

export const review =
  (papers: Papers): Handler<'GET /exam-attempts/:id/review'> =>
  async (c) => {
    const { q, platform, query } = c
    const now = platform.now()
    const sheet = await ownSheet(c, c.params.id)
    const { row, exam } = sheet
    const depth = depthOf(sheet, now)
    if (depth === 'nothing' || !row.handed_at) throw new Fail('not_allowed_in_state', { status: row.status })
    const totals = totalsOf(await attemptPointsOf(q, row.exam_id), exam)
    const done = row.status === 'scored'
    const rank = done ? (ranksOf([...totals.values()])[[...totals.keys()].indexOf(row.user_id)] ?? null) : null
    const boundaries = { A: exam.grade_a, B: exam.grade_b, C: exam.grade_c }
    const { rows: objections } = await q.query<{
      item: string
      text: string
      at: string
      reply: string | null
      replied_at: string | null
    }>('select item, text, at, reply, replied_at from exam_objection where attempt_id = $1', [row.id])
    const { rows: attempts } = await q.query<{ points: number }>(
      `select points from exam_attempt where exam_id = $1 and user_id = $2 and status = 'scored' order by n`,
      [row.exam_id, row.user_id],
    )
    const read = await papers.of(q, row, query.language ?? '')
    const objectionTo = ({ id, closed: shut }: { id: string; closed: boolean }) => {
      const found = objections.find((o) => o.item === id)
      if (!found) return null
      const { text, at } = found
      const { reply, replied_at } = shut ? nothing : found
      return { text, at: isoTime(at), reply, replied_at: replied_at && isoTime(replied_at) }
    }
    const closed = await closedOn(q, platform, read, sheet)
    const partly = closed.size > 0 && isSumHeld(exam)
    const looked =
      depth === 'points' && !partly
        ? []
        : await reviewed(q, read, sheet, {
            keys: depth === 'keys' ? 'judged' : 'none',
            names: !exam.anonymous,
            closed,
          })
    const sections: Review['sections'] =
      depth === 'points'
        ? []
        : looked.map((s) => ({
            ...s,
            // a reply to an objection says what is right
            items: s.items.map((i) => ({ ...i, objection: objectionTo(i) })),
          }))
    const sum = partly ? sumOfShown(looked) : { points: row.points ?? 0, waiting: 0 }
    return {
      attempt: row.id,
      exam: exam.name,
      n: row.n,
      depth,
      ...sum,
      score: row.score,
      open: row.open,
      grade: done && !partly ? gradeOf(row.score > 0 ? sum.points / row.score : 0, boundaries) : null,
      rank: partly ? null : rank,
      candidates: totals.size,
      handed_at: isoTime(row.handed_at),
      rules: {
        double: exam.double,
        threshold: exam.threshold,
        grade_a: exam.grade_a,
        grade_b: exam.grade_b,
        grade_c: exam.grade_c,
        attempt_rule: exam.attempt_rule,
        attempts: partly ? [] : attempts.map((a) => a.points),
        counted: partly ? sum.points : (totals.get(row.user_id) ?? sum.points),
      },
      sections,
      until: depth === 'points' || exam.kind === 'practice' ? null : exam.review_to,
      may_object: exam.objections && depth !== 'points',
    }
  }

const nothing = { reply: null, replied_at: null }

/** Of what is closed nothing is shown that could be objected to. */
export const raiseObjection =
  (papers: Papers): Handler<'POST /exam-attempts/:id/objections'> =>
  async (c) => {
    const sheet = await ownSheet(c, c.params.id, true)
    const read = await papers.of(c.q, sheet.row)
    const items = sheetOrderOf(read, sheet.row).sections.flatMap((s) => s.items)
    const question = items.find((i) => i.id === c.body.item)?.question_id
    if (question !== undefined && (await closedOn(c.q, c.platform, read, sheet)).has(question))
      throw new Fail('question_still_asked')
    return objected(c)
  }

/** The same without a look at what is closed: the past of a demonstration knows exams that were not set then. */
export const objected: Handler<'POST /exam-attempts/:id/objections'> = async (c) => {
  const { q, platform, body, arrived } = c
  const sheet = await ownSheet(c, c.params.id, true)
  // what was sent before the end of the review waited for others, not for its writer
  const depth = depthOf(sheet, arrived)
  if (!sheet.exam.objections || depth === 'nothing' || depth === 'points') throw new Fail('not_allowed_in_state')
  const { rows } = await q.query('select 1 from exam_mark where attempt_id = $1 and item = $2 limit 1', [
    sheet.row.id,
    body.item,
  ])
  if (!rows.length) throw new Fail('not_found')
  const { count } = await q.query(
    'insert into exam_objection (attempt_id, item, text, at) values ($1, $2, $3, $4) on conflict do nothing',
    [sheet.row.id, body.item, body.text, arrived.toISOString()],
  )
  if (count !== 1) throw new Fail('duplicate_data')
  await tellWhoAnswers(q, platform, sheet, body.item)
  c.audit({ entity: 'exam', id: sheet.row.exam_id, details: { attempt: sheet.row.id, item: body.item } })
  return { at: arrived.toISOString() }
}
