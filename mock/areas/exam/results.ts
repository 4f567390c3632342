/** How far marking is, results by rank, their publication, and objections. */
import { gradeOf, ranksOf } from '#src/contract/exam/score.ts'
import { settled } from '#src/contract/exam/mark.ts'
import { ruled } from '#src/contract/exam/rekey.ts'
import { Fail, type Handler } from '#mock/http/handler.ts'
import { iso, theExam } from './attempt.ts'
import { examRow } from './exam.ts'
import { note, tellCandidates } from './invigilate.ts'
import { total } from './judge.ts'
import { toJudge } from './give.ts'
import { isHidden, nameFor } from './marking.ts'
import { byAttempt, isMarked, markingExam, marksOf, turnOf } from './marks.ts'
import { totalsOf } from './mine.ts'
import { lockRun, runsOf } from './run.ts'
import { keyOf, type Papers } from './sheet.ts'

export const markingState =
  (papers: Papers): Handler<'GET /exams/:id/marking'> =>
  async ({ q, who, params }) => {
    const exam = await markingExam(q, who, params.id)
    const paper = await papers.variants(q, exam.paper_id)
    const { rows: sums } = await q.query<{ attempts: number; scored: number }>(
      `select count(*)::integer as attempts, (count(*) filter (where status = 'scored'))::integer as scored
       from exam_attempt where exam_id = $1 and handed_at is not null`,
      [params.id],
    )
    const items = []
    for (const v of paper.variants) {
      const read = await papers.of(q, { exam_id: params.id, paper_id: exam.paper_id, variant: v.id })
      let n = 0
      const counts = read.paper.variants.find((x) => x.id === v.id) ?? v
      for (const item of counts.sections.flatMap((s) => s.items)) {
        n++
        const key = keyOf(read, item.id)
        if (!isMarked(key.type) || ruled(read.changes.get(item.id)?.change, 0)) continue
        const { rows: attempts } = await q.query<{ id: string }>(
          `select a.id from exam_attempt a join exam_answer w on w.attempt_id = a.id and w.item = $2 and w.answer is not null
           where a.exam_id = $1 and a.variant = $3 and a.handed_at is not null`,
          [params.id, item.id, v.id],
        )
        const ids = attempts.map((a) => a.id)
        const marks = byAttempt(await marksOf(q, ids, item.id))
        const points: number[] = []
        let mine = 0
        for (const { id } of attempts) {
          const own = marks.get(id) ?? []
          const s = settled(own, item.score, exam)
          if (s.points !== null) points.push(s.points)
          else if (!own.some((m) => m.marker === who.id) && turnOf(own, item.score, exam, who.id) !== null) mine++
        }
        items.push({
          id: item.id,
          n,
          variant: v.id,
          title: read.items.asked.get(item.id)?.title ?? '',
          type: key.type,
          score: item.score,
          answers: attempts.length,
          done: points.length,
          mine,
          mean: points.length ? points.reduce((a, b) => a + b, 0) / points.length : null,
        })
      }
    }
    const { rows: markers } = await q.query<{ id: string; name: string; done: number }>(
      `select m.marker as id, coalesce(nullif(u.data->>'name', ''), u.data->>'username', '') as name, count(*)::integer as done
       from exam_mark m join exam_attempt a on a.id = m.attempt_id left join r_user u on u.id = m.marker
       where a.exam_id = $1 and m.marker is not null group by 1, 2 order by 3 desc, 1`,
      [params.id],
    )
    const { rows: objections } = await q.query<{ open: number; all: number }>(
      `select (count(*) filter (where o.reply is null))::integer as open, count(*)::integer as "all"
       from exam_objection o join exam_attempt a on a.id = o.attempt_id where a.exam_id = $1`,
      [params.id],
    )
    return {
      attempts: sums[0]?.attempts ?? 0,
      scored: sums[0]?.scored ?? 0,
      items,
      markers,
      objections: objections[0] ?? { open: 0, all: 0 },
    }
  }

export const results: Handler<'GET /exams/:id/results'> = async ({ q, who, params, query }) => {
  const exam = await theExam(q, params.id)
  const totals = await totalsOf(q, params.id, exam)
  const ids = [...totals.keys()]
  const ranks = ranksOf([...totals.values()])
  const { rows: people } = await q.query<{
    user_id: string
    name: string | null
    username: string | null
    org_name: string | null
    attempts: number
    attempt: string
    handed_at: string
    score: number
  }>(
    `select a.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, u.data->>'username' as username, o.name as org_name,
       count(*)::integer as attempts, (array_agg(a.id order by a.n desc))[1] as attempt, max(a.handed_at) as handed_at, max(a.score) as score
     from exam_attempt a left join r_user u on u.id = a.user_id left join org o on o.id = u.k_org_id
     where a.exam_id = $1 and a.status = 'scored' group by a.user_id, u.data, o.name`,
    [params.id],
  )
  const { rows: unmarked } = await q.query<{ n: number }>(
    `select count(*)::integer as n from exam_attempt where exam_id = $1 and status = 'to-be-scored'`,
    [params.id],
  )
  // a name beside points would tell whose sheets are marked while others still are
  const hidden = isHidden(exam, who) && (unmarked[0]?.n ?? 0) > 0
  const by = new Map(people.map((p) => [p.user_id, p]))
  const boundaries = { A: exam.grade_a, B: exam.grade_b, C: exam.grade_c }
  const all = ids.flatMap((id, n) => {
    const p = by.get(id)
    const points = totals.get(id) ?? 0
    if (!p) return []
    const share = p.score > 0 ? points / p.score : 0
    return [
      {
        ...(hidden
          ? { user_id: '', name: nameFor(exam, { id: p.attempt, name: p.name }, who), username: '', org_name: '' }
          : { user_id: id, name: p.name ?? '', username: p.username ?? '', org_name: p.org_name ?? '' }),
        rank: ranks[n] ?? 0,
        points,
        share,
        grade: gradeOf(share, boundaries),
        attempts: p.attempts,
        attempt: p.attempt,
        handed_at: iso(p.handed_at),
      },
    ]
  })
  const wanted = query.q?.trim().toLowerCase()
  const found = all
    .filter((r) => !wanted || `${r.name} ${r.username} ${r.org_name}`.toLowerCase().includes(wanted))
    .sort((a, b) => a.rank - b.rank || (a.attempt < b.attempt ? -1 : 1))
  return {
    items: found.slice((query.page - 1) * query.page_size, query.page * query.page_size),
    total: found.length,
    page: query.page,
    page_size: query.page_size,
    score: people[0]?.score ?? 0,
    unmarked: unmarked[0]?.n ?? 0,
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
  await note(c, { exam: params.id, kind: 'published' })
  await tellCandidates(q, params.id)
  c.audit({ entity: 'exam', id: params.id, after: { published_at: at } })
  return examRow(c, params.id)
}
export const withdrawResults: Handler<'POST /exams/:id/withdraw'> = async (c) => {
  const { q, params } = c
  const run = (await runsOf(q, [params.id])).get(params.id)
  if (!run) throw new Fail('not_found')
  if (!run.published_at) throw new Fail('not_allowed_in_state')
  await q.query('update exam_run set published_at = null where exam_id = $1', [params.id])
  await note(c, { exam: params.id, kind: 'withdrawn' })
  await tellCandidates(q, params.id)
  c.audit({ entity: 'exam', id: params.id, before: { published_at: run.published_at } })
  return examRow(c, params.id)
}

interface Objection {
  attempt: string
  user_id: string
  item: string
  name: string | null
  text: string
  at: string
  reply: string | null
  replied_by_name: string | null
  variant: string
}
export const objections =
  (papers: Papers): Handler<'GET /exams/:id/objections'> =>
  async ({ q, who, params, query }) => {
    const exam = await markingExam(q, who, params.id)
    const from = 'from exam_objection o join exam_attempt a on a.id = o.attempt_id'
    const { rows: all } = await q.query<{ n: number }>(`select count(*)::integer as n ${from} where a.exam_id = $1`, [
      params.id,
    ])
    const { rows } = await q.query<Objection>(
      `select a.id as attempt, a.user_id, a.variant, o.item, o.text, o.at, o.reply, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name,
         coalesce(nullif(b.data->>'name', ''), b.data->>'username') as replied_by_name ${from}
       left join r_user u on u.id = a.user_id left join r_user b on b.id = o.replied_by where a.exam_id = $1
       order by o.reply is not null, o.at limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`,
      [params.id],
    )
    const items = []
    for (const o of rows) {
      const read = await papers.of(q, { exam_id: params.id, paper_id: exam.paper_id, variant: o.variant })
      const score = read.items.asked.get(o.item)?.score ?? 0
      const marks = await marksOf(q, [o.attempt], o.item)
      items.push({
        attempt: o.attempt,
        item: o.item,
        candidate: nameFor(exam, { id: o.attempt, name: o.name }, who),
        text: o.text,
        at: iso(o.at),
        reply: o.reply,
        replied_by_name: o.replied_by_name ?? '',
        may: o.reply === null && !marks.some((m) => m.marker === who.id),
        points: settled(marks, score, exam).points,
        score,
      })
    }
    return { items, total: all[0]?.n ?? 0, page: query.page, page_size: query.page_size }
  }

export const answerObjection =
  (papers: Papers): Handler<'POST /exam-sheets/:id/reply'> =>
  async (c) => {
    const { q, who, platform, params, body } = c
    const now = platform.now()
    const about = { sheet: params.id, item: body.item, points: body.points }
    const { sheet, row, read, place, key, marks } = await toJudge(c, papers, about)
    // nobody judges his own judgement
    if (marks.some((m) => m.marker === who.id)) throw new Fail('no_operation_permission')
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
    await total(q, sheet, read)
    await tellCandidates(q, row.exam_id, [row.user_id])
    c.audit({
      entity: 'exam',
      id: row.exam_id,
      before: { points: settled(marks, place.score, sheet.exam).points },
      after: { points: body.points },
      details: { attempt: row.id, item: body.item },
    })
    return { points: body.points, total: row.points ?? 0 }
  }
