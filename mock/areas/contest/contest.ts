/** A contest as the engine has it, whatever its kind: plan, current run, how it stands by the server's clock. */
import { type ContestTimes, contestTimes, type Extension, extendedPlan } from '#src/contract/contest/clock.ts'
import type {
  aiRules,
  boardNames,
  boardRules,
  ContestKind,
  contestModes,
  registrationRules,
} from '#src/contract/contest/flagContest.ts'
import type { ItemRule } from '#src/contract/contest/solve.ts'
import type { BloodRule, Curve } from '#src/contract/contest/value.ts'
import type { WholeQuestion } from '#src/contract/bank/shown.ts'
import type { Pause } from '#src/contract/exam/time.ts'
import type { Add } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { QuestionData } from '../bank/question.ts'

/** The document of each kind, which is what people edit and whose audience may see it. */
export const contestDocumentOf = { flag: 'flag-contest', arena: 'arena' } as const satisfies Partial<
  Record<ContestKind, string>
>

export interface ContestRow {
  id: string
  kind: keyof typeof contestDocumentOf
  name: string
  mode: (typeof contestModes)[number]
  team_least: number
  team_most: number
  names: (typeof boardNames)[number]
  registration: (typeof registrationRules)[number]
  code: string
  register_until: string | null
  start_mode: 'clock' | 'go'
  starts_at: string
  freeze_at: string | null
  ends_at: string
  thaw_at: string | null
  board: (typeof boardRules)[number]
  scoring: { blood: BloodRule | null }
  scoring_version: number
  ai: (typeof aiRules)[number]
  /** Null: hints cost from the solve. */
  hints: 'once' | null
  instances: { most?: number; minutes?: number; close_oldest?: boolean }
  run_id: string
  /** Of the last row of its ledger. */
  seq: number
  started_at: string | null
  ended_at: string | null
  thawed_at: string | null
  paused_from: string | null
  pauses: { from: number; to: number }[]
  extensions: (Extension & { at: string; by: string; reason: string })[]
  frozen_at: string | null
  final_at: string | null
}
export const contestInstant = (at: string | number): string => new Date(at).toISOString()
const instant = (at: string | null): number | null => (at === null ? null : new Date(at).getTime())

const columns = `c.id, c.kind, c.name, c.mode, c.team_least, c.team_most, c.names, c.registration, c.code, c.register_until, c.start_mode, c.starts_at,
  c.freeze_at, c.ends_at, c.thaw_at, c.board, c.scoring, c.scoring_version, c.ai, c.hints, c.instances, c.run_id, r.seq, r.started_at, r.ended_at, r.thawed_at, r.paused_from, r.pauses,
  r.extensions, r.frozen_at, r.final_at`
const withRun = 'contest c join contest_run r on r.id = c.run_id'

export async function contestsById(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, ContestRow>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<ContestRow>(`select ${columns} from ${withRun} where c.id = any($1::text[])`, [
    [...ids],
  ])
  return new Map(rows.map((r) => [r.id, r]))
}
/** @throws Fail `not_found` */
export async function contestOf(q: Queryable, id: string): Promise<ContestRow> {
  const found = (await contestsById(q, [id])).get(id)
  if (!found) throw new Fail('not_found')
  return found
}
/** Held until the transaction ends: whatever is written to its ledger meanwhile comes after. @throws Fail `not_found` */
export async function lockContest(q: Queryable, id: string): Promise<ContestRow> {
  await q.query('select 1 from contest where id = $1 for update', [id])
  return contestOf(q, id)
}

export const pausesOf = (c: Pick<ContestRow, 'pauses' | 'paused_from'>): Pause[] => {
  const since = instant(c.paused_from)
  return since === null ? c.pauses : [...c.pauses, { from: since, to: null }]
}
export const timesOf = (c: ContestRow, now: Date): ContestTimes =>
  contestTimes(
    extendedPlan(
      {
        start_mode: c.start_mode,
        start: new Date(c.starts_at).getTime(),
        end: new Date(c.ends_at).getTime(),
        freeze: instant(c.freeze_at),
        thaw: instant(c.thaw_at),
      },
      c.extensions,
    ),
    {
      started: instant(c.started_at),
      ended: instant(c.ended_at),
      thawed: instant(c.thawed_at),
      frozen: instant(c.frozen_at),
      pauses: pausesOf(c),
    },
    now.getTime(),
  )

const startSql = `(case when c.start_mode = 'clock' then c.starts_at else r.started_at end)`
const endSql = `(${startSql} + (c.ends_at - c.starts_at) + interval '1 millisecond' * (select
  coalesce(sum((p->>'to')::double precision - (p->>'from')::double precision), 0) from jsonb_array_elements(r.pauses) p)
  + interval '1 minute' * (select coalesce(sum((x->>'minutes')::double precision), 0) from jsonb_array_elements(r.extensions) x))`
/** When a contest `c` with its run `r` is finished, as things stand: `infinity` while it pauses, or waits for somebody to start it. */
export const contestOverSql = `(case when r.ended_at is not null then r.ended_at
  when ${startSql} is null or r.paused_from is not null then 'infinity'::timestamptz else ${endSql} end)`
/** The status of a contest `c` with its run `r` at an instant, as `contestTimes` has it. */
const statusSql = (at: string): string => `(case when r.ended_at is not null then 'finished'
  when ${startSql} is null or ${at} < ${startSql} then 'unstarted' when r.paused_from is not null then 'paused'
  when ${at} >= ${endSql} then 'finished' else 'ongoing' end)`
/** The same as a condition on rows whose id is `t.id`. */
export const inContestStatuses = (statuses: readonly string[], now: Date, add: Add): string =>
  `exists (select 1 from ${withRun} where c.id = t.id and ${statusSql(`${add(now.toISOString())}::timestamptz`)} = any(${add([...statuses])}::text[]))`
/** Order of a list: what goes on, what is next, what is over. */
export const contestPlace = (
  now: string,
): string => `(select array_position(array['ongoing', 'paused', 'unstarted', 'finished'], ${statusSql(now)})
  from ${withRun} where c.id = t.id)`

export interface ContestItemRow {
  id: string
  contest_id: string
  n: number
  question_id: string
  question_version: number
  data: WholeQuestion & QuestionData
  category: string
  curve: Curve
  blood: boolean
  opens_after: number | null
  closes_after: number | null
  attempts: number | null
  requires: string[]
  requires_any: boolean | null
  preview: boolean | null
  opens_score: number | null
  parts: boolean | null
  divisions: Record<string, number> | null
  /** Of an arena: by the calendar. */
  opens_at: string | null
  retires_at: string | null
}
/** Nobody changes them. */
export const itemsOf = (q: Queryable, contest: string): Promise<readonly ContestItemRow[]> =>
  remembered<ContestItemRow>(q, 'select * from contest_item where contest_id = $1 order by n', [contest])

export interface Division {
  id: string
  name: string
  bits: number
}
export const divisionsOf = (q: Queryable, contest: string): Promise<readonly Division[]> =>
  remembered<Division>(q, 'select id, name, bits from contest_division where contest_id = $1 order by n', [contest])
/** What an entry may do with a challenge; undefined without divisions. */
export const bitsOf = (item: Pick<ContestItemRow, 'divisions'>, division: Division | undefined): number | undefined =>
  division && (item.divisions?.[division.id] ?? division.bits)
export const ruleOf = (i: Pick<ContestItemRow, 'curve' | 'blood'>, c: Pick<ContestRow, 'scoring'>): ItemRule => ({
  curve: i.curve,
  blood: i.blood ? c.scoring.blood : null,
})
