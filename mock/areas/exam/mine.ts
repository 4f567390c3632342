/** Exams from their candidate's side: what there is, whether he may begin, and what came of it. */
import type { ExamGuide, MyExam } from '#src/contract/exam/attempt.schema.ts'
import { counted, gradeOf, ranksOf } from '#src/contract/exam/score.ts'
import { endOf, entryOf, mayBegin } from '#src/contract/exam/time.ts'
import { isClosed, isRunning } from '../bank/keyAccess.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { where } from '#mock/crud/where.ts'
import { containingIn } from '#mock/crud/fold.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler, Who } from '#mock/http/handler.ts'
import { closedToMarker } from './asMarker.ts'
import { type AttemptRow, extraOf, iso, messagesFor } from './attempt.ts'
import { examFor } from './begin.ts'
import { enders } from './handIn.ts'
import { type ExamData, inStatuses, type Run, runsOf, standingOf, timesOf } from './run.ts'
import type { Papers } from './sheet.ts'

/** Whether results are out. */
export const isOut = (exam: ExamData, run: Run | undefined, now: Date): boolean =>
  (run?.published_at ?? null) !== null ||
  exam.kind === 'practice' ||
  (exam.results_at !== null && Date.parse(exam.results_at) <= now.getTime())

/** Totals that count, by candidate: everybody whose attempts are all marked. */
export async function totalsOf(q: Queryable, examId: string, exam: ExamData): Promise<Map<string, number>> {
  const { rows } = await q.query<{ user_id: string; points: number[] }>(
    `select user_id, array_agg(points order by n) as points from exam_attempt
     where exam_id = $1 and status = 'scored' group by user_id order by user_id`,
    [examId],
  )
  return new Map(rows.map((r) => [r.user_id, counted(exam.attempt_rule, r.points)]))
}

/** Whether sums of an exam tell keys that are closed, see `isSumClosed`. */
async function isSumOfPaperClosed(q: Queryable, id: string, exam: ExamData, now: Date): Promise<boolean> {
  if (exam.kind !== 'practice') return exam.attempts > 1 && isRunning(q, id, now)
  const w = where()
  const { rows } = await q.query(
    `select 1 from paper_question u where u.paper_id = ${w.add(exam.paper_id)} and ${isClosed('u.question_id', now, w.add, 'graded')} limit 1`,
    w.params,
  )
  return rows.length > 0
}

async function myExam(
  { q, who, now }: { q: Queryable; who: Who; now: Date },
  e: { id: string; data: ExamData },
  run: Run | undefined,
  paper: { score: number; items: number },
): Promise<MyExam> {
  const { rows } = await q.query<AttemptRow>(
    'select * from exam_attempt where exam_id = $1 and user_id = $2 order by n',
    [e.id, who.id],
  )
  const extra = await extraOf(q, e.id, who.id)
  const ended = await enders(q, e.data, rows)
  const { status, times } = standingOf(e.data, run, now)
  const open = rows.find((a) => a.status === 'ongoing' || a.status === 'pause')
  const may = times ? mayBegin(times, extra * 60_000, now.getTime()) : status === 'ended' ? 'over' : 'early'
  const marks = !rows.length && (await closedToMarker(q, who, [e.id])).size > 0
  // who has more time has it until he has handed in
  const still = status !== 'ended' || open !== undefined || (may === 'yes' && rows.length < e.data.attempts)
  const out = isOut(e.data, run, now)
  const boundaries = { A: e.data.grade_a, B: e.data.grade_b, C: e.data.grade_c }
  // a question that was left out afterwards makes the sheet worth less than its paper
  const most = rows.at(-1)?.score ?? paper.score
  const grade = (points: number) => gradeOf(most > 0 ? points / most : 0, boundaries)
  let result: MyExam['result'] = null
  const told = out && !(await isSumOfPaperClosed(q, e.id, e.data, now))
  if (told && !open && rows.length && rows.every((a) => a.status === 'scored')) {
    const totals = await totalsOf(q, e.id, e.data)
    const own = totals.get(who.id) ?? 0
    const at = [...totals.keys()].indexOf(who.id)
    result = { points: own, grade: grade(own), rank: ranksOf([...totals.values()])[at] ?? 0, candidates: totals.size }
  }
  return {
    id: e.id,
    name: e.data.name,
    kind: e.data.kind,
    status,
    starts_at: times ? new Date(times.start).toISOString() : iso(e.data.starts_at),
    ends_at: times
      ? new Date(endOf({ ...times, end: times.end + (still ? extra * 60_000 : 0) }, now.getTime())).toISOString()
      : iso(e.data.ends_at),
    duration: e.data.duration === null ? null : e.data.duration + extra,
    extra,
    ...paper,
    score: most,
    attempts: e.data.attempts,
    mine: rows.map((a) => ({
      id: a.id,
      n: a.n,
      status: a.status,
      began_at: iso(a.began_at),
      deadline_at: iso(a.deadline_at),
      handed_at: a.handed_at ? iso(a.handed_at) : null,
      handed_by: a.handed_by,
      handed_by_name: ended.get(a.handed_by_id ?? '') ?? '',
      points: told && (a.status === 'scored' || (e.data.kind === 'practice' && a.handed_at)) ? (a.points ?? 0) : null,
      open: out ? a.open : 0,
      grade: told && a.status === 'scored' ? grade(a.points ?? 0) : null,
    })),
    may: open
      ? 'resume'
      : marks && may !== 'over'
        ? 'marks'
        : may === 'yes'
          ? rows.length < e.data.attempts
            ? 'begin'
            : 'used_up'
          : may,
    result,
    review: out ? (e.data.kind === 'practice' ? 'keys' : e.data.review_depth) : 'nothing',
  }
}

const worth = (paper: Awaited<ReturnType<Papers['variants']>>) => {
  const sections = paper.variants[0]?.sections ?? []
  const items = sections.flatMap((s) => s.items)
  return { score: Math.round(items.reduce((n, i) => n + i.score, 0) * 100) / 100, items: items.length }
}

export const myExams =
  (papers: Papers): Handler<'GET /my-exams'> =>
  async ({ q, who, platform, query }) => {
    const now = platform.now()
    const w = where()
    w.and(`(${visibleTo('exam', who)(w.add)})`)
    if (query.status) w.and(inStatuses(query.status, now, w.add))
    if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
    const all = await q.query<{ n: number }>(`select count(*)::integer as n from r_exam t ${w.text()}`, w.params)
    const condition = w.text()
    // what can be sat now, what is next, what is over
    const coming = inStatuses(['not-started'], now, w.add)
    const { rows } = await q.query<{ id: string; data: ExamData }>(
      `select t.id, t.data from r_exam t ${condition} order by ${inStatuses(['ongoing', 'pause'], now, w.add)} desc, ${coming} desc,
         case when ${coming} then t.k_starts_at end, t.k_starts_at desc, t.id desc
       limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`,
      w.params,
    )
    const runs = await runsOf(
      q,
      rows.map((r) => r.id),
    )
    const items = []
    for (const e of rows)
      items.push(await myExam({ q, who, now }, e, runs.get(e.id), worth(await papers.variants(q, e.data.paper_id))))
    return { items, total: all.rows[0]?.n ?? 0, page: query.page, page_size: query.page_size }
  }

export const guide =
  (papers: Papers): Handler<'GET /my-exams/:id'> =>
  async ({ q, who, platform, params }) => {
    const now = platform.now()
    const e = await examFor(q, who, params.id)
    const paper = await papers.variants(q, e.data.paper_id)
    const run = (await runsOf(q, [e.id])).get(e.id)
    const mine = await myExam({ q, who, now }, e, run, worth(paper))
    const times = timesOf(e.data, run)
    const until = times ? entryOf(times, now.getTime()) : null
    return {
      ...mine,
      now: now.toISOString(),
      messages: await messagesFor(q, e.id, who.id, mine.mine.findLast((a) => a.handed_at)?.handed_at ?? null),
      notice: e.data.notice,
      declaration: e.data.declaration ?? '',
      start_mode: e.data.start_mode,
      navigation: e.data.navigation,
      full_screen: e.data.full_screen,
      focus: e.data.focus,
      late: e.data.late,
      begin_until: until === null ? null : new Date(until).toISOString(),
      early: e.data.early,
      sections: (paper.variants[0]?.sections ?? []).map((s) => ({
        title: s.title,
        items: s.items.length,
        score: Math.round(s.items.reduce((n, i) => n + i.score, 0) * 100) / 100,
      })),
    } satisfies ExamGuide
  }
