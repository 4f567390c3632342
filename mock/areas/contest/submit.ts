/**
 * Handing in a flag in a contest. What the clock says is decided by when the call arrived; the text is judged before the transaction, and what
 * came of it is written under the lock of the contest.
 */
import { createHmac } from 'node:crypto'
import type { ContestVerdict } from '#src/contract/contest/play.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, type Ctx, Fail, type Handler, type Platform, staged } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { flagRuleOf } from '../bank/flag/inScene.ts'
import { judgeFlag } from '../bank/flag/judge.ts'
import { ownerOf } from '../bank/flag/make.ts'
import { type FlagKeys, flagKeys } from '../bank/flag/seal.ts'
import { flagAllowanceOf, givePlaceBack, reserveFlagAttempt } from '../practice/flagLimit.ts'
import { type ContestRow, lockContest, ruleOf, timesOf } from './contest.ts'
import { learnerView, openItem, playItem } from './play.ts'
import { type OpenItem, ownWrong, seenScores, tellsAtOnce, viewOf, wrongBefore } from './view.ts'
import { addSolve, addSubmission, holdsItem, type NewSubmission } from './write.ts'

/** What counts of a text, so that the same one is known again; of a right one nothing is to be learnt from it. */
const digestOf = (text: string, { compare }: FlagKeys): string =>
  createHmac('sha256', compare).update('contest\n').update(text.normalize('NFC').trim()).digest('hex')

interface Found {
  contest: ContestRow
  item: OpenItem
  own: string
  digest: string
  verdict: 'right' | 'wrong' | 'late' | 'limited'
  /** The identical wrong text was handed in before. */
  again: boolean
  /** Of the limit. */
  place: string | undefined
  madeFor: string | null
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
  if (rule.kind !== 'dynamic') return null
  const { rows } = await q.query<{ id: string }>(
    'select id from contest_participant where contest_id = $1 and id <> $2',
    [contest.id, own],
  )
  const found = ownerOf(
    rule,
    item.question_id,
    text.normalize('NFC').trim(),
    rows.map((r) => r.id),
    keys,
  )
  return found ?? null
}

async function find(
  c: Pick<Ctx<'POST /contest-items/:id/submit'>, 'q' | 'who' | 'platform' | 'params' | 'body' | 'arrived'>,
): Promise<Found> {
  const { q, who, platform, body, arrived } = c
  const { view, seen, item } = await openItem(c, c.params.id)
  const { contest, own } = view
  if (own === undefined) throw new Fail('contest_not_in')
  const keys = await flagKeys(platform)
  const digest = digestOf(body.text, keys)
  const found: Found = {
    contest,
    item,
    own,
    digest,
    verdict: 'wrong',
    again: false,
    place: undefined,
    madeFor: null,
    wait: 0,
  }
  const times = timesOf(contest, arrived)
  if (times.status === 'paused') throw new Fail('not_allowed_in_state', { status: times.status })
  if (times.status === 'finished' || (item.closes !== null && arrived.getTime() >= item.closes))
    return { ...found, verdict: 'late' }
  if (await wrongBefore(q, view, item.id, digest)) return { ...found, again: true }
  const wrong = (await ownWrong(q, view)).get(item.id) ?? 0
  const solved = seen.heldBack.has(item.id) || seen.state.participants.get(own)?.held.has(item.id) === true
  if (!solved && item.attempts !== null && wrong >= item.attempts) return { ...found, verdict: 'limited' }
  if (solved) return { ...found, verdict: 'right' }
  let place: string
  try {
    place = await reserveFlagAttempt(platform, who.id)
  } catch (e) {
    if (!(e instanceof Fail) || e.code !== 'too_many') throw e
    return { ...found, verdict: 'limited', wait: Number(e.details['seconds']) }
  }
  const rule = flagRuleOf(item.data.flag, keys)
  const { right } = await judgeFlag(rule, { question: item.question_id, owner: own, text: body.text }, keys)
  return {
    ...found,
    place,
    verdict: right ? 'right' : 'wrong',
    madeFor: right ? null : await madeFor(q, found, body.text, keys),
  }
}

/** Pages of whoever hears of it: its own people and its staff at once, others where nothing is kept from them. */
async function tellSubmission(
  q: Queryable,
  contest: ContestRow,
  own: string,
  right: boolean,
  now: Date,
): Promise<void> {
  await publish(q, 'contests', { screens: ['flag-manage'] })
  const { rows } = await q.query<{ user_id: string }>(
    right && tellsAtOnce(contest, now)
      ? `select user_id from contest_member where contest_id = $1 and $2::text is not null`
      : `select user_id from contest_member where contest_id = $1 and participant_id = $2`,
    [contest.id, own],
  )
  await publish(q, 'contests', { users: rows.map((r) => r.user_id) })
}

interface Settling {
  q: Queryable
  who: Caller
  platform: Platform
}
async function answer(
  { q, who, platform }: Settling,
  found: Found,
  said: Pick<ContestVerdict, 'verdict'>,
): Promise<ContestVerdict> {
  const now = platform.now()
  const view = await learnerView(q, who, found.contest.id, now)
  const [seen, wrong, allowance] = await Promise.all([
    seenScores(q, view),
    ownWrong(q, view),
    flagAllowanceOf(q, who.id, now),
  ])
  const shown = playItem(view, seen, found.item, wrong.get(found.item.id) ?? 0)
  return {
    ...said,
    again: found.again,
    worth: shown.worth,
    blood: shown.blood,
    held_back: shown.held_back,
    wait: found.wait || (allowance.left > 0 ? 0 : allowance.wait),
    left: shown.left,
  }
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
  const contest = await lockContest(q, found.contest.id)
  let verdict: NewSubmission['verdict'] = found.verdict
  // it may have been taken out, or somebody of the team may have been faster
  const { rows: still } = await q.query(`select 1 from contest_participant where id = $1 and status = 'accepted'`, [
    own,
  ])
  if (!still.length) throw new Fail('contest_not_in')
  const status = timesOf(contest, arrived).status
  if (status === 'paused') throw new Fail('not_allowed_in_state', { status })
  if (status === 'finished') verdict = 'late'
  else if ((verdict === 'right' || verdict === 'wrong') && (await holdsItem(q, contest, item.id, own)))
    verdict = 'already'
  // as many others came at the same time
  else if ((verdict === 'right' || verdict === 'wrong') && (await spent(q, contest, item, own, platform.now())))
    verdict = 'limited'
  if (found.place !== undefined && verdict !== 'wrong') await givePlaceBack(q, found.place)
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
    }
    if (verdict === 'right') await addSolve(q, contest, ruleOf(item, contest), submission)
    else await addSubmission(q, contest, submission)
    await tellSubmission(q, contest, own, verdict === 'right', platform.now())
  }
  audit({
    entity: 'contest-item',
    id: item.id,
    details: { result: verdict, ...(found.madeFor === null ? {} : { made_for: found.madeFor }) },
  })
  return answer(c, found, { verdict })
})
