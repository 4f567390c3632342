/** Who may mark what: rounds of an item, and the marker whose turn it is. */
import { signedName } from '#mock/crud/signed.ts'
import { type DoubleMarkingRules, rounds, settledMark } from '#src/contract/exam/mark.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import type { AttemptContext } from './attempt.ts'
import { isNobodyLeft, type MarkedExam, whyNotMark } from './markedBy.ts'
import { isOut } from './mine.ts'

export interface MarkLine {
  attempt_id: string
  item: string
  round: number
  points: number
  rule: string
  marker: string | null
  marker_name: string | null
  comment: string
  lines: number[]
  at: string
  version: number
  revision: number
}
export interface PastLine extends MarkLine {
  put_aside_at: string
  why: 'changed' | 'rekey' | 'reopened'
}
const markerName = `${signedName('u')} as marker_name`
export async function marksOf(
  q: Queryable,
  attempts: readonly string[],
  items?: string | readonly string[],
): Promise<MarkLine[]> {
  const { rows } = await q.query<MarkLine>(
    `select m.attempt_id, m.item, m.round, m.points, m.rule, m.marker, m.comment, m.lines, m.at, m.version, m.revision, ${markerName}
     from exam_mark m left join r_user u on u.id = m.marker
     where m.attempt_id = any($1::text[]) and ($2::text[] is null or m.item = any($2)) order by m.attempt_id, m.item, m.round`,
    [[...attempts], items === undefined ? null : [items].flat()],
  )
  return rows
}

const fields = 'attempt_id, item, round, points, rule, version, revision, marker, comment, lines, at'
/** Marks that no longer count, the newest first. */
export async function pastOf(q: Queryable, attempts: readonly string[], item?: string): Promise<PastLine[]> {
  const { rows } = await q.query<PastLine>(
    `select m.*, ${markerName} from exam_mark_past m left join r_user u on u.id = m.marker
     where m.attempt_id = any($1::text[]) and ($2::text is null or m.item = $2) order by m.put_aside_at desc, m.round`,
    [[...attempts], item ?? null],
  )
  return rows
}
/** Takes marks away and keeps them as they were: of a sheet, of an item of it, of one round of that. */
export async function putAside(
  q: Queryable,
  of: { attempt: string; item?: string; round?: number },
  why: PastLine['why'],
  now: Date,
): Promise<void> {
  await q.query(
    `with gone as (
       delete from exam_mark where attempt_id = $1 and ($2::text is null or item = $2) and ($3::integer is null or round = $3) returning ${fields})
     insert into exam_mark_past (${fields}, put_aside_at, why) select ${fields}, $4, $5 from gone`,
    [of.attempt, of.item ?? null, of.round ?? null, now.toISOString(), why],
  )
}
/** What counted before keys were given to all or left out: the last of each round that a change of the key took away. */
export function beforeRuling(past: readonly PastLine[]): MarkLine[] {
  const out = new Map<number, PastLine>()
  for (const m of past)
    if (m.why === 'rekey' && m.rule !== 'everybody' && m.rule !== 'left_out' && !out.has(m.round)) out.set(m.round, m)
  return [...out.values()]
}
/** Puts marks where they were, or are to be. */
export async function restoreMarks(q: Queryable, marks: readonly Omit<MarkLine, 'marker_name'>[]): Promise<void> {
  await q.query(
    `insert into exam_mark (${fields}) select ${fields} from jsonb_to_recordset($1::jsonb) as w(attempt_id text, item text, round integer,
       points double precision, rule text, version integer, revision integer, marker text, comment text, lines jsonb, at timestamptz)`,
    [JSON.stringify(marks)],
  )
}

export function byAttempt<M extends MarkLine>(marks: readonly M[]): ReadonlyMap<string, M[]> {
  const out = new Map<string, M[]>()
  for (const m of marks) out.set(m.attempt_id, [...(out.get(m.attempt_id) ?? []), m])
  return out
}

/**
 * Mean points of items, by `variant item`: of every sheet that was handed in whose answer, or whose want of one, is judged. What `settledMark` says,
 * as one statement for all of an exam.
 */
export async function meanPointsOf(
  q: Queryable,
  exam: { id: string } & DoubleMarkingRules,
  items: readonly { id: string; score: number }[],
): Promise<ReadonlyMap<string, number>> {
  const of = (round: keyof typeof rounds) => `max(m.points) filter (where m.round = ${rounds[round]})`
  const { rows } = await q.query<{ variant: string; item: string; mean: number }>(
    `select x.variant, x.item, avg(case when x.late is not null then x.late
         when x.first is not null and x.second is not null
           then case when abs(x.first - x.second) <= $3::double precision * x.score + 0.005 then (x.first + x.second) / 2 end
         when x.first is null and x.second is null then x.key
         when not $4::boolean then x.first end) as mean
     from (select a.variant, m.attempt_id, m.item, max(i.score) as score, coalesce(${of('objection')}, ${of('third')}) as late,
         ${of('first')} as first, ${of('second')} as second, ${of('key')} as key
       from exam_attempt a join exam_mark m on m.attempt_id = a.id
       join (select distinct id, score from jsonb_to_recordset($2::jsonb) as i(id text, score double precision)) i on i.id = m.item
       where a.exam_id = $1 and a.handed_at is not null group by a.variant, m.attempt_id, m.item) x group by x.variant, x.item`,
    [exam.id, JSON.stringify(items.map(({ id, score }) => ({ id, score }))), exam.threshold, exam.double],
  )
  return new Map(rows.flatMap((r) => (r.mean === null ? [] : [[`${r.variant} ${r.item}`, r.mean] as const])))
}

/** Whether marks of a sheet stand: all are given and its candidate has seen them. What practice shows at once may be mended. */
export const isMarkingClosed = ({ exam, run, row }: AttemptContext, now: Date): boolean =>
  exam.kind !== 'practice' && row.status === 'scored' && isOut(exam, run, now)

/** Items of attempt `a` with who judged them, and in which rounds. */
const judgedItems = `(select m.item, coalesce(array_agg(m.marker::text) filter (where m.marker is not null), '{}') as judges,
    bool_or(m.round = ${rounds.key}) as key, bool_or(m.round = ${rounds.first}) as first, bool_or(m.round = ${rounds.second}) as second,
    bool_or(m.round >= ${rounds.third}) as late from exam_mark m where m.attempt_id = a.id group by m.item) i`
/** Whether such an item has all the marks that a mean is made of, or what counts in its place. */
const isJudged = (double: string): string =>
  `(i.late or (i.first and i.second) or (i.first and not ${double}) or (i.key and not i.first and not i.second))`
/** How many items have them and are open nonetheless: their two marks differ too much for a mean. */
const differing = (double: string): string =>
  `((select count(*) from ${judgedItems} where ${isJudged(double)}) + a.open - a.items)`

/**
 * How many answers of attempt `a`, marked by two, wait for another marker than this one, who has marked them: for a second mark, or for a third
 * where everything that two have judged is also theirs. Else those are seen with the sheet.
 */
export const waitsForAnother = (marker: string): string =>
  `(select count(*) filter (where i.first <> i.second and not i.late and ${marker}::text = any(i.judges))
      + case when bool_or(i.first and i.second and not i.late and not ${marker}::text = any(i.judges)) then 0 else greatest(0, ${differing('true')}) end
    from ${judgedItems})`

/** A condition on a sheet `a` of exam `e`: it waits for this marker. */
export const waitsFor = (marker: string): string =>
  `a.status = 'to-be-scored' and (not coalesce((e.data->>'double')::boolean, false) or a.open > ${waitsForAnother(marker)})`

/**
 * The round in which this person may mark now: their own again, or the one that waits and none of theirs came before. Whoever keeps an exam that
 * others mark has those that no marker is left for.
 */
export function turnOf(
  marks: readonly Pick<MarkLine, 'round' | 'points' | 'marker'>[],
  score: number,
  exam: DoubleMarkingRules & Pick<MarkedExam, 'markers' | 'able'>,
  who: Caller,
): number | null {
  const own = marks.find((m) => m.marker === who.id && m.round <= rounds.third)
  const later = marks.some((m) => m.round > (own?.round ?? rounds.objection))
  if (own) return later ? null : own.round
  const { needs } = settledMark(marks, score, exam)
  return whyNotMark(exam, who) === undefined || isNobodyLeft(exam, marks) ? needs : null
}

/** What waits in an exam for whoever keeps it, because none of its markers is left for it. */
export interface Undecided {
  sheets: number
  objections: number
}
/** @returns by exam, of those in which something does */
export async function undecidedOf(
  q: Queryable,
  exams: readonly { id: string; able: readonly string[]; double: boolean }[],
): Promise<ReadonlyMap<string, Undecided>> {
  if (!exams.length) return new Map()
  const { rows } = await q.query<Undecided & { id: string }>(
    `select * from (select e.id,
       (select count(*)::integer from exam_attempt a where a.exam_id = e.id and a.status = 'to-be-scored' and (cardinality(e.able) = 0
          or exists (select 1 from ${judgedItems} where i.judges @> e.able and not ${isJudged('e.double')})
          or ${differing('e.double')} > 0
            and exists (select 1 from ${judgedItems} where i.judges @> e.able and i.first and i.second and not i.late))) as sheets,
       (select count(*)::integer from exam_objection o join exam_attempt a on a.id = o.attempt_id where a.exam_id = e.id and o.reply is null
          and array(select m.marker::text from exam_mark m where m.attempt_id = o.attempt_id and m.item = o.item and m.marker is not null) @> e.able) as objections
     from jsonb_to_recordset($1::jsonb) as e(id text, able text[], double boolean)) w where sheets > 0 or objections > 0`,
    [JSON.stringify(exams.map(({ id, able, double }) => ({ id, able, double })))],
  )
  return new Map(rows.map((r) => [r.id, r]))
}
