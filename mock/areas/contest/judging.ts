/** Decisions about single scores: points by hand, and submissions that are left out of account or taken into it again. */
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { changedSolves, holdersOf, priceOf, type SolveChange } from '#src/contract/contest/solve.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { bitsOf, type ContestRow, itemsOf, lockContest, ruleOf } from './contest.ts'
import { entryById, shownEntries } from './entries.ts'
import { mayContestDeed } from './flagContest.ts'
import { tellEntryAndStaff } from './notices.ts'
import { judgedSubmissionsOf, staffView } from './play.ts'
import { recordRuling, stillProvisional } from './rulings.ts'
import { judgedSubmissions, type SeenScores, seenScores, submissionById, tellsAtOnce } from './view.ts'
import { addDecision, setVoid, solvesAnew } from './write.ts'

/** Pages look again: all of them where nothing is kept back, else those of the entry and of staff. */
export async function tellScores(
  q: Queryable,
  contest: ContestRow,
  entry: string | undefined,
  now: Date,
): Promise<void> {
  if (tellsAtOnce(contest, now)) await publish(q, 'contests', { screens: ['flag-contest', 'flag-manage'] })
  else if (entry === undefined) await publish(q, 'contests', { screens: ['flag-manage'] })
  else await tellEntryAndStaff(q, entry)
}

const adjust: Handler<'POST /contest-entries/:id/adjust'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  const entry = await entryById(q, params.id)
  await mayContestDeed(c, entry.contest_id, 'judge')
  const contest = await lockContest(q, entry.contest_id)
  stillProvisional(contest)
  if (entry.status !== 'accepted' && entry.status !== 'banned')
    throw new Fail('not_allowed_in_state', { status: entry.status })
  const [now, amount] = [platform.now(), body.points * pointUnit]
  const ruling = await recordRuling(c, contest, { kind: 'adjust', participant: entry.id, amount, reason: body.reason })
  await addDecision(
    q,
    contest,
    () => [{ kind: 'points', at: now.getTime(), cause: 'adjust', participant: entry.id, amount }],
    { evidence: ruling, by: who.id },
  )
  await tellScores(q, contest, entry.id, now)
  audit({ entity: 'contest-entry', id: entry.id, details: { n: body.points, reason: body.reason } })
  const [shown] = await shownEntries(q, [entry])
  if (!shown) throw new Error('an entry was not kept')
  return shown
}

/** What the division of an entry allows it with an item. */
export const divisionBitsOf =
  ({ items, divisionOf }: Pick<SeenScores, 'items' | 'divisionOf'>) =>
  ({ item, participant }: SolveChange): number | undefined => {
    const of = items.find((i) => i.id === item)
    return of && bitsOf(of, divisionOf.get(participant))
  }

async function judged(c: CallerContext, id: string) {
  const submission = await submissionById(c.q, id)
  if (!submission) throw new Fail('not_found')
  return submission
}

type Call = Ctx<'POST /contest-submissions/:id/void'>
/** @param out it counts no more */
const account =
  (out: boolean) =>
  async (c: Call): ReturnType<Handler<'POST /contest-submissions/:id/void'>> => {
    const { q, who, params, body, platform, audit } = c
    const { contest_id } = await judged(c, params.id)
    const view = await staffView(c, contest_id)
    await mayContestDeed(c, contest_id, 'judge')
    const contest = await lockContest(q, contest_id)
    stillProvisional(contest)
    const s = await judged(c, params.id)
    const counts = s.verdict === 'right' || s.verdict === 'wrong'
    if (!counts || s.run_id !== contest.run_id || (s.void_at !== null) === out)
      throw new Fail('not_allowed_in_state', { status: s.verdict })
    const now = platform.now()
    await setVoid(q, s.id, out ? now : null)
    const ruling = await recordRuling(c, contest, {
      kind: out ? 'void' : 'restore',
      participant: s.participant_id,
      item: s.item_id,
      submission: s.id,
      counts: new Date(s.at),
      reason: body.reason,
    })
    const rules = new Map((await itemsOf(q, contest.id)).map((i) => [i.id, ruleOf(i, contest)]))
    const right = (await judgedSubmissions(q, view, s.item_id)).find(
      (x) => x.participant_id === s.participant_id && x.verdict === 'right',
    )
    const change = { item: s.item_id, participant: s.participant_id, at: right?.at ?? null }
    const anew = await solvesAnew(q, contest, divisionBitsOf(await seenScores(q, view)), [change])
    if (s.verdict === 'right')
      await addDecision(
        q,
        contest,
        (ledger) =>
          changedSolves(holdersOf(ledger), rules, anew.changes, { cause: out ? 'void' : 'rejudge', at: now.getTime() }),
        { evidence: ruling, by: who.id },
      )
    await tellScores(q, contest, s.participant_id, now)
    audit({
      entity: 'contest-submission',
      id: s.id,
      before: { voided: !out },
      after: { voided: out },
      details: { verdict: s.verdict, reason: body.reason },
    })
    const [shown] = await judgedSubmissionsOf(q, contest.id, [await judged(c, s.id)])
    if (!shown) throw new Error('a submission was not kept')
    return shown
  }

const items: Handler<'GET /flag-contests/:id/items'> = async (c) => {
  const seen = await seenScores(c.q, await staffView(c, c.params.id))
  return {
    items: seen.items.map((i) => ({
      id: i.id,
      question_id: i.question_id,
      title: i.data.title ?? '',
      category: i.category,
      value: seen.state.prices.get(i.id) ?? priceOf(i.curve, 0),
      solves: seen.solvers.get(i.id)?.length ?? 0,
    })),
  }
}

/** Leaves a submission out of account, with all that follows. */
export const voidSubmission = account(true)

export const judgingHandlers = {
  'GET /flag-contests/:id/items': items,
  'POST /contest-entries/:id/adjust': adjust,
  'POST /contest-submissions/:id/void': voidSubmission,
  'POST /contest-submissions/:id/restore': account(false),
}
