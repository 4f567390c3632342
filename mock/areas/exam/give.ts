/** The points markers give: one by one, and none for many answers that say nothing. */
import { fillsKey } from '#src/contract/bank/answer.ts'
import { examLimits } from '#src/contract/exam/exam.ts'
import { isMarked, scaledRubric, settledMark } from '#src/contract/exam/mark.ts'
import { cents } from '#src/contract/exam/score.ts'
import { saysNothing } from '#src/contract/exam/nothing.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler, type Caller, type Platform } from '#mock/http/request/handler.ts'
import { attemptCalled, sheetIdFor } from './anonymous.ts'
import { lockSheet } from './attempt.ts'
import { answersOf, updateAttemptTotal } from './judge.ts'
import { isNobodyLeft, markingExam } from './markedBy.ts'
import { isMarkingClosed, marksOf, putAside, turnOf } from './marks.ts'
import { itemScoreOf, answersToMark } from './next.ts'
import { lookAtResults } from './resultsDue.ts'
import { itemKeyOf, sheetOrderOf, type Papers } from './sheet.ts'
import { tellWhoDecides } from './tellOfMarking.ts'

/** An item of a sheet that was handed in, locked for who is to judge it. Throws where there is none, and where it is not worth so much. */
export async function toJudge(
  { q, who, platform }: Pick<Ctx<'POST /exam-sheets/:id/marks'>, 'q' | 'who' | 'platform'>,
  papers: Papers,
  { sheet: id, item, points }: { sheet: string; item: string; points: number },
) {
  const sheet = await lockSheet(q, id, platform.now())
  if (!sheet) throw new Fail('not_found')
  const { row } = sheet
  const exam = await markingExam({ q, who, platform }, row.exam_id)
  if (!row.handed_at) throw new Fail('not_allowed_in_state', { status: row.status })
  const read = await papers.of(q, row)
  const place = sheetOrderOf(read, row)
    .sections.flatMap((s) => s.items)
    .find((i) => i.id === item)
  if (!place) throw new Fail('not_found')
  if (points > place.score)
    throw new Fail('validation', { fields: [{ path: 'points', rule: 'max', params: { max: place.score } }] })
  return { sheet, row, exam, read, place, key: itemKeyOf(read, item), marks: await marksOf(q, [row.id], item) }
}

export type AnswerToMark = Awaited<ReturnType<typeof toJudge>>
type Marker = Pick<Ctx<'POST /exam-sheets/:id/marks'>, 'q' | 'who' | 'platform' | 'audit'>

/** Keeps a marker's points in his round; what he gave before stays in the history. @returns what counts now, and what is open of the sheet */
async function give(
  { q, who, platform, audit }: Marker,
  { sheet, row, exam, read, place, key, marks }: AnswerToMark,
  { round, points, comment, lines }: { round: number; points: number; comment: string; lines: readonly number[] },
) {
  const now = platform.now()
  const before = marks.find((m) => m.round === round)
  const same = before?.points === points && before.comment === comment && before.lines.join() === lines.join()
  if (!same) {
    await putAside(q, { attempt: row.id, item: place.id, round }, 'changed', now)
    await q.query(
      `insert into exam_mark (attempt_id, item, round, points, rule, version, marker, comment, lines, at)
       values ($1, $2, $3, $4, 'marker', $5, $6, $7, $8, $9)`,
      [row.id, place.id, round, points, key.version, who.id, comment, JSON.stringify(lines), now.toISOString()],
    )
  }
  const open = await updateAttemptTotal(q, sheet, read)
  const given = await marksOf(q, [row.id], place.id)
  const settled = settledMark(given, place.score, exam)
  if (settled.needs !== null && isNobodyLeft(exam, given)) await tellWhoDecides(q, platform, sheet, given)
  await lookAtResults(q, row.exam_id, exam)
  audit({
    entity: 'exam',
    id: row.exam_id,
    before: { points: before?.points ?? null },
    after: { points },
    details: { attempt: sheetIdFor(exam, row), item: place.id, round },
  })
  return {
    points: settled.points,
    total: row.points ?? 0,
    open,
  }
}

export const markItem =
  (papers: Papers): Handler<'POST /exam-sheets/:id/marks'> =>
  async (c) => {
    const { q, who, params, body, platform } = c
    const called = await attemptCalled({ q, platform }, params.id)
    const found = await toJudge(c, papers, { sheet: called, item: body.item, points: body.points })
    const { sheet, row, exam, place, key, marks } = found
    const answer = (await answersOf(q, row.id)).get(body.item) ?? null
    if (!isMarked(key.type) || answer === null || isMarkingClosed(sheet, platform.now()))
      throw new Fail('not_allowed_in_state', { status: row.status })
    const rubric = scaledRubric(key.rubric, place.score)
    const lines = [...new Set(body.lines)].sort((a, b) => a - b)
    if (lines.some((n) => n >= key.rubric.length))
      throw new Fail('validation', { fields: [{ path: 'lines', rule: 'unknown_reference' }] })
    const sum = cents(lines.reduce((all, n) => all + (rubric[n]?.points ?? 0), 0))
    if (lines.length && Math.min(sum, place.score) !== cents(body.points))
      throw new Fail('validation', { fields: [{ path: 'points', rule: 'sum_of_lines', params: { sum } }] })
    // somebody was faster, or it is not this marker's turn
    if (turnOf(marks, place.score, exam, who) !== body.round) throw new Fail('marked_meanwhile')
    return give(c, found, { ...body, lines })
  }

type Alike = { id: string; text: string }[]
/** Answers of one item that wait for this marker and are marked together. */
type Looking = { q: Queryable; who: Caller; platform: Pick<Platform, 'now'> }
type Finding = (c: Looking, papers: Papers, examId: string, item: string) => Promise<Alike>

async function waitingFor(c: Looking, papers: Papers, examId: string, item: string) {
  const { q, who } = c
  const exam = await markingExam(c, examId)
  const score = await itemScoreOf(q, papers, examId, exam, item)
  return { exam, score, all: await answersToMark(q, { examId, item, score, exam, who }) }
}
/** Those that say nothing. */
const blanksOf: Finding = async (c, papers, examId, item) =>
  (await waitingFor(c, papers, examId, item)).all.flatMap(({ id, answer }) => {
    const text = saysNothing(answer)
    return text === undefined ? [] : [{ id, text }]
  })
/** Those that fill in what the key accepts, by the key as it is now. */
const matchesOf: Finding = async (c, papers, examId, item) => {
  const { q } = c
  const { exam, all } = await waitingFor(c, papers, examId, item)
  if (!all.some((w) => w.answer.type === 'completion')) return []
  const paper = await papers.variants(q, exam.paper_id)
  const variant = paper.variants.find((v) => v.sections.some((s) => s.items.some((i) => i.id === item)))
  if (!variant) return []
  const read = await papers.of(q, { exam_id: examId, paper_id: exam.paper_id, variant: variant.id })
  const { accepted = [] } = itemKeyOf(read, item).answer
  return all.flatMap(({ id, answer }) =>
    answer.type === 'completion' && fillsKey(accepted, answer) ? [{ id, text: answer.blanks.join(' / ') }] : [],
  )
}

/** By their text, those of most first. */
function byText(all: Alike) {
  const by = new Map<string, number>()
  for (const { text } of all) by.set(text, (by.get(text) ?? 0) + 1)
  const texts = [...by].map(([text, n]) => ({ text, n })).sort((a, b) => b.n - a.n || (a.text < b.text ? -1 : 1))
  return { texts: texts.slice(0, 200), n: all.length }
}
export const blanks =
  (papers: Papers): Handler<'GET /exams/:id/marking/blanks'> =>
  async (c) =>
    byText(await blanksOf(c, papers, c.params.id, c.query.item))
export const matchingAnswers =
  (papers: Papers): Handler<'GET /exams/:id/marking/matches'> =>
  async (c) =>
    byText(await matchesOf(c, papers, c.params.id, c.query.item))

/** Sheets marked in one call, so that one call stays short. */
const atOnce = examLimits.alikeAtOnce

/** Gives nothing, or all points, to answers of the texts that were looked at. */
async function markAlike(
  c: Marker & { params: { id: string }; body: { item: string; texts: readonly string[] } },
  papers: Papers,
  find: Finding,
  share: 0 | 1,
) {
  const { who, params, body } = c
  const wanted = new Set(body.texts)
  const all = (await find(c, papers, params.id, body.item)).filter((b) => wanted.has(b.text))
  const sheets: string[] = []
  for (const { id } of all.slice(0, atOnce).sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const found = await toJudge(c, papers, { sheet: id, item: body.item, points: 0 })
    const round = turnOf(found.marks, found.place.score, found.exam, who)
    if (round === null || found.marks.some((m) => m.marker === who.id)) continue
    await give(c, found, { round, points: share * found.place.score, comment: '', lines: [] })
    sheets.push(sheetIdFor(found.exam, found.row))
  }
  return { done: sheets.length, left: Math.max(0, all.length - atOnce), sheets }
}
export const markBlanks =
  (papers: Papers): Handler<'POST /exams/:id/marking/blanks'> =>
  async (c) => {
    const { sheets: _, ...given } = await markAlike(c, papers, blanksOf, 0)
    return given
  }
export const markMatches =
  (papers: Papers): Handler<'POST /exams/:id/marking/matches'> =>
  (c) =>
    markAlike(c, papers, matchesOf, 1)

/** What the caller accepted as one waits again, unless somebody judged it since or its points are out. */
export const unmarkMatches =
  (papers: Papers): Handler<'POST /exams/:id/marking/matches/undo'> =>
  async ({ q, who, platform, params, body, audit }) => {
    const now = platform.now()
    let done = 0
    const called = [...new Set(body.sheets)]
    const attempts = await Promise.all(called.map((id) => attemptCalled({ q, platform }, id)))
    for (const id of attempts.toSorted()) {
      const { sheet, row, exam, read, place, marks } = await toJudge({ q, who, platform }, papers, {
        sheet: id,
        item: body.item,
        points: 0,
      })
      const mine = marks.find((m) => m.marker === who.id)
      const accepted = mine?.rule === 'marker' && mine.points === place.score && !mine.comment && !mine.lines.length
      const settled = marks.some((m) => m.round > (mine?.round ?? 0)) || isMarkingClosed(sheet, now)
      if (!mine || !accepted || settled || row.exam_id !== params.id) continue
      await putAside(q, { attempt: row.id, item: place.id, round: mine.round }, 'changed', now)
      await updateAttemptTotal(q, sheet, read)
      audit({
        entity: 'exam',
        id: row.exam_id,
        before: { points: mine.points },
        after: { points: null },
        details: { attempt: sheetIdFor(exam, row), item: place.id, round: mine.round },
      })
      done++
    }
    return { done, kept: called.length - done }
  }
