/** What is still missing before an exam can go well. */
import type { z } from 'zod'
import type { ExamCheck } from '#src/contract/exam/run.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { inExams } from '../bank/keyAccess.ts'
import { theExam } from './attempt.ts'
import { candidateCount } from './candidates.ts'
import { invigilators } from './invigilators.ts'
import { ableMarkers, isNobodyLeft, type MarkedExam } from './markedBy.ts'
import { closedCandidates } from './keyReaders.ts'
import { isReviewedTooEarly, minutesLeft } from '#src/contract/exam/planned.ts'
import { runsOf, examRunStateOf } from './run.ts'
import { sceneChecks } from './scene/ready.ts'
import type { Papers } from './sheet.ts'

type Line = z.output<typeof ExamCheck>
const line = (what: Line['what'], ok: boolean, grave: boolean, params: Line['params'] = {}): Line => ({
  what,
  ok,
  grave,
  params,
  names: [],
})

const begunAny = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.query('select 1 from exam_attempt where exam_id = $1 limit 1', [id])).rows.length > 0

/** How many questions of a paper somebody has answered, and may have seen the key of. */
async function answeredBefore(q: Queryable, paper: string): Promise<number> {
  const { rows } = await q.query<{ n: number }>(
    `select count(distinct p.question_id)::integer as n from paper_question p
     where p.paper_id = $1 and exists (select 1 from question_answers a where a.question_id = p.question_id and a.answers > 0)`,
    [paper],
  )
  return rows[0]?.n ?? 0
}

const questionsOf = async (q: Queryable, paper: string): Promise<string[]> =>
  (
    await q.query<{ id: string }>('select distinct question_id as id from paper_question where paper_id = $1', [paper])
  ).rows.map((r) => r.id)

/**
 * Whether a marker is left to answer an objection to any answer, as `isNobodyLeft` says: more of them than judge one, two and where these differ
 * a third, and of what is judged already no answer that all of them judged.
 */
async function isOneLeft(
  q: Queryable,
  id: string,
  e: Pick<MarkedExam, 'markers' | 'able' | 'double'>,
): Promise<boolean> {
  if (e.able.length <= (e.double ? 3 : 1)) return false
  const { rows } = await q.query<{ judges: string[] }>(
    `select distinct array(select m.marker::text from exam_mark m where m.attempt_id = x.attempt_id and m.item = x.item and m.marker is not null
       order by 1) as judges
     from exam_mark x join exam_attempt a on a.id = x.attempt_id where a.exam_id = $1 and x.marker is not null`,
    [id],
  )
  return !rows.some(({ judges }) =>
    isNobodyLeft(
      e,
      judges.map((marker) => ({ marker })),
    ),
  )
}

export const checklist =
  (papers: Papers): Handler<'GET /exams/:id/checklist'> =>
  async ({ q, params, platform }) => {
    const e = await theExam(q, params.id)
    const now = platform.now()
    const { status } = examRunStateOf(e, (await runsOf(q, [params.id])).get(params.id), now)
    const paper = await papers.variants(q, e.paper_id)
    const items = (paper.variants[0]?.sections ?? []).reduce((n, s) => n + s.items.length, 0)
    const sitting = await candidateCount(q, platform, params.id)
    // of one that is over there is nothing left to plan
    const closed = status === 'ended' ? [] : (await closedCandidates(q, platform, params.id)).map((p) => p.name)
    const able = await ableMarkers(q, e.markers)
    const length = (Date.parse(e.ends_at) - Date.parse(e.starts_at)) / 60_000
    const over = status === 'ended'
    const begun = await begunAny(q, params.id)
    const ago = Math.max(0, Math.ceil((now.getTime() - Date.parse(e.starts_at)) / 60_000))
    const left = minutesLeft(e, now.getTime())
    const keepers = await invigilators(q, platform, params.id, e)
    // practice shows its keys anyhow, and of one that was sat there is nothing left to plan
    const seen = e.kind === 'practice' || begun || over ? undefined : await answeredBefore(q, e.paper_id)
    const elsewhere =
      begun || over ? undefined : (await inExams(q, await questionsOf(q, e.paper_id), now, params.id)).size
    const free = e.duration === null ? 0 : Math.round(length - e.duration - (e.late ?? 0))
    return {
      candidates: sitting ?? 0,
      items: [
        line('paper_has_items', items > 0, true, { n: items }),
        line('candidates', sitting === undefined || sitting > 0, true, { n: sitting ?? -1 }),
        ...(closed.length ? [{ ...line('key_readers', false, false, { n: closed.length }), names: closed }] : []),
        // of one that was sat there is nothing left to plan
        ...(over && begun
          ? []
          : [
              over
                ? line('over', false, true)
                : line(
                    'starts_later',
                    begun || ago === 0 || status === 'pause' || (e.start_mode === 'go' && status === 'ongoing'),
                    // nobody begins who comes after that
                    e.start_mode === 'clock' && e.late !== null && ago > e.late,
                    { minutes: ago },
                  ),
            ]),
        // who begins while others write knows that they are ahead of him
        ...(e.duration === null || begun || over || e.duration <= left
          ? []
          : [line('time_left', false, true, { minutes: e.duration, left })]),
        // who begins as late as he may still has his whole time
        ...(e.duration === null || e.late === null
          ? []
          : [line('duration', free >= 0, false, { minutes: -free, closed: Number(e.late >= length) })]),
        {
          ...line('invigilators', keepers.ok, false, { n: keepers.names.length, wide: keepers.wide }),
          names: keepers.names,
        },
        line('markers', able.length > 0, false, { n: able.length, named: e.markers.length }),
        // where nobody is named, that is what is said
        ...(e.double && e.markers.length > 0
          ? [
              line('two_markers', able.length >= 2, true, { n: able.length }),
              ...(able.length >= 2 ? [line('third_marker', able.length >= 3, false, { n: able.length })] : []),
            ]
          : []),
        ...(e.objections && e.markers.length > 0
          ? [line('objections', await isOneLeft(q, params.id, { ...e, able }), false, { n: able.length })]
          : []),
        ...(await sceneChecks(q, platform, papers, { paper_id: e.paper_id, candidates: sitting })),
        ...(e.kind === 'practice' || e.review_to === null ? [] : [line('review', !isReviewedTooEarly(e), false)]),
        ...(seen === undefined ? [] : [line('unseen', seen === 0, false, { n: seen })]),
        ...(elsewhere === undefined ? [] : [line('elsewhere', elsewhere === 0, false, { n: elsewhere })]),
        ...(e.results_at === null ? [] : [line('results', Date.parse(e.results_at) > Date.parse(e.ends_at), false)]),
      ],
    }
  }
