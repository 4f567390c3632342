/** What is added to the ledger and the submissions of a contest, always under its lock: the order of rows is the order of commits. */
import { divisionBits } from '#src/contract/contest/division.ts'
import type { ItemRule, NewLedgerRow } from '#src/contract/contest/solve.ts'
import {
  barRows,
  hintRow,
  holdersOf,
  partRow,
  priceOf,
  solveRows,
  type SolveChange,
} from '#src/contract/contest/solve.ts'
import type { SubmissionVerdict } from '#src/contract/contest/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type ContestRow, type ContestItemRow, ruleOf } from './contest.ts'
import { wholeLedger } from './view.ts'

interface Because {
  /** Id of what it follows from. */
  evidence: string | null
  /** User. */
  by: string
}

/** @returns seq of the first row */
async function addRows(
  q: Queryable,
  { run_id, scoring_version }: Pick<ContestRow, 'run_id' | 'scoring_version'>,
  rows: readonly NewLedgerRow[],
  why: (row: number) => Because | undefined,
): Promise<number> {
  const { rows: given } = await q.query<{ seq: number }>(
    'update contest_run set seq = seq + $2 where id = $1 returning seq',
    [run_id, rows.length],
  )
  const first = Number(given[0]?.seq ?? 0) - rows.length + 1
  const lines = rows.map((r, n) => ({
    run_id,
    seq: first + n,
    at: new Date(r.at).toISOString(),
    kind: r.kind,
    participant_id: 'participant' in r ? r.participant : null,
    item_id: 'item' in r ? r.item : null,
    component: 'part' in r ? r.part : null,
    bits: 'bits' in r ? r.bits : null,
    amount: 'amount' in r ? r.amount : null,
    bonus_permille: 'bonus' in r ? r.bonus.permille : null,
    bonus_amount: 'bonus' in r ? r.bonus.amount : null,
    cost: 'cost' in r ? r.cost : null,
    cause: r.cause,
    evidence: why(n)?.evidence ?? null,
    rule_version: scoring_version,
    by: why(n)?.by ?? '',
  }))
  await q.query('insert into contest_ledger select * from jsonb_populate_recordset(null::contest_ledger, $1::jsonb)', [
    JSON.stringify(lines),
  ])
  return first
}

export interface NewSubmission {
  id: string
  item_id: string
  participant_id: string
  user_id: string
  at: Date
  verdict: SubmissionVerdict
  digest: string
  text: string
  made_for: string | null
  /** Which of several flags, where some of them are right. */
  found?: readonly number[]
  /** A right one, to be judged again by. */
  sealed?: string | null
}
export async function addSubmission(
  q: Queryable,
  { run_id }: Pick<ContestRow, 'run_id'>,
  { at, ...s }: NewSubmission,
  seq: number | null = null,
): Promise<void> {
  await q.query(
    'insert into contest_submission select * from jsonb_populate_record(null::contest_submission, $1::jsonb)',
    [JSON.stringify({ ...s, run_id, at: at.toISOString(), seq })],
  )
}

/** Whether an entry holds an item, whatever anybody may know of it. */
export async function holdsItem(
  q: Queryable,
  { run_id }: Pick<ContestRow, 'run_id'>,
  item: string,
  participant: string,
): Promise<boolean> {
  const { rows } = await q.query<{ kind: string }>(
    `select kind from contest_ledger where run_id = $1 and item_id = $2 and participant_id = $3 and kind in ('hold', 'drop')
     order by seq desc limit 1`,
    [run_id, item, participant],
  )
  return rows[0]?.kind === 'hold'
}
type Run = Pick<ContestRow, 'run_id'>
/** Solves of an item that count for its value, and those that are among the first. */
async function solvesOf(q: Queryable, { run_id }: Run, item: string): Promise<{ before: number; firsts: number }> {
  const { rows } = await q.query<{ before: number; firsts: number }>(
    `select (count(*) filter (where h.bits is null or h.bits & $3::integer <> 0))::integer as before,
       (count(*) filter (where h.bits is null or h.bits & $4::integer <> 0))::integer as firsts from (
       select distinct on (l.participant_id) l.participant_id, l.kind, l.bits from contest_ledger l
       where l.run_id = $1 and l.item_id = $2 and l.kind in ('hold', 'drop') order by l.participant_id, l.seq desc) h
     join contest_participant p on p.id = h.participant_id where h.kind = 'hold' and p.status <> 'banned'`,
    [run_id, item, divisionBits.values, divisionBits.blood],
  )
  return rows[0] ?? { before: 0, firsts: 0 }
}
/** What an entry has of an item beside a solve: for parts of it, and what its hints will cost. */
async function besideSolve(q: Queryable, { run_id }: Run, item: string, participant: string) {
  const { rows } = await q.query<{ parts: number; cost: number }>(
    `select coalesce(sum(amount) filter (where cause = 'flag'), 0) as parts, coalesce(sum(cost) filter (where cause = 'hint'), 0) as cost
     from contest_ledger where run_id = $1 and participant_id = $2 and item_id = $3 and kind = 'points'`,
    [run_id, participant, item],
  )
  return { parts: Number(rows[0]?.parts ?? 0), cost: Number(rows[0]?.cost ?? 0) }
}
async function priceNow(q: Queryable, { run_id }: Run, item: string, { curve }: ItemRule): Promise<number> {
  const { rows } = await q.query<{ amount: number }>(
    `select amount from contest_ledger where run_id = $1 and item_id = $2 and kind = 'price' order by seq desc limit 1`,
    [run_id, item],
  )
  return Number(rows[0]?.amount ?? priceOf(curve, 0))
}

type Hold = Extract<NewLedgerRow, { kind: 'hold' }>
/** What a solve wrote, for whoever handed it in. */
export interface NewSolve {
  hold: Hold
  price: number
  /** From 1, among those who may be first. */
  place: number
}
/**
 * A solve, with the submission it follows from: two rows however many solved it before, and one that takes back what parts of it brought.
 * @param bits what the division of the entry allows
 */
export async function addSolve(
  q: Queryable,
  contest: ContestRow,
  rule: ItemRule,
  submission: NewSubmission,
  bits?: number,
): Promise<NewSolve> {
  const { item_id: item, participant_id: participant, at, id, user_id } = submission
  const counts = await solvesOf(q, contest, item)
  const { parts, cost } = await besideSolve(q, contest, item, participant)
  const solve = { item, participant, at: at.getTime(), ...counts, cost, ...(bits === undefined ? {} : { bits }) }
  const rows = solveRows(rule, solve)
  if (parts !== 0)
    rows.push({ kind: 'points', at: at.getTime(), cause: 'flag', participant, item, part: '', amount: -parts })
  const seq = await addRows(q, contest, rows, () => ({ evidence: id, by: user_id }))
  await addSubmission(q, contest, submission, seq)
  const hold = rows.find((r) => r.kind === 'hold')
  const price = rows.find((r) => r.kind === 'price')
  if (!hold || !price) throw new Error('a solve holds nothing')
  return { hold, price: price.amount, place: counts.firsts + 1 }
}

/** Some of several flags. @returns what they bring, in the ledger's unit */
export async function addPart(
  q: Queryable,
  contest: ContestRow,
  rule: ItemRule,
  submission: NewSubmission,
  { of, scores }: { of: number; scores: boolean },
): Promise<number> {
  const { item_id: item, participant_id: participant, at, id, user_id, found = [] } = submission
  const price = scores ? await priceNow(q, contest, item, rule) : 0
  const row = partRow({ item, participant, at: at.getTime(), price, found: found.length, of, part: found.join(' ') })
  const seq = await addRows(q, contest, [row], () => ({ evidence: id, by: user_id }))
  await addSubmission(q, contest, submission, seq)
  return row.kind === 'points' ? row.amount : 0
}

interface NewHint {
  item: string
  participant: string
  at: Date
  /** By its place. */
  hint: number
  /** In the ledger's unit. */
  cost: number
  by: string
}
export async function addHint(q: Queryable, contest: ContestRow, h: NewHint): Promise<void> {
  const row = hintRow({ ...h, at: h.at.getTime(), part: String(h.hint), atOnce: contest.hints === 'once' })
  await addRows(q, contest, [row], () => ({ evidence: null, by: h.by }))
}

/** An entry leaves the board, or comes back to it. */
export async function addBar(
  q: Queryable,
  contest: ContestRow,
  rules: ReadonlyMap<string, ItemRule>,
  { kind, participant, at, ...because }: { kind: 'out' | 'back'; participant: string; at: Date } & Because,
): Promise<void> {
  const rows = barRows(holdersOf(await wholeLedger(q, contest)), rules, { kind, participant, at: at.getTime() })
  await addRows(q, contest, rows, () => because)
}

export type PastSubmission = Omit<NewSubmission, 'verdict' | 'digest' | 'made_for'> & { right: boolean }
/** What was handed in over a whole contest, for the demonstration: the rows it would have written one after the other, in a few statements. */
export async function addHistory(
  q: Queryable,
  contest: ContestRow,
  items: readonly ContestItemRow[],
  past: readonly PastSubmission[],
): Promise<void> {
  const rules = new Map(items.map((i) => [i.id, ruleOf(i, contest)]))
  const solves = new Map<string, number>()
  const rows: NewLedgerRow[] = []
  const because: Because[] = []
  const lines = [...past]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ right, at, ...s }) => {
      const rule = rules.get(s.item_id)
      const seq = right ? rows.length + 1 : null
      if (right && rule) {
        const before = solves.get(s.item_id) ?? 0
        solves.set(s.item_id, before + 1)
        const made = solveRows(rule, { item: s.item_id, participant: s.participant_id, at: at.getTime(), before })
        rows.push(...made)
        because.push(...made.map(() => ({ evidence: s.id, by: s.user_id })))
      }
      const verdict = right ? 'right' : 'wrong'
      return { ...s, run_id: contest.run_id, at: at.toISOString(), verdict, digest: s.id, made_for: null, seq }
    })
  await q.query(
    'insert into contest_submission select * from jsonb_populate_recordset(null::contest_submission, $1::jsonb)',
    [JSON.stringify(lines)],
  )
  await addRows(q, contest, rows, (n) => because[n])
}

interface ArenaPoints {
  participant: string
  amount: number
  at: number
  cause: 'carry' | 'event'
}
/** Points in a season that are no challenge's. @param evidence what they follow from */
export async function addArenaPoints(
  q: Queryable,
  contest: ContestRow,
  points: readonly ArenaPoints[],
  evidence: string | null,
): Promise<void> {
  if (!points.length) return
  await addRows(
    q,
    contest,
    points.map((p) => ({ ...p, kind: 'points' as const })),
    () => ({ evidence, by: '' }),
  )
}
/** What follows from a decision of its staff, which has to be there already. @returns how many rows it was */
export async function addDecision(
  q: Queryable,
  contest: ContestRow,
  make: (ledger: Awaited<ReturnType<typeof wholeLedger>>) => NewLedgerRow[],
  because: Because,
): Promise<number> {
  const rows = make(await wholeLedger(q, contest))
  if (rows.length) await addRows(q, contest, rows, () => because)
  return rows.length
}
/** It counts no more from then on, or again with null. */
export async function setVoid(q: Queryable, id: string, at: Date | null): Promise<void> {
  await q.query('update contest_submission set void_at = $2 where id = $1', [id, at?.toISOString() ?? null])
}
export async function setVerdicts(
  q: Queryable,
  { run_id }: Pick<ContestRow, 'run_id'>,
  verdicts: readonly { id: string; verdict: SubmissionVerdict; text: string; sealed: string | null }[],
): Promise<void> {
  await q.query(
    `update contest_submission s set verdict = v.verdict, text = v.text, sealed = v.sealed
     from jsonb_to_recordset($2::jsonb) as v(id text, verdict text, text text, sealed text) where s.run_id = $1 and s.id = v.id`,
    [run_id, JSON.stringify(verdicts)],
  )
}

/** Changes of solves with what hints and divisions make of them, and the rows that take back what parts of several flags brought. */
export async function solvesAnew(
  q: Queryable,
  contest: ContestRow,
  bitsFor: (change: SolveChange) => number | undefined,
  changes: readonly SolveChange[],
): Promise<{ changes: SolveChange[]; back: NewLedgerRow[] }> {
  const back: NewLedgerRow[] = []
  const whole: SolveChange[] = []
  for (const change of changes) {
    const { item, participant, at } = change
    const { parts, cost } = await besideSolve(q, contest, item, participant)
    if (at !== null && parts !== 0)
      back.push({ kind: 'points', at, cause: 'flag', participant, item, part: '', amount: -parts })
    whole.push({ ...change, cost, bits: bitsFor(change) })
  }
  return { changes: whole, back }
}
