/** Saves of a moment on their way into the database: gathered, and written by one statement for them all. */
import type { Save } from '#src/contract/exam/attempt.schema.ts'
import type { z } from 'zod'
import type { Queryable } from '#mock/db/db.ts'
import type { AttemptRow } from './attempt.ts'

export type AnswerToSave = z.output<typeof Save>['answers'][number]
/** The number a save stands under. */
type Place = Pick<z.output<typeof Save>, 'epoch' | 'seq'>
interface Before {
  chain: string
  answers: unknown
}
type Given = { attempt_id: string } & Place
const placeOf = (attempt: string, { epoch, seq }: Place): string => `${attempt} ${epoch} ${seq}`

/** What was saved under these numbers before. */
export async function savesBefore(q: Queryable, given: readonly Given[]): Promise<Map<string, Before>> {
  if (!given.length) return new Map()
  const { rows } = await q.query<Given & Before>(
    `select s.attempt_id, s.epoch, s.seq, s.chain, s.answers from unnest($1::text[], $2::integer[], $3::bigint[]) as w(id, epoch, seq)
     join exam_save s on s.attempt_id = w.id and s.epoch = w.epoch and s.seq = w.seq`,
    [given.map((g) => g.attempt_id), given.map((g) => g.epoch), given.map((g) => g.seq)],
  )
  return new Map(rows.map(({ chain, answers, ...of }) => [placeOf(of.attempt_id, of), { chain, answers }]))
}

const write = `with answers as (
    insert into exam_answer (attempt_id, item, answer, marked, epoch, seq, at)
    select w.attempt_id, w.item, nullif(w.answer, 'null'::jsonb), w.marked, w.epoch, w.seq, w.at
    from jsonb_to_recordset($2::jsonb) as w(attempt_id text, item text, answer jsonb, marked boolean, epoch integer, seq bigint, at timestamptz)
    on conflict (attempt_id, item) do update set answer = excluded.answer, marked = excluded.marked, epoch = excluded.epoch,
      seq = excluded.seq, at = excluded.at
    where (excluded.epoch, excluded.seq) > (exam_answer.epoch, exam_answer.seq)
  ), trail as (
    insert into exam_save (attempt_id, epoch, seq, n, at, answers, chain)
    select attempt_id, epoch, seq, n, at, answers, chain from jsonb_populate_recordset(null::exam_save, $3::jsonb)
  ), seen as (
    insert into exam_event (id, exam_id, user_id, attempt_id, kind, at)
    select id, exam_id, user_id, attempt_id, kind, at from jsonb_populate_recordset(null::exam_event, $4::jsonb)
  )
  update exam_attempt a set seq = greatest(a.seq, w.seq), chain = w.chain, saves = w.saves, heard_at = w.heard_at,
    focus_lost = a.focus_lost + w.lost, saved_at = coalesce(w.saved_at, a.saved_at)
  from jsonb_to_recordset($1::jsonb) as w(id text, seq bigint, chain text, saves integer, heard_at timestamptz, lost integer, saved_at timestamptz)
  where a.id = w.id`

interface Attempt {
  id: string
  seq: number
  chain: string
  saves: number
  heard_at: string
  lost: number
  saved_at: string | null
}
interface Sighting {
  kind: string
  [column: string]: string
}

export class SaveBatch {
  private readonly attempts = new Map<string, Attempt>()
  /** The newest of each item, by attempt and item. */
  private readonly answers = new Map<string, Given & AnswerToSave & { at: string }>()
  private readonly trail: (Given & Before & { n: number; at: string })[] = []
  private readonly seen: Sighting[] = []

  constructor(private readonly known: Map<string, Before>) {}

  /** The save that stands under this number: in the database, or among those gathered. */
  before(attempt: string, place: Place): Before | undefined {
    return this.known.get(placeOf(attempt, place))
  }

  /** @param row with its chain and its number of saves as they are after it */
  add(
    row: AttemptRow,
    { epoch, seq }: Place,
    { at, answers, sightings }: { at: string; answers: readonly AnswerToSave[]; sightings: readonly Sighting[] },
  ): void {
    const had = this.attempts.get(row.id)
    this.attempts.set(row.id, {
      id: row.id,
      seq: Math.max(had?.seq ?? 0, seq),
      chain: row.chain,
      saves: row.saves,
      heard_at: at,
      lost: (had?.lost ?? 0) + sightings.filter((s) => s.kind === 'focus_lost').length,
      saved_at: answers.length ? at : (had?.saved_at ?? null),
    })
    this.seen.push(...sightings)
    if (!answers.length) return
    const place = { attempt_id: row.id, epoch, seq }
    this.known.set(placeOf(row.id, place), { chain: row.chain, answers })
    this.trail.push({ ...place, n: row.saves, at, answers, chain: row.chain })
    for (const answer of answers) {
      const of = `${row.id} ${answer.item}`
      const newer = this.answers.get(of)
      // all of one moment are of one epoch: another is refused
      if (!newer || newer.seq < seq) this.answers.set(of, { ...place, ...answer, at })
    }
  }

  async write(q: Queryable): Promise<void> {
    if (!this.attempts.size) return
    const all = [[...this.attempts.values()], [...this.answers.values()], this.trail, this.seen]
    await q.query(
      write,
      all.map((rows) => JSON.stringify(rows)),
    )
  }
}
