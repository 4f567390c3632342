/** Objections of candidates to points, and the answers of markers other than who gave them. */
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import { settledMark } from '#src/contract/exam/mark.ts'
import { type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import { attemptCalled, candidateNameFor, sheetIdFor } from './anonymous.ts'
import { namesOf } from '../bank/banks.ts'
import { bylines } from '../notice/byline.ts'
import { isoTime } from './attempt.ts'
import { type AnswerToMark, toJudge } from './give.ts'
import { tellCandidates } from './invigilate.ts'
import { updateAttemptTotal } from './judge.ts'
import { examCan } from './exam.ts'
import { asMarked, isNobodyLeft, markingExam, whyNotMark } from './markedBy.ts'
import { marksOf } from './marks.ts'
import { keepersToDecide } from './invigilators.ts'
import { depthOf } from './review.ts'
import { closedOn } from './reviewed.ts'
import { idsInOrder, sheetOrderOf, type Papers } from './sheet.ts'
import { gradeNow, type Moved, tellWhoObjected } from './tellOfMarking.ts'

interface Objection {
  attempt: string
  marking_id: string
  user_id: string
  item: string
  name: string | null
  text: string
  at: string
  reply: string | null
  replied_by: string | null
  variant: string
}
export const objections =
  (papers: Papers): Handler<'GET /exams/:id/objections'> =>
  async (c) => {
    const { q, who, platform, params, query } = c
    // whoever keeps it reads what is objected to, although others mark it and answer
    const keeps = (await examCan(c, params.id)).includes('keys')
    const exam = keeps ? await asMarked(c, params.id) : await markingExam(c, params.id)
    const marks = whyNotMark(exam, who) === undefined
    const names = marks ? undefined : await namesOf(q, exam.able)
    const w = where()
    w.and(`a.exam_id = ${w.add(params.id)}`)
    const objected = 'exam_objection o join exam_attempt a on a.id = o.attempt_id'
    const { rows, ...page } = await paged<Objection>(q, {
      select: `a.id as attempt, a.marking_id, a.user_id, a.variant, o.item, o.text, o.at, o.reply,
        coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, o.replied_by`,
      from: objected,
      shownFrom: `${objected} left join r_user u on u.id = a.user_id`,
      w,
      order: 'o.reply is not null, o.at',
      query,
    })
    // they come once results are out, and are judged without names nonetheless
    const listed = { numbered: exam.anonymous }
    const mayReply = mayCall(who, 'POST /exam-sheets/:id/reply')
    const variants = [...new Set(rows.map((o) => o.variant))]
    const sheet = { exam_id: params.id, paper_id: exam.paper_id }
    const [reads, given, by] = await Promise.all([
      Promise.all(variants.map((variant) => papers.of(q, { ...sheet, variant }, who.language))),
      marksOf(
        q,
        rows.map((o) => o.attempt),
        rows.map((o) => o.item),
      ),
      bylines(
        q,
        rows.flatMap((o) => [
          ...(listed.numbered ? [] : [o.user_id]),
          ...(o.replied_by === null ? [] : [o.replied_by]),
        ]),
      ),
    ])
    const items = rows.map((o) => {
      const asked = reads[variants.indexOf(o.variant)]?.items.asked.get(o.item)
      const score = asked?.score ?? 0
      const own = given.filter((m) => m.attempt_id === o.attempt && m.item === o.item)
      const nobody_left = o.reply === null && isNobodyLeft(exam, own)
      return {
        attempt: sheetIdFor(listed, { id: o.attempt, marking_id: o.marking_id }),
        item: o.item,
        question: asked?.title ?? '',
        candidate: candidateNameFor(listed, o),
        author: listed.numbered ? null : by(o.user_id, o.name ?? ''),
        text: o.text,
        at: isoTime(o.at),
        reply: o.reply,
        replied_by: o.replied_by === null ? null : by(o.replied_by, ''),
        may: mayReply && o.reply === null && (marks || (keeps && nobody_left)) && !own.some((m) => m.marker === who.id),
        nobody_left,
        points: settledMark(own, score, exam).points,
        score,
      }
    })
    // who decides is asked where somebody has to
    const judged = new Set([...exam.markers, ...given.map((m) => m.marker)])
    const deciders = items.some((i) => i.nobody_left) ? await keepersToDecide(q, platform, params.id, judged) : []
    return {
      items,
      answered_by: exam.able.flatMap((id) => names?.get(id) ?? []),
      deciders: deciders.map((p) => p.name),
      ...page,
    }
  }

/** What the answer changed, unless the review keeps it closed to the candidate now. */
async function movedOf(
  { q, platform, body }: Pick<Ctx<'POST /exam-sheets/:id/reply'>, 'q' | 'platform' | 'body'>,
  { sheet, read, place, marks }: AnswerToMark,
  grade: string,
): Promise<Moved | undefined> {
  const now = platform.now()
  const depth = depthOf(sheet, now)
  if (depth === 'nothing' || depth === 'points') return undefined
  const closed = await closedOn(q, platform, read, sheet)
  if (closed.has(place.question_id)) return undefined
  const after = await gradeNow(q, sheet)
  return {
    n: idsInOrder(sheetOrderOf(read, sheet.row)).indexOf(place.id) + 1,
    before: settledMark(marks, place.score, sheet.exam).points,
    after: body.points,
    grade: closed.size ? 'hidden' : after === grade ? 'same' : after,
  }
}

export const answerObjection =
  (papers: Papers): Handler<'POST /exam-sheets/:id/reply'> =>
  async (c) => {
    const { q, who, platform, params, body } = c
    const now = platform.now()
    const about = { sheet: await attemptCalled({ q, platform }, params.id), item: body.item, points: body.points }
    const judged = await toJudge(c, papers, about)
    const { sheet, row, exam, read, place, key, marks } = judged
    // nobody judges their own judgement, and whoever keeps it answers where no marker is left
    if (marks.some((m) => m.marker === who.id) || (whyNotMark(exam, who) && !isNobodyLeft(exam, marks)))
      throw new Fail('no_operation_permission')
    const { count } = await q.query(
      `update exam_objection set reply = $3, replied_by = $4, replied_at = $5 where attempt_id = $1 and item = $2 and reply is null`,
      [row.id, body.item, body.reply, who.id, now.toISOString()],
    )
    if (count !== 1) throw new Fail('not_allowed_in_state')
    await q.query(
      `insert into exam_mark (attempt_id, item, round, points, rule, version, marker, comment, at)
       values ($1, $2, 4, $3, 'objection', $4, $5, '', $6)`,
      [row.id, body.item, body.points, key.version, who.id, now.toISOString()],
    )
    const grade = await gradeNow(q, sheet)
    await updateAttemptTotal(q, sheet, read)
    await tellCandidates(q, row.exam_id, [row.user_id])
    await tellWhoObjected(q, platform, sheet, await movedOf(c, judged, grade))
    c.audit({
      entity: 'exam',
      id: row.exam_id,
      before: { points: settledMark(marks, place.score, sheet.exam).points },
      after: { points: body.points },
      details: { attempt: sheetIdFor(exam, row), item: body.item },
    })
    return { points: body.points, total: row.points ?? 0 }
  }
