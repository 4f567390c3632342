/** What a decision about many scores would move, without moving it. Whoever agrees to it names the digest of what they saw. */
import { createHash } from 'node:crypto'
import type { ContestPreview } from '#src/contract/contest/running.schema.ts'
import type { SubmissionVerdict } from '#src/contract/contest/status.ts'
import type { BoardRow } from '#src/contract/contest/score.ts'
import { type ItemRule, priceOf } from '#src/contract/contest/solve.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { contestInstant, type ContestItemRow, itemsOf } from './contest.ts'
import { entryNames } from './play.ts'
import type { ContestView, JudgedAgain, LedgerWhatIf } from './view.ts'

export interface VerdictChange {
  submission: JudgedAgain
  after: Extract<SubmissionVerdict, 'right' | 'wrong' | 'already'>
}
interface Shown {
  /** What is decided, beside what it moves. */
  asked: object
  what: LedgerWhatIf
  until: Date
  judged?: number
  unread?: number
  verdicts?: readonly VerdictChange[]
  /** Where they become others: what nobody has solved yet is priced by them. */
  rules?: ReadonlyMap<string, ItemRule>
}
/** Who gets a bonus for being first. */
const firsts = 3

const standing = (r: BoardRow | undefined) => ({ rank: r?.rank ?? null, score: r?.score ?? 0 })

function movedItems(
  items: readonly ContestItemRow[],
  { what: { before, after }, rules }: Pick<Shown, 'what' | 'rules'>,
  names: ReadonlyMap<string, string>,
) {
  const firstOf = (of: LedgerWhatIf['before'], item: string) =>
    (of.solvers.get(item) ?? []).slice(0, firsts).map((s) => names.get(s.participant) ?? '')
  return items.flatMap((i) => {
    const shown = {
      id: i.id,
      title: i.data.title ?? '',
      price_before: before.state.prices.get(i.id) ?? priceOf(i.curve, 0),
      price_after: after.state.prices.get(i.id) ?? priceOf(rules?.get(i.id)?.curve ?? i.curve, 0),
      firsts_before: firstOf(before, i.id),
      firsts_after: firstOf(after, i.id),
    }
    const same = shown.price_before === shown.price_after && `${shown.firsts_before}` === `${shown.firsts_after}`
    return same ? [] : [shown]
  })
}
function movedEntries({ before, after }: LedgerWhatIf, names: ReadonlyMap<string, string>): ContestPreview['entries'] {
  const [was, is] = [before, after].map(({ board }) => new Map(board.map((r) => [r.participant, r])))
  const weight = (e: ContestPreview['entries'][number]) =>
    Math.abs((e.after.rank ?? 0) - (e.before.rank ?? 0)) * 1e12 + Math.abs(e.after.score - e.before.score)
  return [...names]
    .map(([id, name]) => ({ id, name, before: standing(was?.get(id)), after: standing(is?.get(id)) }))
    .filter((e) => e.before.rank !== e.after.rank || e.before.score !== e.after.score)
    .toSorted((a, b) => weight(b) - weight(a) || (a.id < b.id ? -1 : 1))
}

export async function contestPreview(
  q: Queryable,
  { contest }: ContestView,
  { asked, what, until, judged = 0, unread = 0, verdicts = [], ...more }: Shown,
): Promise<ContestPreview> {
  const [items, names] = await Promise.all([itemsOf(q, contest.id), entryNames(q, contest.id)])
  const titles = new Map(items.map((i) => [i.id, i.data.title ?? '']))
  const shown = {
    verdicts: verdicts.map(({ submission: s, after }) => ({
      id: s.id,
      at: contestInstant(s.at),
      item: titles.get(s.item_id) ?? '',
      entry: names.get(s.participant_id) ?? '',
      before: s.verdict,
      after,
    })),
    items: movedItems(items, { what, ...more }, names),
    entries: movedEntries(what, names),
  }
  // a price is of the moment in which it is decided: that alone differs between what was seen and what is done
  const rows = what.rows.map((r) => (r.kind === 'price' ? { ...r, at: 0 } : r))
  const digest = createHash('sha256')
    .update(JSON.stringify([contest.id, contest.run_id, contest.scoring_version, asked, shown, rows]))
    .digest('hex')
  return { digest, until: until.toISOString(), judged, unread, ...shown }
}

/** @throws Fail `plan_changed` when it would move something else than what was seen */
export function agreedTo(preview: ContestPreview, digest: string): void {
  if (preview.digest !== digest) throw new Fail('plan_changed')
}
