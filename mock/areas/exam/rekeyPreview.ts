/** What a changed key would do to points, grades and ranks, without doing it; and the questions one may change. */
import { cents, countedTotal, gradeOf, ranksOf } from '#src/contract/exam/score.ts'
import { worthOf } from '#src/contract/exam/rekey.ts'
import type { ExamQuestion, RekeyPreview } from '#src/contract/exam/rekey.schema.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { candidateNameFor, isNumbered, sheetIdFor } from './anonymous.ts'
import { theExam } from './attempt.ts'
import { examCan } from './exam.ts'
import { meanPointsOf } from './marks.ts'
import { itemPoints, toRekey } from './rekey.ts'
import type { ExamData } from './run.ts'
import { itemKeyOf, type Papers } from './sheet.ts'

interface SheetRow {
  id: string
  marking_id: string
  user_id: string
  name: string | null
  variant: string
  n: number
  points: number
  score: number
  open: number
}
type Standing = RekeyPreview['moved'][number]['before']

/** Grades and ranks of people, as they follow from their sheets. */
function standings(exam: ExamData, rows: readonly SheetRow[]) {
  const by = new Map<string, SheetRow[]>()
  for (const r of rows) if (r.open === 0) by.set(r.user_id, [...(by.get(r.user_id) ?? []), r])
  const people = [...by].map(([id, own]) => ({
    id,
    total: countedTotal(
      exam.attempt_rule,
      own.map((r) => r.points),
    ),
    score: Math.max(...own.map((r) => r.score)),
  }))
  const ranks = ranksOf(people.map((p) => p.total))
  const boundaries = { A: exam.grade_a, B: exam.grade_b, C: exam.grade_c }
  return {
    mean: people.length ? people.reduce((sum, p) => sum + p.total, 0) / people.length : null,
    of: new Map(
      people.map((p, n) => [
        p.id,
        { rank: ranks[n] ?? null, grade: gradeOf(p.score > 0 ? p.total / p.score : 0, boundaries) },
      ]),
    ),
  }
}

/** People shown of those who move. */
const most = 200

export const rekeyPreview =
  (papers: Papers): Handler<'POST /exams/:id/rekey/preview'> =>
  async (c) => {
    const { q, params, body } = c
    const f = await toRekey(c, papers)
    const { rows } = await q.query<SheetRow>(
      `select a.id, a.marking_id, a.user_id, a.variant, a.n, coalesce(a.points, 0) as points, a.score, a.open,
         coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name
       from exam_attempt a left join r_user u on u.id = a.user_id where a.exam_id = $1 and a.handed_at is not null order by a.user_id, a.n`,
      [params.id],
    )
    const numbered = await isNumbered(c, params.id, f.exam)
    const own = rows.filter((r) => f.variants.includes(r.variant))
    const points = await itemPoints(
      q,
      f,
      body.item,
      own.map((r) => r.id),
      body.change,
    )
    const worth = worthOf(f.score, body.change) - worthOf(f.score, f.change)
    const later = rows.map((r): SheetRow => {
      const p = points.get(r.id)
      if (!p) return r
      return {
        ...r,
        points: cents(r.points - (p.before ?? 0) + (p.after ?? 0)),
        score: cents(r.score + worth),
        open: r.open - (p.before === null ? 1 : 0) + (p.after === null ? 1 : 0),
      }
    })
    const [was, will] = [standings(f.exam, rows), standings(f.exam, later)]
    const moved = rows.map((r, n) => {
      const p = points.get(r.id)
      const now = later[n] ?? r
      const standing = (of: typeof was, total: number, item: number | null): Standing => ({
        points: item,
        total,
        grade: of.of.get(r.user_id)?.grade ?? null,
        rank: of.of.get(r.user_id)?.rank ?? null,
      })
      return {
        attempt: sheetIdFor({ numbered }, r),
        candidate: candidateNameFor({ numbered }, r),
        before: standing(was, r.points, p ? p.before : null),
        after: standing(will, now.points, p ? p.after : null),
      }
    })
    const differ = (of: keyof Standing) => moved.filter((m) => m.before[of] !== m.after[of])
    const weight = (m: (typeof moved)[number]) =>
      Math.abs(m.after.total - m.before.total) * 1e6 + Math.abs((m.after.rank ?? 0) - (m.before.rank ?? 0))
    const all = moved.filter((m) =>
      (['points', 'total', 'grade', 'rank'] as const).some((k) => m.before[k] !== m.after[k]),
    )
    return {
      sheets: own.length,
      points_move: differ('points').length,
      grades_move: differ('grade').length,
      ranks_move: differ('rank').length,
      score: { before: own[0]?.score ?? 0, after: cents((own[0]?.score ?? 0) + worth) },
      mean: { before: was.mean, after: will.mean },
      moved: all.sort((a, b) => weight(b) - weight(a) || (a.attempt < b.attempt ? -1 : 1)).slice(0, most),
    }
  }

export const regradableQuestions =
  (papers: Papers): Handler<'GET /exams/:id/questions'> =>
  async (c) => {
    const { q, who, params, query } = c
    const can = await examCan(c, params.id)
    const exam = await theExam(q, params.id)
    const paper = await papers.variants(q, exam.paper_id)
    const { rows } = await q.query<{ item: string; variant: string; answers: number }>(
      `select w.item, a.variant, count(*)::integer as answers from exam_attempt a join exam_answer w on w.attempt_id = a.id and w.answer is not null
       where a.exam_id = $1 and a.handed_at is not null group by 1, 2`,
      [params.id],
    )
    const means = await meanPointsOf(
      q,
      { ...exam, id: params.id },
      paper.variants.flatMap((v) => v.sections.flatMap((x) => x.items)),
    )
    const items: ExamQuestion[] = []
    for (const v of paper.variants) {
      const read = await papers.of(
        q,
        { exam_id: params.id, paper_id: exam.paper_id, variant: v.id },
        query.language ?? '',
      )
      v.sections
        .flatMap((s) => s.items)
        .forEach((item, at) => {
          const asked = read.items.asked.get(item.id)
          if (!asked) return
          const change = read.changes.get(item.id)
          items.push({
            id: item.id,
            n: at + 1,
            variant: v.id,
            score: item.score,
            question: asked,
            key: itemKeyOf(read, item.id).answer,
            change: change?.change ?? null,
            revision: change?.revision ?? 0,
            answers: rows.find((r) => r.item === item.id && r.variant === v.id)?.answers ?? 0,
            mean: means.get(`${v.id} ${item.id}`) ?? null,
          })
        })
    }
    return { items, may: who.writable.has('exam-manage') && can.includes('run') }
  }
