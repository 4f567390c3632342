/** How far marking is: by question, by marker, and how well two markers agree. */
import { isMarked, type Settled, settledMark } from '#src/contract/exam/mark.ts'
import { ruled } from '#src/contract/exam/rekey.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import type { Queryable } from '#mock/db/db.ts'
import { markingExam } from './markedBy.ts'
import { keepersToDecide } from './invigilators.ts'
import { byAttempt, type MarkLine, marksOf, meanPointsOf, turnOf, undecidedOf } from './marks.ts'
import { itemKeyOf, type Papers } from './sheet.ts'

interface Worker {
  name: string
  done: number
  shares: number
  last: number
}
/** Sums of what markers gave, and of what two of them gave to the same answers. */
class Tally {
  readonly markers = new Map<string, Worker>()
  pairs = { n: 0, difference: 0, third: 0, waiting: 0 }

  constructor(named: readonly { id: string; name: string }[]) {
    for (const { id, name } of named) this.markers.set(id, { name, done: 0, shares: 0, last: 0 })
  }
  add(marks: readonly MarkLine[], score: number, needs: Settled['needs']): void {
    for (const m of marks) {
      if (!m.marker || m.round > 3) continue
      const w = this.markers.get(m.marker) ?? { name: m.marker_name ?? '', done: 0, shares: 0, last: 0 }
      w.done++
      w.shares += score > 0 ? m.points / score : 0
      w.last = Math.max(w.last, new Date(m.at).getTime())
      this.markers.set(m.marker, w)
    }
    const [first, second] = [1, 2].map((round) => marks.find((m) => m.round === round))
    if (!first || !second) return
    this.pairs.n++
    this.pairs.difference += score > 0 ? Math.abs(first.points - second.points) / score : 0
    if (marks.some((m) => m.round === 3)) this.pairs.third++
    else if (needs === 3) this.pairs.waiting++
  }
  /** @param blind whose own opinion is wanted still: how generous others are would lead it */
  shown(blind?: string) {
    const { n, difference, third, waiting } = this.pairs
    return {
      markers: [...this.markers]
        .map(([id, { name, done, shares, last }]) => ({
          id,
          name,
          done,
          share: done && (blind === undefined || blind === id) ? shares / done : null,
          last_at: last ? new Date(last).toISOString() : null,
        }))
        .sort((a, b) => b.done - a.done || (a.id < b.id ? -1 : 1)),
      pairs: { n, difference: n && blind === undefined ? difference / n : null, third, waiting },
    }
  }
}

const namesOf = async (q: Queryable, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  (
    await q.query<{ id: string; name: string }>(
      `select id, coalesce(nullif(data->>'name', ''), data->>'username', '') as name from r_user where id = any($1::text[])`,
      [[...ids]],
    )
  ).rows

export const markingState =
  (papers: Papers): Handler<'GET /exams/:id/marking'> =>
  async ({ q, who, platform, params }) => {
    const exam = await markingExam({ q, who, platform }, params.id)
    const paper = await papers.variants(q, exam.paper_id)
    const { rows: sums } = await q.query<{ attempts: number; scored: number }>(
      `select count(*)::integer as attempts, (count(*) filter (where status = 'scored'))::integer as scored
       from exam_attempt where exam_id = $1 and handed_at is not null`,
      [params.id],
    )
    const means = await meanPointsOf(
      q,
      { ...exam, id: params.id },
      paper.variants.flatMap((v) => v.sections.flatMap((x) => x.items)),
    )
    const items = []
    const gives = mayCall(who, 'POST /exam-sheets/:id/marks')
    const tally = new Tally(await namesOf(q, exam.markers))
    for (const v of paper.variants) {
      const read = await papers.of(q, { exam_id: params.id, paper_id: exam.paper_id, variant: v.id })
      let n = 0
      const counts = read.paper.variants.find((x) => x.id === v.id) ?? v
      for (const item of counts.sections.flatMap((s) => s.items)) {
        n++
        const key = itemKeyOf(read, item.id)
        if (!isMarked(key.type) || ruled(read.changes.get(item.id)?.change, 0)) continue
        const { rows: attempts } = await q.query<{ id: string }>(
          `select a.id from exam_attempt a join exam_answer w on w.attempt_id = a.id and w.item = $2 and w.answer is not null
           where a.exam_id = $1 and a.variant = $3 and a.handed_at is not null`,
          [params.id, item.id, v.id],
        )
        const ids = attempts.map((a) => a.id)
        const marks = byAttempt(await marksOf(q, ids, item.id))
        let [done, mine] = [0, 0]
        for (const { id } of attempts) {
          const own = marks.get(id) ?? []
          const s = settledMark(own, item.score, exam)
          tally.add(own, item.score, s.needs)
          if (s.points !== null) done++
          else if (gives && !own.some((m) => m.marker === who.id) && turnOf(own, item.score, exam, who) !== null) mine++
        }
        items.push({
          id: item.id,
          n,
          variant: v.id,
          title: read.items.asked.get(item.id)?.title ?? '',
          type: key.type,
          score: item.score,
          answers: attempts.length,
          done,
          mine,
          mean: exam.double && mine > 0 ? null : (means.get(`${v.id} ${item.id}`) ?? null),
        })
      }
    }
    const { rows: objections } = await q.query<{ open: number; all: number }>(
      `select (count(*) filter (where o.reply is null))::integer as open, count(*)::integer as "all"
       from exam_objection o join exam_attempt a on a.id = o.attempt_id where a.exam_id = $1`,
      [params.id],
    )
    const { sheets = 0 } = exam.markers.length
      ? ((await undecidedOf(q, [{ ...exam, id: params.id }])).get(params.id) ?? {})
      : {}
    return {
      attempts: sums[0]?.attempts ?? 0,
      scored: sums[0]?.scored ?? 0,
      items,
      ...tally.shown(exam.double && items.some((i) => i.mine > 0) ? who.id : undefined),
      objections: objections[0] ?? { open: 0, all: 0 },
      undecided: {
        sheets,
        deciders: sheets
          ? (await keepersToDecide(q, platform, params.id, new Set(exam.markers))).map((p) => p.name)
          : [],
      },
    }
  }
