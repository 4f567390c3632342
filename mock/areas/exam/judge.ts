/** Points of a sheet that was handed in: what needs no person at once, flags outside the transaction, the rest when markers say. */
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { isBlankAnswer, judgeAnswer, pointsOfShare } from '#src/contract/bank/answer.ts'
import { rounds, settledMark } from '#src/contract/exam/mark.ts'
import { ruled } from '#src/contract/exam/rekey.ts'
import { cents } from '#src/contract/exam/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type DueHandlers, plan } from '#mock/db/due.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { judgeFlag } from '../bank/flag/judge.ts'
import { type FlagKeys, flagKeys, openRule } from '../bank/flag/seal.ts'
import { judgedAnswers } from '../bank/statistics.ts'
import { type AttemptRow, lockSheet, type AttemptContext } from './attempt.ts'
import { lookAtResults } from './resultsDue.ts'
import { idsInOrder, itemKeyOf, sheetOrderOf, type Papers, type LoadedPaper } from './sheet.ts'

interface MarkRow {
  item: string
  points: number
  rule: string
  version: number
  revision: number
}
interface AnswerRow {
  item: string
  answer: Answer | null
}
export const answersOf = async (q: Queryable, attempt: string): Promise<Map<string, Answer | null>> => {
  const { rows } = await q.query<AnswerRow>('select item, answer from exam_answer where attempt_id = $1', [attempt])
  return new Map(rows.map((r) => [r.item, r.answer]))
}

const scoresOf = (read: LoadedPaper, row: AttemptRow): Map<string, number> =>
  new Map(sheetOrderOf(read, row).sections.flatMap((s) => s.items.map((i) => [i.id, i.score])))

/** Marks by the key, in place of earlier ones. Feeds what the banks know of their questions, once for each sheet. */
async function keepMarks(
  q: Queryable,
  sheet: AttemptContext,
  read: LoadedPaper,
  marks: readonly MarkRow[],
  now: Date,
): Promise<void> {
  if (!marks.length) return
  const { rows: kept } = await q.query<{ item: string; fresh: boolean }>(
    `insert into exam_mark (attempt_id, item, round, points, rule, version, revision, at)
     select $1, w.item, ${rounds.key}, w.points, w.rule, w.version, w.revision, $3
     from jsonb_to_recordset($2::jsonb) as w(item text, points double precision, rule text, version integer, revision integer)
     on conflict (attempt_id, item, round) do update set points = excluded.points, rule = excluded.rule, version = excluded.version,
       revision = excluded.revision, at = excluded.at
     returning item, xmax = 0 as fresh`,
    [sheet.row.id, JSON.stringify(marks), now.toISOString()],
  )
  // what was judged before, and a sheet that was opened again, were counted then
  if (sheet.exam.kind === 'trial' || sheet.row.reopened > 0) return
  const fresh = new Set(kept.filter((k) => k.fresh).map((k) => k.item))
  const scores = scoresOf(read, sheet.row)
  await judgedAnswers(
    q,
    marks
      // what nobody answered is no answer
      .filter((m) => fresh.has(m.item) && m.rule !== 'empty')
      .map((m) => ({
        question: itemKeyOf(read, m.item).question_id,
        version: m.version,
        share: (scores.get(m.item) ?? 0) > 0 ? m.points / (scores.get(m.item) ?? 1) : 0,
        at: now,
      })),
  )
}

/** Sums what is marked and says how much is open. @returns items that wait for somebody */
export async function updateAttemptTotal(q: Queryable, sheet: AttemptContext, read: LoadedPaper): Promise<number> {
  const { row, exam } = sheet
  const { rows } = await q.query<{ item: string; round: number; points: number }>(
    'select item, round, points from exam_mark where attempt_id = $1',
    [row.id],
  )
  let points = 0
  let open = 0
  let score = 0
  for (const [item, most] of scoresOf(read, row)) {
    score += most
    const s = settledMark(
      rows.filter((m) => m.item === item),
      most,
      exam,
    )
    if (s.points === null) open++
    else points += s.points
  }
  const status = row.status === 'ongoing' || row.status === 'pause' ? row.status : open > 0 ? 'to-be-scored' : 'scored'
  const all = { points: cents(points), open, status, score: cents(score) }
  await q.query('update exam_attempt set points = $2, open = $3, status = $4, score = $5 where id = $1', [
    row.id,
    all.points,
    all.open,
    all.status,
    all.score,
  ])
  Object.assign(row, all)
  return open
}

const flagsDue = 'exam.flags'

/** Judges by the key. Flags may take their time: they follow at once, outside the transaction, and are tried again until they are done. */
export async function judgeSheet(q: Queryable, papers: Papers, sheet: AttemptContext, now: Date): Promise<void> {
  const { row } = sheet
  const read = await papers.of(q, row)
  const scores = scoresOf(read, row)
  const answers = await answersOf(q, row.id)
  const marks: MarkRow[] = []
  let flags = false
  for (const item of idsInOrder(sheetOrderOf(read, row))) {
    const key = itemKeyOf(read, item)
    const answer = answers.get(item) ?? null
    const verdict = judgeAnswer(key, answer)
    const { change, revision = 0 } = read.changes.get(item) ?? {}
    const all = ruled(change, scores.get(item) ?? 0)
    if (all) marks.push({ item, ...all, version: key.version, revision })
    else if (verdict)
      marks.push({
        item,
        points: pointsOfShare(verdict.share, scores.get(item) ?? 0),
        rule: verdict.rule,
        version: key.version,
        revision,
      })
    else if (key.type === 'flag' && !isBlankAnswer(answer)) flags = true
  }
  await keepMarks(q, sheet, read, marks, now)
  await updateAttemptTotal(q, sheet, read)
  await lookAtResults(q, row.exam_id, sheet.exam)
  if (flags) await plan(q, flagsDue, row.id, now)
}

/** The flags of one sheet: compared outside, kept in a transaction of its own. */
async function judgeFlags(platform: Platform, papers: Papers, id: string, keys: FlagKeys): Promise<void> {
  const { db } = platform
  const now = platform.now()
  const seen = await db.tx((q) => lockSheet(q, id, now))
  if (!seen) return
  const read = await papers.of(db, seen.row)
  const scores = scoresOf(read, seen.row)
  const marks: MarkRow[] = []
  for (const [item, answer] of await answersOf(db, id)) {
    const key = itemKeyOf(read, item)
    const { change, revision = 0 } = read.changes.get(item) ?? {}
    if (answer?.type !== 'flag' || !key.flag || ruled(change, 0)) continue
    // of this sheet, not of the person: what was found in practice, or on an earlier sheet, is no answer here
    const asked = { question: key.question_id, owner: seen.row.id, text: answer.text }
    const { right, slow } = await judgeFlag(openRule(key.flag, keys), asked, keys)
    const rule = slow ? 'slow' : 'flag'
    marks.push({ item, points: right ? (scores.get(item) ?? 0) : 0, rule, version: key.version, revision })
  }
  await db.tx(async (q) => {
    const sheet = await lockSheet(q, id, now)
    if (!sheet || sheet.row.status === 'ongoing' || sheet.row.status === 'pause') return
    await keepMarks(q, sheet, read, marks, platform.now())
    await updateAttemptTotal(q, sheet, read)
    await lookAtResults(q, sheet.row.exam_id, sheet.exam)
    await q.query('delete from due where kind = $1 and ref = $2', [flagsDue, id])
  })
}

/** Seconds after which flags are tried again that a server did not come to the end of. */
const again = 30

export const judgeDue = (platform: Platform, papers: Papers): DueHandlers => ({
  async [flagsDue](q, id) {
    await plan(q, flagsDue, id, new Date(platform.now().getTime() + again * 1000))
    const keys = await flagKeys(platform)
    return () => platform.background(flagsDue, () => judgeFlags(platform, papers, id, keys))
  },
})
