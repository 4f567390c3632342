/** Results by rank, and their publication. */
import type { ResultRow } from '#src/contract/exam/run.schema.ts'
import { gradeOf, ranksOf } from '#src/contract/exam/score.ts'
import { remembered, workedOut } from '#mock/db/remember.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { areHidden, markingNames, anonymousNumberOf } from './anonymous.ts'
import { exams, isoTime, theExam } from './attempt.ts'
import { absentOf, type WithoutSheet } from './candidates.ts'
import { examRow } from './exam.ts'
import { recordExamEvent, tellCandidates } from './invigilate.ts'
import { isReleased, attemptPointsOf, totalsOf } from './mine.ts'
import { planResults, tellResults, toldNow } from './resultsDue.ts'
import { type ExamData, lockRun } from './run.ts'
import { wholeDocument } from '#mock/crud/documents.ts'

const none: readonly { id: string; marking_id: string }[] = []
interface Person {
  user_id: string
  name: string | null
  username: string | null
  org_name: string | null
  attempts: number
  attempt: string
  handed_at: string
  score: number
}

/** Who never came has neither points nor a rank, and moves nobody else's. */
const absentRow = ({ user_id, name, username, org_name }: WithoutSheet): ResultRow => ({
  user_id,
  name,
  username,
  org_name,
  rank: null,
  points: null,
  share: null,
  grade: null,
  attempts: 0,
  attempt: null,
  handed_at: null,
})

export const examResults: Handler<'GET /exams/:id/results'> = async ({ q, who, params, query, platform }) => {
  const exam = await theExam(q, params.id)
  const [given, people, { hidden, numbered, open }, absent] = await Promise.all([
    attemptPointsOf(q, params.id),
    remembered<Person>(
      q,
      `select a.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, u.data->>'username' as username, o.name as org_name,
         count(*)::integer as attempts, (array_agg(a.id order by a.n desc))[1] as attempt, max(a.handed_at) as handed_at, max(a.score) as score
       from exam_attempt a left join r_user u on u.id = a.user_id left join org o on o.id = u.k_org_id
       where a.exam_id = $1 and a.status = 'scored' group by a.user_id, u.data, o.name`,
      [params.id],
    ),
    // a name beside points would tell whose sheets are marked while others still are
    areHidden({ q, who, platform }, params.id, exam),
    absentOf(q, platform, params.id),
  ])
  const names = hidden ? await markingNames(q, params.id) : none
  const boundaries = { A: exam.grade_a, B: exam.grade_b, C: exam.grade_c }
  const all = workedOut(
    [people, given, names],
    () => {
      const totals = totalsOf(given, exam)
      const calls = new Map(names.map((n) => [n.id, n.marking_id]))
      const calledBy = (id: string) => (hidden ? (calls.get(id) ?? '') : id)
      const ranks = ranksOf([...totals.values()])
      const by = new Map(people.map((p) => [p.user_id, p]))
      return [...totals]
        .flatMap(([id, points], n) => {
          const p = by.get(id)
          if (!p) return []
          const share = p.score > 0 ? points / p.score : 0
          return [
            {
              ...(hidden
                ? { user_id: '', name: anonymousNumberOf(calledBy(p.attempt)), username: '', org_name: '' }
                : { user_id: id, name: p.name ?? '', username: p.username ?? '', org_name: p.org_name ?? '' }),
              rank: ranks[n] ?? 0,
              points,
              share,
              grade: gradeOf(share, boundaries),
              attempts: p.attempts,
              attempt: calledBy(p.attempt),
              handed_at: hidden ? null : isoTime(p.handed_at),
            },
          ]
        })
        .sort((a, b) => a.rank - b.rank || (a.attempt < b.attempt ? -1 : 1))
    },
    JSON.stringify([exam.attempt_rule, boundaries, hidden]),
  )
  const wanted = query.q?.trim().toLowerCase()
  const rows = hidden ? all : [...all, ...absent.map(absentRow)]
  const found = wanted
    ? rows.filter((r) => `${r.name} ${r.username} ${r.org_name}`.toLowerCase().includes(wanted))
    : rows
  return {
    items: found.slice((query.page - 1) * query.page_size, query.page * query.page_size),
    total: found.length,
    page: query.page,
    page_size: query.page_size,
    score: people[0]?.score ?? 0,
    unmarked: open,
    opens: hidden || !numbered,
    absent: absent.length,
  }
}

export const publishResults: Handler<'POST /exams/:id/publish'> = async (c) => {
  const { q, params, platform } = c
  const run = await lockRun(q, params.id)
  if (!run) throw new Fail('not_found')
  const { rows } = await q.query<{ n: number }>(
    `select count(*)::integer as n from exam_attempt where exam_id = $1 and status <> 'scored'`,
    [params.id],
  )
  if (run.published_at || (rows[0]?.n ?? 0) > 0) throw new Fail('not_allowed_in_state', { open: rows[0]?.n ?? 0 })
  const at = platform.now().toISOString()
  await q.query('update exam_run set published_at = $2 where exam_id = $1', [params.id, at])
  await recordExamEvent(c, { exam: params.id, kind: 'published' })
  const { rows: sat } = await q.query<{ id: string }>(
    'select distinct user_id as id from exam_attempt where exam_id = $1',
    [params.id],
  )
  const exam = await exams.get(q, params.id)
  if (!exam) throw new Fail('not_found')
  const to = sat.map((p) => p.id)
  await toldNow(q, params.id, to, platform.now())
  await tellResults(q, platform, {
    exam: { id: params.id, version: exam.version, data: wholeDocument<ExamData>(exam.data) },
    to,
  })
  await tellCandidates(q, params.id)
  c.audit({ entity: 'exam', id: params.id, after: { published_at: at } })
  return examRow(c, params.id)
}
export const withdrawResults: Handler<'POST /exams/:id/withdraw'> = async (c) => {
  const { q, params, who, platform } = c
  const now = platform.now()
  const [run, exam] = [await lockRun(q, params.id), await exams.lock(q, params.id)]
  if (!run || !exam) throw new Fail('not_found')
  const data = wholeDocument<ExamData>(exam.data)
  if (!isReleased(data, run, now)) throw new Fail('not_allowed_in_state')
  await q.query('update exam_run set published_at = null where exam_id = $1', [params.id])
  // the clock would show them again at once, or later without anybody asking for it
  if (data.results_at !== null) {
    await exams.update(q, exam, { ...data, results_at: null }, { at: now, by: who.id })
    await planResults(q, params.id, { ...data, results_at: null })
  }
  await recordExamEvent(c, { exam: params.id, kind: 'withdrawn' })
  await tellCandidates(q, params.id)
  c.audit({ entity: 'exam', id: params.id, before: { published_at: run.published_at, results_at: data.results_at } })
  return examRow(c, params.id)
}
