/** Marking by candidate and by question: sheets as markers see them, and the points they give. */
import { rounds, settled } from '#src/contract/exam/mark.ts'
import type { MarkingItem, MarkingSheet } from '#src/contract/exam/run.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler, type Who } from '#mock/http/handler.ts'
import { iso, lockSheet, sheetNow } from './attempt.ts'
import { answersOf, total } from './judge.ts'
import { byAttempt, isMarked, markingExam, type MarkLine, marksOf, turnOf } from './marks.ts'
import type { ExamData } from './run.ts'
import { askedOf, keyOf, orderOf, type Papers, type Read } from './sheet.ts'

/** A candidate as the marker may know him: by name, or by a number that tells nothing and stays the same. */
export const nameFor = (exam: ExamData, row: { id: string; name: string | null }, who: Who): string =>
  exam.anonymous && !who.is_admin
    ? `#${(Number.parseInt(row.id.replaceAll('-', '').slice(-7), 16) % 100_000).toString().padStart(5, '0')}`
    : (row.name ?? '')

async function candidateName(q: Queryable, id: string): Promise<string> {
  const { rows } = await q.query<{ name: string }>(
    `select coalesce(nullif(data->>'name', ''), data->>'username') as name from r_user where id = $1`,
    [id],
  )
  return rows[0]?.name ?? ''
}

type Place = ReturnType<typeof orderOf>['sections'][number]['items'][number]
interface Seen {
  read: Read
  exam: ExamData
  who: Who
  marks: readonly MarkLine[]
  answer: MarkingItem['answer']
}
export function itemFor(place: Place, n: number, { read, exam, who, marks, answer }: Seen): MarkingItem {
  const key = keyOf(read, place.id)
  const may = isMarked(key.type) && answer !== null ? turnOf(marks, place.score, exam, who.id) : null
  // whose own opinion is wanted is not led by another's
  const shown = marks.filter((m) => !(may === rounds.second && m.round === rounds.first && m.marker !== who.id))
  return {
    id: place.id,
    n,
    score: place.score,
    question: askedOf(read, place),
    key: key.answer,
    rubric: [...key.rubric],
    answer,
    marks: shown.map((m) => ({
      round: m.round,
      points: m.points,
      rule: m.rule,
      marker_name: m.marker_name ?? '',
      comment: m.comment,
      at: iso(m.at),
    })),
    points: settled(marks, place.score, exam).points,
    may,
  }
}

export const sheetForMarking =
  (papers: Papers): Handler<'GET /exam-sheets/:id'> =>
  async ({ q, who, platform, params, query }): Promise<MarkingSheet> => {
    const sheet = await sheetNow(q, params.id, platform.now())
    if (!sheet) throw new Fail('not_found')
    const { row } = sheet
    const exam = await markingExam(q, who, row.exam_id)
    if (!row.handed_at) throw new Fail('not_allowed_in_state', { status: row.status })
    const read = await papers.read(q, row.paper_id, row.variant, query.language ?? '')
    const answers = await answersOf(q, row.id)
    const marks = await marksOf(q, [row.id])
    let n = 0
    return {
      attempt: row.id,
      candidate: nameFor(exam, { id: row.id, name: await candidateName(q, row.user_id) }, who),
      n: row.n,
      status: row.status,
      points: row.points ?? 0,
      score: row.score,
      handed_at: iso(row.handed_at),
      open: row.open,
      sections: orderOf(read, row).sections.map((s) => ({
        id: s.id,
        title: s.title,
        items: s.items.map((place) => {
          n++
          const own = marks.filter((m) => m.item === place.id)
          return itemFor(place, n, { read, exam, who, marks: own, answer: answers.get(place.id) ?? null })
        }),
      })),
    }
  }

interface Waiting {
  id: string
  user_id: string
  name: string
}
/** Sheets whose item waits for this marker, in an order of his own, so that several do not meet at the same one. */
async function waiting(
  q: Queryable,
  o: { examId: string; item: string; score: number; exam: ExamData; who: Who; not: readonly string[] },
): Promise<Waiting[]> {
  const { rows } = await q.query<Waiting>(
    `select a.id, a.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name
     from exam_attempt a join exam_answer w on w.attempt_id = a.id and w.item = $2 and w.answer is not null
     left join r_user u on u.id = a.user_id
     where a.exam_id = $1 and a.status = 'to-be-scored' and not a.id = any($3::text[])
     order by md5(a.id || $4) limit 5000`,
    [o.examId, o.item, [...o.not], o.who.id],
  )
  const marks = await marksOf(
    q,
    rows.map((r) => r.id),
    o.item,
  )
  const by = byAttempt(marks)
  return rows.filter((r) => {
    const own = by.get(r.id) ?? []
    return !own.some((m) => m.marker === o.who.id) && turnOf(own, o.score, o.exam, o.who.id) !== null
  })
}

export const nextToMark =
  (papers: Papers): Handler<'GET /exams/:id/marking/next'> =>
  async ({ q, who, platform, params, query }) => {
    const exam = await markingExam(q, who, params.id)
    const paper = await papers.variants(q, exam.paper_id)
    const score = paper.variants
      .flatMap((v) => v.sections.flatMap((s) => s.items))
      .find((i) => i.id === query.item)?.score
    if (score === undefined) throw new Fail('not_found')
    const not = query.not === undefined ? [] : [query.not].flat()
    const all = await waiting(q, { examId: params.id, item: query.item, score, exam, who, not })
    const items = []
    for (const { id, name } of all.slice(0, query.count)) {
      const sheet = await sheetNow(q, id, platform.now())
      if (!sheet) continue
      const read = await papers.read(q, sheet.row.paper_id, sheet.row.variant, query.language ?? '')
      const places = orderOf(read, sheet.row).sections.flatMap((s) => s.items)
      const at = places.findIndex((p) => p.id === query.item)
      const place = places[at]
      if (!place) continue
      const answer = (await answersOf(q, id)).get(query.item) ?? null
      const seen = { read, exam, who, marks: await marksOf(q, [id], query.item), answer }
      items.push({ attempt: id, candidate: nameFor(exam, { id, name }, who), item: itemFor(place, at + 1, seen) })
    }
    const { rows: comments } = await q.query<{ text: string; points: number; n: number }>(
      `select m.comment as text, m.points, count(*)::integer as n from exam_mark m join exam_attempt a on a.id = m.attempt_id
       where a.exam_id = $1 and m.item = $2 and m.comment <> '' group by 1, 2 order by 3 desc, 1 limit 20`,
      [params.id, query.item],
    )
    return { items, left: all.length, comments }
  }

/** An item of a sheet that was handed in, locked for who is to judge it. Throws where there is none, and where it is not worth so much. */
export async function toJudge(
  { q, who, platform }: Pick<Ctx<'POST /exam-sheets/:id/marks'>, 'q' | 'who' | 'platform'>,
  papers: Papers,
  { sheet: id, item, points }: { sheet: string; item: string; points: number },
) {
  const sheet = await lockSheet(q, id, platform.now())
  if (!sheet) throw new Fail('not_found')
  const { row } = sheet
  const exam = await markingExam(q, who, row.exam_id)
  if (!row.handed_at) throw new Fail('not_allowed_in_state', { status: row.status })
  const read = await papers.read(q, row.paper_id, row.variant)
  const place = orderOf(read, row)
    .sections.flatMap((s) => s.items)
    .find((i) => i.id === item)
  if (!place) throw new Fail('not_found')
  if (points > place.score)
    throw new Fail('validation', { fields: [{ path: 'points', rule: 'max', params: { max: place.score } }] })
  return { sheet, row, exam, read, place, key: keyOf(read, item), marks: await marksOf(q, [row.id], item) }
}

export const mark =
  (papers: Papers): Handler<'POST /exam-sheets/:id/marks'> =>
  async (c) => {
    const { q, who, platform, params, body } = c
    const about = { sheet: params.id, item: body.item, points: body.points }
    const { sheet, row, exam, read, place, key, marks } = await toJudge(c, papers, about)
    const answer = (await answersOf(q, row.id)).get(body.item) ?? null
    if (!isMarked(key.type) || answer === null) throw new Fail('not_allowed_in_state', { status: row.status })
    // somebody was faster, or it is not this marker's turn
    if (turnOf(marks, place.score, exam, who.id) !== body.round)
      throw new Fail('not_allowed_in_state', { status: row.status })
    await q.query(
      `insert into exam_mark (attempt_id, item, round, points, rule, version, marker, comment, at) values ($1, $2, $3, $4, 'marker', $5, $6, $7, $8)
       on conflict (attempt_id, item, round) do update set points = excluded.points, comment = excluded.comment, at = excluded.at`,
      [row.id, body.item, body.round, body.points, key.version, who.id, body.comment, platform.now().toISOString()],
    )
    const open = await total(q, sheet, read)
    const { points } = settled(await marksOf(q, [row.id], body.item), place.score, exam)
    c.audit({
      entity: 'exam',
      id: row.exam_id,
      before: { points: marks.find((m) => m.round === body.round)?.points ?? null },
      after: { points: body.points },
      details: { attempt: row.id, item: body.item, round: body.round },
    })
    return { points, total: row.points ?? 0, open }
  }

export const sheets: Handler<'GET /exams/:id/sheets'> = async ({ q, who, params, query }) => {
  const exam = await markingExam(q, who, params.id)
  const { rows: all } = await q.query<{ n: number }>(
    'select count(*)::integer as n from exam_attempt where exam_id = $1 and handed_at is not null',
    [params.id],
  )
  const hidden = exam.anonymous && !who.is_admin
  const { rows } = await q.query<Waiting & { n: number; status: never; points: number; score: number; open: number }>(
    `select a.id, a.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, a.n, a.status, coalesce(a.points, 0) as points,
       a.score, a.open from exam_attempt a left join r_user u on u.id = a.user_id where a.exam_id = $1 and a.handed_at is not null
     order by ${hidden ? 'md5(a.id)' : 'name collate "C"'}, a.id limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`,
    [params.id],
  )
  return {
    items: rows.map(({ id, user_id, name, ...r }) => ({
      ...r,
      attempt: id,
      user_id: hidden ? '' : user_id,
      candidate: nameFor(exam, { id, name }, who),
    })),
    total: all[0]?.n ?? 0,
    page: query.page,
    page_size: query.page_size,
  }
}
