/** Exams from their candidate's side: what there is, whether he may begin, and what came of it. */
import type { ExamGuide, MyExam } from '#src/contract/exam/attempt.schema.ts'
import { cents, countedTotal, gradeOf } from '#src/contract/exam/score.ts'
import type { ExamStatus } from '#src/contract/exam/status.ts'
import { examEndOf, entryDeadlineOf, isMissed, mayBegin } from '#src/contract/exam/time.ts'
import { closedTo } from '../bank/keyAccess.ts'
import { wholeDocument } from '#mock/crud/documents.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { totalOf } from '#mock/crud/total.ts'
import { type Where, where } from '#mock/crud/where.ts'
import { containingIn } from '#mock/crud/fold.ts'
import type { RowViewer } from '#mock/crud/ownership.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import type { Handler, Caller } from '#mock/http/request/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { type PaperFacts, paperFacts } from '../bank/paper/facts.ts'
import { aheadNow } from './ahead.ts'
import { closedToKeyReader } from './keyReaders.ts'
import { type AttemptRow, exams, isoTime, messagesFor } from './attempt.ts'
import { examFor } from './begin.ts'
import { isSumHeld } from './reviewed.ts'
import { type ExamData, type ExamRun, endedBefore, runsOf, examRunStateOf, statusSql, examTimesOf } from './run.ts'
import type { Papers } from './sheet.ts'

/**
 * Whether results were let out, by somebody or by the clock, and can be taken back. The clock waits until nobody writes: somebody may have more
 * time, a sheet may have been opened again. Practice shows them by itself.
 */
export const isReleased = (
  exam: Pick<ExamData, 'kind' | 'results_at'>,
  run: Pick<ExamRun, 'published_at' | 'over'> | undefined,
  now: Date,
): boolean =>
  (run?.published_at ?? null) !== null ||
  (exam.kind !== 'practice' &&
    exam.results_at !== null &&
    Math.max(Date.parse(exam.results_at), run?.over ?? 0) <= now.getTime())

/** Whether results are out. */
export const isOut = (exam: ExamData, run: ExamRun | undefined, now: Date): boolean =>
  exam.kind === 'practice' || isReleased(exam, run, now)

/** Those of the exams whose results their candidates see: out, and their sums wait for no key that another exam closes. */
export async function releasedExams(
  q: Queryable,
  who: RowViewer,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const [docs, runs] = await Promise.all([exams.byIds(q, [...new Set(ids)]), runsOf(q, ids)])
  const all = [...docs.values()].map((doc) => ({ id: doc.id, data: wholeDocument<ExamData>(doc.data), open: false }))
  const held = await closedSums(q, who, all, now)
  return new Set(all.flatMap(({ id, data }) => (isOut(data, runs.get(id), now) && !held.has(id) ? id : [])))
}

export interface PointsOf {
  user_id: string
  /** Of attempt after attempt. */
  points: number[]
}
/** Points of everybody whose attempts are marked. */
export const attemptPointsOf = (q: Queryable, examId: string): Promise<readonly PointsOf[]> =>
  remembered<PointsOf>(
    q,
    `select user_id, array_agg(points order by n) as points from exam_attempt
     where exam_id = $1 and status = 'scored' group by user_id order by user_id`,
    [examId],
  )
/** Totals that count, by candidate. */
export const totalsOf = (given: readonly PointsOf[], exam: Pick<ExamData, 'attempt_rule'>): Map<string, number> =>
  new Map(given.map((r) => [r.user_id, countedTotal(exam.attempt_rule, r.points)]))

interface OfExam {
  id: string
  data: ExamData
  /** For everybody. */
  open: boolean
}
/** What some exams of one candidate need, in a few statements for all of them. */
interface Ground {
  attempts: ReadonlyMap<string, AttemptRow[]>
  extra: ReadonlyMap<string, number>
  runs: ReadonlyMap<string, ExamRun>
  worth: ReadonlyMap<string, Pick<PaperFacts, 'score' | 'items'>>
  /** Names of those who handed in for him, where the exam tells. */
  enders: ReadonlyMap<string, string>
  /** Exams whose sums wait for keys that are closed, see `isSumHeld`. */
  closed: ReadonlySet<string>
  ranks: ReadonlyMap<string, { points: number; rank: number; candidates: number }>
  /** Exams whose keys he may read, or those of another that asks the same. */
  marks: ReadonlySet<string>
}

/** Those of the exams whose sums wait for keys that are closed, see `isSumHeld`. */
async function closedSums(
  q: Queryable,
  who: RowViewer,
  exams: readonly OfExam[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const held = exams.filter((e) => isSumHeld(e.data))
  const papers = await closedPapers(
    q,
    who,
    held.map((e) => e.data.paper_id),
    now,
  )
  return new Set(held.flatMap((e) => (papers.has(e.data.paper_id) ? e.id : [])))
}

/** Those of the papers that ask what a graded exam, or a homework of theirs, keeps closed. */
async function closedPapers(
  q: Queryable,
  who: RowViewer,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const { questions } = await closedTo(q, who, now, 'graded')
  if (!questions.size) return new Set()
  const { rows } = await q.query<{ id: string }>(
    'select distinct u.paper_id as id from paper_question u where u.paper_id = any($1::text[]) and u.question_id = any($2::text[])',
    [ids, [...questions]],
  )
  return new Set(rows.map((r) => r.id))
}

/** Where the candidate stands among all whose attempts are marked. The totals that count are those of `countedTotal`, worked out by the database. */
async function ranksIn(q: Queryable, who: Caller, exams: readonly OfExam[]): Promise<Ground['ranks']> {
  if (!exams.length) return new Map()
  const { rows } = await q.query<{ id: string; points: number; rank: number; candidates: number }>(
    `with total as (
       select a.exam_id, a.user_id, case e.rule when 'highest' then max(a.points) when 'last' then (array_agg(a.points order by a.n desc))[1]
         when 'first' then (array_agg(a.points order by a.n))[1] else floor(avg(a.points) * 100 + 1e-6 + 0.5) / 100 end as points
       from jsonb_to_recordset($2::jsonb) as e(id text, rule text) join exam_attempt a on a.exam_id = e.id
       where a.status = 'scored' group by a.exam_id, a.user_id, e.rule)
     select o.exam_id as id, o.points, (count(*) filter (where t.points > o.points))::integer + 1 as rank, count(*)::integer as candidates
     from total o join total t on t.exam_id = o.exam_id where o.user_id = $1 group by o.exam_id, o.points`,
    [who.id, JSON.stringify(exams.map((e) => ({ id: e.id, rule: e.data.attempt_rule })))],
  )
  return new Map(rows.map((r) => [r.id, r]))
}

const isOpen = (a: AttemptRow): boolean => a.status === 'ongoing' || a.status === 'pause'

async function groundOf(
  { q, who, now }: { q: Queryable; who: Caller; now: Date },
  exams: readonly OfExam[],
): Promise<Ground> {
  const ids = exams.map((e) => e.id)
  const [attempted, extra, runs, worth, closed] = await Promise.all([
    q.query<AttemptRow>(
      'select * from exam_attempt where exam_id = any($1::text[]) and user_id = $2 order by exam_id, n',
      [ids, who.id],
    ),
    q.query<{ exam_id: string; minutes: number }>(
      'select exam_id, minutes from exam_extra where exam_id = any($1::text[]) and user_id = $2',
      [ids, who.id],
    ),
    runsOf(q, ids),
    paperFacts(
      q,
      exams.map((e) => e.data.paper_id),
    ),
    closedSums(q, who, exams, now),
  ])
  const attempts = new Map<string, AttemptRow[]>()
  for (const a of attempted.rows) attempts.set(a.exam_id, [...(attempts.get(a.exam_id) ?? []), a])
  const ranked = exams.filter((e) => {
    const rows = attempts.get(e.id) ?? []
    return rows.length > 0 && rows.every((a) => a.status === 'scored') && isOut(e.data, runs.get(e.id), now)
  })
  const told = exams.flatMap((e) => (e.data.anonymous ? [] : (attempts.get(e.id) ?? [])))
  const untouched = ids.filter((id) => !attempts.get(id)?.length)
  const [ranks, marks, enders] = await Promise.all([
    ranksIn(q, who, ranked),
    closedToKeyReader(q, who, untouched),
    namesOf(
      q,
      told.flatMap((a) => a.handed_by_id ?? []),
    ),
  ])
  return {
    attempts,
    extra: new Map(extra.rows.map((r) => [r.exam_id, r.minutes])),
    runs,
    worth,
    enders,
    closed,
    ranks,
    marks,
  }
}

function myExam(e: OfExam, ground: Ground, now: Date): MyExam {
  const rows = ground.attempts.get(e.id) ?? []
  const extra = ground.extra.get(e.id) ?? 0
  const run = ground.runs.get(e.id)
  const paper = ground.worth.get(e.data.paper_id) ?? { score: 0, items: 0 }
  const { status, times } = examRunStateOf(e.data, run, now)
  const open = rows.find(isOpen)
  const may = times ? mayBegin(times, extra * 60_000, now.getTime()) : status === 'ended' ? 'over' : 'early'
  const marks = ground.marks.has(e.id)
  // nobody is missed where everybody may come
  const absent = !rows.length && !e.open && times !== undefined && isMissed(times, extra * 60_000, now.getTime())
  // who has more time has it until he has handed in
  const still = status !== 'ended' || open !== undefined || (may === 'yes' && rows.length < e.data.attempts)
  const out = isOut(e.data, run, now)
  const boundaries = { A: e.data.grade_a, B: e.data.grade_b, C: e.data.grade_c }
  // a question that was left out afterwards makes the sheet worth less than its paper
  const most = rows.at(-1)?.score ?? paper.score
  const grade = (points: number) => gradeOf(most > 0 ? points / most : 0, boundaries)
  const told = out && !ground.closed.has(e.id)
  const rank = told && !open ? ground.ranks.get(e.id) : undefined
  return {
    id: e.id,
    name: e.data.name,
    kind: e.data.kind,
    status,
    starts_at: times ? new Date(times.start).toISOString() : isoTime(e.data.starts_at),
    ends_at: times
      ? new Date(examEndOf({ ...times, end: times.end + (still ? extra * 60_000 : 0) }, now.getTime())).toISOString()
      : isoTime(e.data.ends_at),
    duration: e.data.duration === null ? null : e.data.duration + extra,
    extra,
    items: paper.items,
    score: most,
    attempts: e.data.attempts,
    attempt_rule: e.data.attempt_rule,
    mine: rows.map((a) => ({
      id: a.id,
      n: a.n,
      status: a.status,
      began_at: isoTime(a.began_at),
      deadline_at: isoTime(a.deadline_at),
      handed_at: a.handed_at ? isoTime(a.handed_at) : null,
      handed_by: a.handed_by,
      handed_by_name: e.data.anonymous ? '' : (ground.enders.get(a.handed_by_id ?? '') ?? ''),
      points: told && (a.status === 'scored' || (e.data.kind === 'practice' && a.handed_at)) ? (a.points ?? 0) : null,
      open: out ? a.open : 0,
      grade: told && a.status === 'scored' ? grade(a.points ?? 0) : null,
    })),
    may: open
      ? 'resume'
      : absent && !marks
        ? 'absent'
        : marks && may !== 'over'
          ? 'marks'
          : may === 'yes'
            ? rows.length < e.data.attempts
              ? 'begin'
              : 'used_up'
            : may,
    result: rank
      ? { points: rank.points, grade: grade(rank.points), rank: rank.rank, candidates: rank.candidates }
      : null,
    review: out ? (e.data.kind === 'practice' ? 'keys' : e.data.review_depth) : 'nothing',
  }
}

interface Placed {
  id: string
  status: ExamStatus
}
/** Exams that are to come or go on: few, whatever there was. What can be sat now stands first. */
async function livePlaced(q: Queryable, seen: Where, now: Date): Promise<Placed[]> {
  const w = where()
  for (const p of seen.params) w.add(p)
  const condition = seen.text()
  const at = w.add(now.toISOString())
  const ahead = w.add((await aheadNow(q, now)).map((e) => e.id))
  const { rows } = await q.query<{ id: string; status: ExamStatus }>(
    `select * from (select t.id, t.k_starts_at as starts, ${statusSql(`${at}::timestamptz`)} as status from r_exam t join exam_run r on r.exam_id = t.id
       ${condition} and t.id = any(${ahead}::text[])) x where status <> 'ended'
     order by status = 'not-started', case when status = 'not-started' then starts end, starts desc, id desc`,
    w.params,
  )
  return rows
}

export const myExams: Handler<'GET /my-exams'> = async ({ q, who, platform, query }) => {
  const now = platform.now()
  const { page, page_size, status } = query
  const w = where()
  w.and(`(${visibleTo('exam', who)(w.add)})`)
  // what ended before the account was made is not missed by who has it
  const me = w.add(who.id)
  w.and(`(not ${endedBefore(`(select u.created_at from r_user u where u.id = ${me})`)}
    or exists (select 1 from exam_attempt a where a.exam_id = t.id and a.user_id = ${me})
    or exists (select 1 from exam_extra x where x.exam_id = t.id and x.user_id = ${me}))`)
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  const [all, live] = await Promise.all([totalOf(q, 'from r_exam t', w), livePlaced(q, w, now)])
  // what can be sat now, what is next, what is over
  const first = status ? live.filter((e) => status.includes(e.status)) : live
  const over = !status || status.includes('ended') ? all - live.length : 0
  const skip = (page - 1) * page_size
  const ids = first.slice(skip, skip + page_size).map((e) => e.id)
  const rest = over > 0 ? page_size - ids.length : 0
  const { rows: shown } = await q.query<OfExam>('select id, data, open from r_exam where id = any($1::text[])', [ids])
  w.and(`not t.id = any(${w.add(live.map((e) => e.id))}::text[])`)
  const { rows: past } = await q.query<OfExam>(
    `select t.id, t.data, t.open from r_exam t ${w.text()} order by left(t.k_starts_at, 200) desc nulls last, t.id desc
     limit ${w.add(rest)} offset ${w.add(Math.max(0, skip - first.length))}`,
    w.params,
  )
  const exams = [...ids.flatMap((id) => shown.find((e) => e.id === id) ?? []), ...past]
  const ground = await groundOf({ q, who, now }, exams)
  return { items: exams.map((e) => myExam(e, ground, now)), total: first.length + over, page, page_size }
}

export const guide =
  (papers: Papers): Handler<'GET /my-exams/:id'> =>
  async ({ q, who, platform, params }) => {
    const now = platform.now()
    const e = await examFor(q, who, params.id)
    const paper = await papers.variants(q, e.data.paper_id)
    const ground = await groundOf({ q, who, now }, [e])
    const mine = myExam(e, ground, now)
    const times = examTimesOf(e.data, ground.runs.get(e.id))
    const until = times ? entryDeadlineOf(times, now.getTime()) : null
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
      grade_a: e.data.grade_a,
      grade_b: e.data.grade_b,
      grade_c: e.data.grade_c,
      sections: (paper.variants[0]?.sections ?? []).map((s) => ({
        title: s.title,
        items: s.items.length,
        score: cents(s.items.reduce((n, i) => n + i.score, 0)),
      })),
    } satisfies ExamGuide
  }
