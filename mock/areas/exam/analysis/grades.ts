/** Who stands where, and the boundaries of grades. */
import { gradeOf, ranksOf } from '#src/contract/exam/score.ts'
import type { Standings } from '#src/contract/exam/analysis.schema.ts'
import { examCan } from '../exam.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { areHidden, markingIds, anonymousNumberOf } from '../anonymous.ts'
import { exams, theExam } from '../attempt.ts'
import { tellCandidates } from '../invigilate.ts'
import { attemptPointsOf, totalsOf } from '../mine.ts'
import type { ExamData } from '../run.ts'
import { wholeDocument } from '#mock/crud/documents.ts'

export interface RankedCandidate {
  user_id: string
  name: string
  username: string
  org_name: string
  points: number
  rank: number
  share: number
  grade: ReturnType<typeof gradeOf>
  attempts: number
  /** The last of them. */
  attempt: string
  /** Null where names are hidden: others know when who handed in. */
  handed_at: string | null
  score: number
}
const boundariesOf = (e: ExamData) => ({ A: e.grade_a, B: e.grade_b, C: e.grade_c })

/** Everybody whose attempts are all marked, by rank. */
export async function standingsOf(q: Queryable, id: string, exam: ExamData): Promise<RankedCandidate[]> {
  const totals = totalsOf(await attemptPointsOf(q, id), exam)
  const ranks = ranksOf([...totals.values()])
  const place = new Map([...totals.keys()].map((user, n) => [user, ranks[n] ?? 0]))
  const { rows } = await q.query<Omit<RankedCandidate, 'points' | 'rank' | 'share' | 'grade'>>(
    `select a.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username', '') as name, coalesce(u.data->>'username', '') as username,
       coalesce(o.name, '') as org_name, count(*)::integer as attempts, (array_agg(a.id order by a.n desc))[1] as attempt, max(a.handed_at) as handed_at, max(a.score) as score
     from exam_attempt a left join r_user u on u.id = a.user_id left join org o on o.id = u.k_org_id
     where a.exam_id = $1 and a.status = 'scored' group by a.user_id, u.data, o.name`,
    [id],
  )
  return rows
    .map((r) => {
      const points = totals.get(r.user_id) ?? 0
      const share = r.score > 0 ? points / r.score : 0
      return { ...r, points, share, rank: place.get(r.user_id) ?? 0, grade: gradeOf(share, boundariesOf(exam)) }
    })
    .sort((a, b) => a.rank - b.rank || (a.user_id < b.user_id ? -1 : 1))
}

/** The same for a reader from whom names are hidden: numbers stand in their place. */
export async function standingsFor(
  c: { q: Queryable; who: Caller; platform: Platform },
  id: string,
  exam: ExamData,
): Promise<{ people: RankedCandidate[]; out: boolean; hidden: boolean }> {
  const all = await standingsOf(c.q, id, exam)
  const { hidden, out } = await areHidden(c, id, exam)
  if (!hidden) return { people: all, out, hidden }
  const called = await markingIds(c.q, id)
  const people = all
    .map((s) => {
      const attempt = called(s.attempt)
      return {
        ...s,
        attempt,
        user_id: attempt,
        name: anonymousNumberOf(attempt),
        username: '',
        org_name: '',
        handed_at: null,
      }
    })
    .sort((a, b) => a.rank - b.rank || (a.user_id < b.user_id ? -1 : 1))
  return { people, out, hidden }
}

async function shown(c: { q: Queryable; who: Caller; platform: Platform }, id: string): Promise<Standings> {
  const { q } = c
  const doc = await exams.get(q, id)
  if (!doc) throw new Fail('not_found')
  const exam = wholeDocument<ExamData>(doc.data)
  const { people, out } = await standingsFor(c, id, exam)
  return {
    exam: exam.name,
    score: people[0]?.score ?? 0,
    version: doc.version,
    published: out,
    a: exam.grade_a,
    b: exam.grade_b,
    c: exam.grade_c,
    may: (await examCan(c, id)).includes('run'),
    people: people.map(({ user_id, name, org_name, points, rank, grade }) => ({
      user_id,
      name,
      org_name,
      points,
      rank,
      grade,
    })),
  }
}
export const examGrades: Handler<'GET /exams/:id/grades'> = (c) => shown(c, c.params.id)

export const moveGrades: Handler<'PUT /exams/:id/grades'> = async (c) => {
  const { q, who, platform, params, body } = c
  const doc = await exams.lock(q, params.id)
  if (!doc) throw new Fail('not_found')
  const before = wholeDocument<ExamData>(doc.data)
  if (doc.version !== body.version) throw new Fail('stale_version', { current: await shown(c, params.id) })
  const moved = { grade_a: body.a, grade_b: body.b, grade_c: body.c }
  await exams.update(q, doc, { ...before, ...moved }, { at: platform.now(), by: who.id })
  await tellCandidates(q, params.id)
  const { grade_a, grade_b, grade_c } = await theExam(q, params.id)
  c.audit({
    entity: 'exam',
    id: params.id,
    before: { grade_a: before.grade_a, grade_b: before.grade_b, grade_c: before.grade_c },
    after: { grade_a, grade_b, grade_c },
  })
  return shown(c, params.id)
}
