/** A sheet looked at afterwards by its candidate, as deep as the exam allows, and objections to its points. */
import { settled } from '#src/contract/exam/mark.ts'
import { gradeOf, ranksOf } from '#src/contract/exam/score.ts'
import type { Review } from '#src/contract/exam/attempt.schema.ts'
import type { ReviewDepth } from '#src/contract/exam/exam.ts'
import { Fail, type Handler } from '#mock/http/handler.ts'
import { iso, ownSheet, type Sheet } from './attempt.ts'
import { answersOf } from './judge.ts'
import { isOut, totalsOf } from './mine.ts'
import { askedOf, keyOf, orderOf, type Papers } from './sheet.ts'

/** How deep the candidate may look now. */
function depthOf({ exam, run, row }: Sheet, now: Date): ReviewDepth {
  if (row.status !== 'scored' || !isOut(exam, run, now)) return 'nothing'
  const [from, to] = [exam.review_from, exam.review_to].map((t) => (t === null ? undefined : Date.parse(t)))
  if ((from !== undefined && now.getTime() < from) || (to !== undefined && now.getTime() >= to)) return 'points'
  return exam.review_depth
}

interface MarkRow {
  item: string
  round: number
  points: number
  rule: string
  comment: string
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
    const totals = await totalsOf(q, row.exam_id, exam)
    const rank = ranksOf([...totals.values()])[[...totals.keys()].indexOf(row.user_id)] ?? 0
    const points = row.points ?? 0
    const boundaries = { A: exam.grade_a, B: exam.grade_b, C: exam.grade_c }
    const answers = await answersOf(q, row.id)
    const { rows: marks } = await q.query<MarkRow>(
      'select item, round, points, rule, comment from exam_mark where attempt_id = $1 order by item, round',
      [row.id],
    )
    const { rows: objections } = await q.query<{
      item: string
      text: string
      at: string
      reply: string | null
      replied_at: string | null
    }>('select item, text, at, reply, replied_at from exam_objection where attempt_id = $1', [row.id])
    const read = await papers.of(q, row, query.language ?? '')
    let n = 0
    const sections: Review['sections'] =
      depth === 'points'
        ? []
        : orderOf(read, row).sections.map((s) => ({
            id: s.id,
            title: s.title,
            items: s.items.map((item) => {
              n++
              const own = marks.filter((m) => m.item === item.id)
              const found = objections.find((o) => o.item === item.id)
              const last = own.at(-1)
              return {
                id: item.id,
                n,
                score: item.score,
                points: settled(own, item.score, exam).points,
                rule: last?.rule ?? '',
                comment: own
                  .map((m) => m.comment)
                  .filter(Boolean)
                  .join('\n\n'),
                question: askedOf(read, item),
                answer: answers.get(item.id) ?? null,
                key: depth === 'keys' ? keyOf(read, item.id).answer : null,
                objection: found
                  ? {
                      text: found.text,
                      at: iso(found.at),
                      reply: found.reply,
                      replied_at: found.replied_at && iso(found.replied_at),
                    }
                  : null,
              }
            }),
          }))
    return {
      attempt: row.id,
      exam: exam.name,
      n: row.n,
      depth,
      points,
      score: row.score,
      grade: gradeOf(row.score > 0 ? points / row.score : 0, boundaries),
      rank,
      candidates: totals.size,
      handed_at: iso(row.handed_at),
      sections,
      may_object: exam.objections && depth !== 'points',
    }
  }

export const object: Handler<'POST /exam-attempts/:id/objections'> = async (c) => {
  const { q, platform, body } = c
  const now = platform.now()
  const sheet = await ownSheet(c, c.params.id, true)
  const depth = depthOf(sheet, now)
  if (!sheet.exam.objections || depth === 'nothing' || depth === 'points') throw new Fail('not_allowed_in_state')
  const { rows } = await q.query('select 1 from exam_mark where attempt_id = $1 and item = $2 limit 1', [
    sheet.row.id,
    body.item,
  ])
  if (!rows.length) throw new Fail('not_found')
  const { count } = await q.query(
    'insert into exam_objection (attempt_id, item, text, at) values ($1, $2, $3, $4) on conflict do nothing',
    [sheet.row.id, body.item, body.text, now.toISOString()],
  )
  if (count !== 1) throw new Fail('duplicate_data')
  c.audit({ entity: 'exam', id: sheet.row.exam_id, details: { attempt: sheet.row.id, item: body.item } })
  return { at: now.toISOString() }
}
