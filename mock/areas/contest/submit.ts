/**
 * Handing in a flag in a contest. What the clock says is decided by when the call arrived; the text is judged before the transaction, and what
 * came of it is written under the lock of the contest.
 */
import { createHmac } from 'node:crypto'
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import { divisionAllows } from '#src/contract/contest/division.ts'
import type { ContestVerdict } from '#src/contract/contest/play.schema.ts'
import { itemWorth } from '#src/contract/contest/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, type Ctx, Fail, type Handler, type Platform, staged } from '#mock/http/request/handler.ts'
import { flagRuleOf } from '../bank/flag/inScene.ts'
import { flagsFound, judgeFlag } from '../bank/flag/judge.ts'
import { ownerOf, shapedAsMade } from '../bank/flag/make.ts'
import { type FlagKeys, flagKeys, sealText } from '../bank/flag/seal.ts'
import { flagAllowanceOf, givePlaceBack, reserveFlagAttempt } from '../practice/flagLimit.ts'
import { type ContestRow, lockContest, ruleOf, timesOf } from './contest.ts'
import { openItem, ownOf, playItem, severalFlags } from './play.ts'
import { atSeason, openSeason } from './season.ts'
import { tellDoing } from './tell.ts'
import {
  type ContestView,
  heldInOtherSeasons,
  isRetired,
  type OpenItem,
  ownFound,
  ownWrong,
  type SeenScores,
  seenScores,
  solvedBy,
  viewOf,
  wrongBefore,
} from './view.ts'
import { addPart, addSolve, addSubmission, holdsItem, type NewSubmission } from './write.ts'

/** What counts of a text, so that the same one is known again; of a right one nothing is to be learnt from it. */
const digestOf = (text: string, { compare }: FlagKeys): string =>
  createHmac('sha256', compare).update('contest\n').update(text.normalize('NFC').trim()).digest('hex')

interface Found {
  view: ContestView
  contest: ContestRow
  item: OpenItem
  own: string
  digest: string
  verdict: 'right' | 'wrong' | 'partial' | 'already' | 'late' | 'limited'
  /** Which of several flags that count by themselves; empty of every other answer. */
  places: readonly number[]
  /** How many flags there are. */
  of: number
  /** The identical wrong text was handed in before. */
  again: boolean
  /** It is retired: what comes is judged and not kept. */
  practice: boolean
  /** Of the limit. */
  place: string | undefined
  madeFor: string | null
  sealed: string | null
  wait: number
}

/** For which entry a made flag is, if not for this one. */
async function madeFor(
  q: Queryable,
  { item, contest, own }: Pick<Found, 'item' | 'contest' | 'own'>,
  text: string,
  keys: FlagKeys,
): Promise<string | null> {
  const rule = flagRuleOf(item.data.flag, keys)
  const plain = text.normalize('NFC').trim()
  if (rule.kind !== 'dynamic' || !shapedAsMade(rule, plain)) return null
  const { rows } = await q.query<{ id: string }>(
    'select id from contest_participant where contest_id = $1 and id <> $2',
    [contest.id, own],
  )
  const found = ownerOf(
    rule,
    item.question_id,
    plain,
    rows.map((r) => r.id),
    keys,
  )
  return found ?? null
}

/** What an answer is by what was found before: of several flags each counts once, and all of them are the flag. */
function judgedParts(places: readonly number[], had: ReadonlySet<number>, of: number) {
  const fresh = places.filter((n) => !had.has(n))
  if (fresh.length && had.size + fresh.length === of) return { verdict: 'right', places: fresh } as const
  return { verdict: fresh.length ? 'partial' : places.length ? 'already' : 'wrong', places: fresh } as const
}

/** Judges a text, which may take its time. */
async function judged(
  q: Queryable,
  { view, item, own }: Pick<Found, 'view' | 'item' | 'own'>,
  rule: FlagRule,
  text: string,
  keys: FlagKeys,
): Promise<Pick<Found, 'verdict' | 'places' | 'of'>> {
  const several = severalFlags(item, rule)
  if (several) {
    const of = several.values.length
    const had = (await ownFound(q, view)).get(item.id) ?? new Set()
    return { ...judgedParts(flagsFound(several, text, keys), had, of), of }
  }
  const { right } = await judgeFlag(rule, { question: item.question_id, owner: own, text }, keys)
  return { verdict: right ? 'right' : 'wrong', places: [], of: 1 }
}

/** What is known of it before its text is judged. */
async function before(q: Queryable, found: Found, seen: SeenScores, arrived: Date): Promise<Found | undefined> {
  const { view, contest, item, own, digest } = found
  const times = timesOf(contest, arrived)
  if (times.status === 'paused') throw new Fail('not_allowed_in_state', { status: times.status })
  if (times.status === 'finished' || (item.closes !== null && arrived.getTime() >= item.closes))
    return { ...found, verdict: 'late' }
  if (await wrongBefore(q, view, item.id, digest)) return { ...found, again: true }
  const wrong = (await ownWrong(q, view)).get(item.id) ?? 0
  const solved = solvedBy(seen, own, item.id)
  if (!solved && item.attempts !== null && wrong >= item.attempts) return { ...found, verdict: 'limited' }
  return solved ? { ...found, verdict: 'right' } : undefined
}

async function find(
  c: Pick<Ctx<'POST /contest-items/:id/submit'>, 'q' | 'who' | 'platform' | 'params' | 'body' | 'arrived'>,
): Promise<Found> {
  const { q, who, platform, body, arrived } = c
  const { view, seen, item } = await openItem(c, c.params.id, arrived)
  const { contest, own } = view
  if (own === undefined) throw new Fail('contest_not_in')
  if (!divisionAllows(item.bits, 'submit')) throw new Fail('not_allowed_in_state', { status: 'closed' })
  const keys = await flagKeys(platform)
  const digest = digestOf(body.text, keys)
  const found: Found = {
    view,
    contest,
    item,
    own,
    digest,
    verdict: 'wrong',
    places: [],
    of: 1,
    again: false,
    practice: isRetired(item, arrived),
    place: undefined,
    madeFor: null,
    sealed: null,
    wait: 0,
  }
  const known = found.practice ? undefined : await before(q, found, seen, arrived)
  if (known) return known
  let place: string
  try {
    place = await reserveFlagAttempt(platform, who.id)
  } catch (e) {
    if (!(e instanceof Fail) || e.code !== 'too_many') throw e
    return { ...found, verdict: 'limited', wait: Number(e.details['seconds']) }
  }
  const what = await judged(q, found, flagRuleOf(item.data.flag, keys), body.text, keys)
  return {
    ...found,
    place,
    ...what,
    madeFor: what.verdict === 'wrong' ? await madeFor(q, found, body.text, keys) : null,
    sealed: what.verdict === 'right' ? sealText(body.text, keys, platform.random) : null,
  }
}

interface Settling {
  q: Queryable
  who: Caller
  platform: Platform
}
/** What it brought, in the ledger's unit. */
interface Brought {
  worth: number
  blood: number | null
}
async function answer(
  { q, who, platform }: Settling,
  found: Found,
  verdict: NewSubmission['verdict'],
  { contest, arrived, brought }: { contest: ContestRow; arrived: Date; brought: Brought | undefined },
): Promise<ContestVerdict> {
  const { item, own } = found
  const now = platform.now()
  const view = viewOf(contest, { staff: false, own }, now)
  const [wrong, allowance] = [
    item.attempts === null ? 0 : ((await ownWrong(q, view)).get(item.id) ?? 0),
    await flagAllowanceOf(q, who.id, now),
  ]
  return {
    verdict,
    again: found.again,
    ...(await toldOf(q, view, found, { verdict, at: arrived.getTime(), brought })),
    wait: found.wait || (allowance.left > 0 ? 0 : allowance.wait),
    left: item.attempts === null ? null : Math.max(0, item.attempts - wrong),
  }
}
/** What of an answer's points may be told now. Of one that was just written nothing has to be read again. */
async function toldOf(
  q: Queryable,
  view: ContestView,
  { item }: Found,
  said: { verdict: NewSubmission['verdict']; at: number; brought: Brought | undefined },
): Promise<Pick<ContestVerdict, 'worth' | 'blood' | 'held_back'>> {
  const nothing = { worth: null, blood: null, held_back: false }
  if (said.brought && said.at >= view.until) return { ...nothing, held_back: true }
  if (said.brought && view.until === Number.POSITIVE_INFINITY) return { ...said.brought, held_back: false }
  if (!said.brought && said.verdict !== 'already') return nothing
  const { worth, blood, held_back } = playItem(view, await seenScores(q, view), item, await ownOf(q, view))
  return { worth, blood, held_back }
}

/** No wrong answer is left, by what is written while the contest is held. */
async function spent(q: Queryable, contest: ContestRow, item: OpenItem, own: string, now: Date): Promise<boolean> {
  if (item.attempts === null) return false
  const wrong = await ownWrong(q, viewOf(contest, { staff: false, own }, now))
  return (wrong.get(item.id) ?? 0) >= item.attempts
}

export const submit: Handler<'POST /contest-items/:id/submit'> = staged(find, async (c, found) => {
  const { q, who, platform, body, arrived, audit } = c
  const { item, own } = found
  const contest = await atSeason(q, await lockContest(q, found.contest.id), arrived)
  let { verdict, places } = found
  // it may have been taken out, or somebody of the team may have been faster
  const { rows: still } = await q.query(`select 1 from contest_participant where id = $1 and status = 'accepted'`, [
    own,
  ])
  if (!still.length) throw new Fail('contest_not_in')
  if (found.practice) {
    // nothing of it is kept, and the limit alone counts it
    if (found.place !== undefined && verdict !== 'wrong') await givePlaceBack(q, found.place)
    audit({ entity: 'contest-item', id: item.id, details: { result: verdict } })
    return answer(c, found, verdict, { contest, arrived, brought: undefined })
  }
  const status = timesOf(contest, arrived).status
  if (status === 'paused') throw new Fail('not_allowed_in_state', { status })
  if (status === 'finished') verdict = 'late'
  else if (verdict !== 'late' && verdict !== 'limited') {
    if (await holdsItem(q, contest, item.id, own)) verdict = 'already'
    // the season in which it arrived was closed before it came here
    else if (contest.kind === 'arena' && !(await openSeason(q, contest.id, arrived))) verdict = 'late'
    else if (contest.kind === 'arena' && (await heldInOtherSeasons(q, contest, own)).has(item.id)) verdict = 'already'
    // as many others came at the same time
    else if (verdict !== 'already' && (await spent(q, contest, item, own, platform.now()))) verdict = 'limited'
    else if (places.length) {
      const had = (await ownFound(q, found.view)).get(item.id) ?? new Set()
      ;({ verdict, places } = judgedParts(places, had, found.of))
    }
  }
  if (found.place !== undefined && verdict !== 'wrong') await givePlaceBack(q, found.place)
  let brought: Brought | undefined
  if (!found.again || verdict !== 'wrong') {
    const submission: NewSubmission = {
      id: platform.newId(),
      item_id: item.id,
      participant_id: own,
      user_id: who.id,
      at: arrived,
      verdict,
      digest: found.digest,
      // a right one is the flag itself
      text: found.verdict === 'wrong' ? body.text : '',
      made_for: found.madeFor,
      ...(verdict === 'partial' ? { found: places } : {}),
      sealed: verdict === 'right' ? found.sealed : null,
    }
    const rule = ruleOf(item, contest)
    if (verdict === 'right') {
      const { hold, price, place } = await addSolve(q, contest, rule, submission, item.bits)
      const bonus = hold.bonus.permille > 0 || hold.bonus.amount > 0
      brought = { worth: itemWorth(price, hold).worth, blood: bonus ? place : null }
    } else if (verdict === 'partial') {
      const scores = divisionAllows(item.bits, 'score')
      brought = { worth: await addPart(q, contest, rule, submission, { of: found.of, scores }), blood: null }
    } else await addSubmission(q, contest, submission)
    await tellDoing(q, contest, own, brought !== undefined, platform.now())
  }
  audit({
    entity: 'contest-item',
    id: item.id,
    details: { result: verdict, ...(found.madeFor === null ? {} : { made_for: found.madeFor }) },
  })
  return answer(c, found, verdict, { contest, arrived, brought })
})
