/** What its staff decided of a contest: each decision is kept with its reason, and what follows from it names it. */
import type { RulingKind } from '#src/contract/contest/running.ts'
import type { Ruling, ScoreRuling } from '#src/contract/contest/running.schema.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { type ContestRow, contestInstant } from './contest.ts'
import { mayContestDeed } from './flagContest.ts'
import type { ContestView } from './view.ts'

/** @throws Fail `contest_final` where no score is corrected any more */
export function stillProvisional(c: Pick<ContestRow, 'final_at'>): void {
  if (c.final_at !== null) throw new Fail('contest_final')
}

export interface NewRuling {
  kind: RulingKind
  reason: string
  participant?: string | undefined
  item?: string | undefined
  submission?: string
  /** Of its rows in the ledger, where that is another instant than now. */
  counts?: Date
  amount?: number
  /** `n`: how much it moved. */
  details?: { n?: number; digest?: string; version?: number; minutes?: number }
}
/** @returns its id */
export async function recordRuling(
  { q, who, platform }: { q: Queryable; who: Caller; platform: Pick<Platform, 'now' | 'newId'> },
  contest: Pick<ContestRow, 'id' | 'run_id'>,
  { kind, reason, participant, item, submission, counts, amount, details = {} }: NewRuling,
): Promise<string> {
  const [id, at] = [platform.newId(), platform.now()]
  await q.query(
    `insert into contest_ruling (id, contest_id, run_id, kind, participant_id, item_id, submission_id, at, counts_at, amount, reason, by, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb)`,
    [
      id,
      contest.id,
      contest.run_id,
      kind,
      participant ?? null,
      item ?? null,
      submission ?? null,
      at.toISOString(),
      (counts ?? at).toISOString(),
      amount ?? null,
      reason,
      who.id,
      JSON.stringify(details),
    ],
  )
  return id
}

interface RulingRow {
  id: string
  kind: RulingKind
  at: string
  item_id: string | null
  amount: number | null
  reason: string
  by: string
  details: { n?: number; minutes?: number }
  entry: string | null
  item: string | null
}
const columns = `r.id, r.kind, r.at, r.item_id, r.amount, r.reason, r.by, r.details, p.name as entry, i.data->>'title' as item`
const joined = `contest_ruling r left join contest_participant p on p.id = r.participant_id left join contest_item i on i.id = r.item_id`
const amountOf = (r: Pick<RulingRow, 'amount'>): number | null => (r.amount === null ? null : Number(r.amount))

export const rulings: Handler<'GET /flag-contests/:id/rulings'> = async (c) => {
  const { q, params, query } = c
  await mayContestDeed(c, params.id, 'look')
  const w = where()
  w.and(`r.contest_id = ${w.add(params.id)}`)
  const { rows, ...rest } = await paged<RulingRow>(q, {
    select: columns,
    from: joined,
    w,
    order: 'r.at desc, r.id desc',
    query,
  })
  const people = await namesOf(
    q,
    rows.map((r) => r.by),
  )
  return {
    items: rows.map(
      (r): Ruling => ({
        id: r.id,
        kind: r.kind,
        at: contestInstant(r.at),
        entry: r.entry ?? '',
        item: r.item ?? '',
        amount: amountOf(r),
        reason: r.reason,
        by: people.get(r.by) ?? '',
        n: r.details.n ?? r.details.minutes ?? null,
      }),
    ),
    ...rest,
  }
}

/**
 * What was decided of one entry, as far as a view goes: rows of the ledger of the same instant are told or kept back alike.
 * @param open items whose names the caller may know
 */
export async function rulingsOf(
  q: Queryable,
  { contest, until }: Pick<ContestView, 'contest' | 'until'>,
  entry: string,
  open: (item: string) => boolean,
): Promise<ScoreRuling[]> {
  const { rows } = await q.query<RulingRow & { counts_at: string }>(
    `select ${columns}, r.counts_at from ${joined} where r.run_id = $1 and r.participant_id = $2 order by r.at desc, r.id desc`,
    [contest.run_id, entry],
  )
  return rows.flatMap((r) =>
    new Date(r.counts_at).getTime() < until
      ? {
          id: r.id,
          kind: r.kind,
          at: contestInstant(r.at),
          item: r.item_id !== null && open(r.item_id) ? (r.item ?? '') : '',
          amount: amountOf(r),
          reason: r.reason,
        }
      : [],
  )
}
