/** Marking by question: the answers that wait for a marker, and those he has done. */
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { sheetNow } from './attempt.ts'
import { answersOf } from './judge.ts'
import { candidateNameFor, sheetIdFor } from './anonymous.ts'
import { itemFor } from './marking.ts'
import { scenesOf } from './scene/scenes.ts'
import { type MarkedExam, markingExam } from './markedBy.ts'
import { byAttempt, isMarkingClosed, marksOf, turnOf } from './marks.ts'
import type { ExamData } from './run.ts'
import { numbersOf, sheetOrderOf, type Papers } from './sheet.ts'

export interface UnmarkedAnswer {
  id: string
  user_id: string
  name: string
  answer: Answer
}
/** Sheets whose item waits for this marker, in an order of his own, so that several do not meet at the same one. */
export async function answersToMark(
  q: Queryable,
  o: { examId: string; item: string; score: number; exam: MarkedExam; who: Caller; not?: readonly string[] },
): Promise<UnmarkedAnswer[]> {
  const { rows } = await q.query<UnmarkedAnswer>(
    `select a.id, a.user_id, w.answer, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name
     from exam_attempt a join exam_answer w on w.attempt_id = a.id and w.item = $2 and w.answer is not null
     left join r_user u on u.id = a.user_id
     where a.exam_id = $1 and a.status = 'to-be-scored' and not (a.id = any($3::text[]) or a.marking_id = any($3::text[]))
     order by md5(a.id || $4) limit 5000`,
    [o.examId, o.item, [...(o.not ?? [])], o.who.id],
  )
  const marks = await marksOf(
    q,
    rows.map((r) => r.id),
    o.item,
  )
  const by = byAttempt(marks)
  return rows.filter((r) => {
    const own = by.get(r.id) ?? []
    return !own.some((m) => m.marker === o.who.id) && turnOf(own, o.score, o.exam, o.who) !== null
  })
}

/** Most points of an item, as the exam counts it. */
export async function itemScoreOf(
  q: Queryable,
  papers: Papers,
  examId: string,
  exam: ExamData,
  item: string,
): Promise<number> {
  const paper = await papers.variants(q, exam.paper_id)
  for (const v of paper.variants) {
    const has = v.sections.some((s) => s.items.some((i) => i.id === item))
    if (!has) continue
    const read = await papers.of(q, { exam_id: examId, paper_id: exam.paper_id, variant: v.id })
    const place = read.paper.variants.find((x) => x.id === v.id)?.sections.flatMap((s) => s.items)
    return place?.find((i) => i.id === item)?.score ?? 0
  }
  throw new Fail('not_found')
}

interface About {
  examId: string
  item: string
  exam: MarkedExam
  who: Caller
  language: '' | 'en-US' | 'zh-CN'
}
/** One answer as its marker has it; undefined where the sheet has no such item. */
async function answerTo(
  { q, platform, papers }: { q: Queryable; platform: Platform; papers: Papers },
  id: string,
  name: string,
  { item, exam, who, language }: About,
) {
  const sheet = await sheetNow(q, id, platform.now())
  if (!sheet) return undefined
  const read = await papers.of(q, sheet.row, language)
  const places = sheetOrderOf(read, sheet.row).sections.flatMap((s) => s.items)
  const at = places.findIndex((p) => p.id === item)
  const place = places[at]
  if (!place) return undefined
  const answer = (await answersOf(q, id)).get(item) ?? null
  const scenes = await scenesOf(q, [id], platform.now())
  const closed = isMarkingClosed(sheet, platform.now())
  const seen = { read, exam, who, marks: await marksOf(q, [id], item), answer, scenes, closed }
  return {
    attempt: sheetIdFor(exam, sheet.row),
    candidate: candidateNameFor(exam, { marking_id: sheet.row.marking_id, name }),
    item: itemFor(place, { n: numbersOf(read, sheet.row.variant).get(item) ?? at + 1, sheet_n: at + 1 }, seen),
  }
}

/** Those of several sheets, in their order. */
async function answersTo(
  c: Parameters<typeof answerTo>[0],
  sheets: readonly { id: string; name: string }[],
  about: About,
) {
  const out = []
  for (const { id, name } of sheets) out.push((await answerTo(c, id, name, about)) ?? [])
  return out.flat()
}

export const nextToMark =
  (papers: Papers): Handler<'GET /exams/:id/marking/next'> =>
  async ({ q, who, platform, params, query }) => {
    const exam = await markingExam({ q, who, platform }, params.id)
    const score = await itemScoreOf(q, papers, params.id, exam, query.item)
    const not = query.not === undefined ? [] : [query.not].flat()
    const all = await answersToMark(q, { examId: params.id, item: query.item, score, exam, who, not })
    const about = { examId: params.id, item: query.item, exam, who, language: query.language ?? '' } as const
    const items = await answersTo({ q, platform, papers }, all.slice(0, query.count), about)
    const { rows: comments } = await q.query<{ text: string; points: number; n: number }>(
      `select m.comment as text, m.points, count(*)::integer as n from exam_mark m join exam_attempt a on a.id = m.attempt_id
       where a.exam_id = $1 and m.item = $2 and m.comment <> '' and (m.marker = $3 or not $4::boolean)
       group by 1, 2 order by 3 desc, 1 limit 20`,
      // of two markers the second would read what the first said of the answer before him, with its points
      [params.id, query.item, who.id, exam.double],
    )
    // what waits is open, whatever is out of the rest
    const rules = { double: exam.double, threshold: exam.threshold, out: false }
    return { items, left: all.length, rules, comments }
  }

/** Marks one can look back at. */
const lately = 50

export const markedByMe =
  (papers: Papers): Handler<'GET /exams/:id/marking/mine'> =>
  async ({ q, who, platform, params, query }) => {
    const exam = await markingExam({ q, who, platform }, params.id)
    const { rows } = await q.query<{ id: string; name: string }>(
      `select a.id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name
       from exam_mark m join exam_attempt a on a.id = m.attempt_id left join r_user u on u.id = a.user_id
       where a.exam_id = $1 and m.item = $2 and m.marker = $3 and m.round <= 3 order by m.at desc, a.id limit ${lately}`,
      [params.id, query.item, who.id],
    )
    const about = { examId: params.id, item: query.item, exam, who, language: query.language ?? '' } as const
    const items = await answersTo({ q, platform, papers }, rows, about)
    return { items }
  }
