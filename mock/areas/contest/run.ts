/** What its staff say to a contest: each deed is audited and told to open pages at once. */
import {
  type ContestEvent,
  contestMachine,
  mayContest,
  mayResult,
  type ResultEvent,
} from '#src/contract/contest/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { contestInstant, type ContestRow, lockContest, timesOf } from './contest.ts'
import { planTurn } from './due.ts'
import { flagContestRow, mayContestDeed } from './flagContest.ts'
import { recordRuling } from './rulings.ts'

async function happen(
  q: Queryable,
  event: ContestEvent,
  { run_id, paused_from }: ContestRow,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  if (event === 'start') await q.query('update contest_run set started_at = $2 where id = $1', [run_id, at])
  if (event === 'pause') await q.query('update contest_run set paused_from = $2 where id = $1', [run_id, at])
  // what was thawed by hand is frozen again
  if (event === 'freeze')
    await q.query('update contest_run set frozen_at = $2, thawed_at = null where id = $1', [run_id, at])
  if (paused_from !== null && (event === 'recover' || event === 'finish'))
    await q.query('update contest_run set paused_from = null, pauses = pauses || $2::jsonb where id = $1', [
      run_id,
      JSON.stringify([{ from: new Date(paused_from).getTime(), to: now.getTime() }]),
    ])
  if (event === 'finish') await q.query('update contest_run set ended_at = $2 where id = $1', [run_id, at])
}
/** A freeze by hand before the end is undone: the planned one comes all the same. Afterwards everything is told. */
const thaw = (q: Queryable, { run_id }: ContestRow, now: Date, finished: boolean) =>
  finished
    ? q.query('update contest_run set thawed_at = $2 where id = $1', [run_id, now.toISOString()])
    : q.query('update contest_run set frozen_at = null where id = $1', [run_id])

/** Every page that shows it looks again. */
export const tellContest = (q: Queryable): Promise<void> =>
  publish(q, 'contests', { screens: ['flag-manage', 'flag-contest'] })

type EventCall = Omit<Ctx<'POST /flag-contests/:id/start'>, never>
const event =
  (name: Exclude<ContestEvent, 'extend'> | 'thaw') =>
  async (c: EventCall): ReturnType<Handler<'POST /flag-contests/:id/start'>> => {
    const { q, params, platform, audit } = c
    await mayContestDeed(c, params.id, name)
    const contest = await lockContest(q, params.id)
    const now = platform.now()
    const { status, frozen } = timesOf(contest, now)
    if (name === 'thaw') await thaw(q, contest, now, status === 'finished')
    else {
      const may = name === 'freeze' ? mayContest(name, { ...contest, status, frozen }) : contestMachine[status][name]
      if (!may) throw new Fail('not_allowed_in_state', { status, action: name })
      await happen(q, name, contest, now)
    }
    await planTurn(q, params.id, now)
    await tellContest(q)
    audit({ entity: 'flag-contest', id: params.id, before: { status } })
    return flagContestRow(c, params.id)
  }

const extend: Handler<'POST /flag-contests/:id/extend'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  await mayContestDeed(c, params.id, 'extend')
  const contest = await lockContest(q, params.id)
  const now = platform.now()
  const times = timesOf(contest, now)
  if (!mayContest('extend', { ...contest, ...times }))
    throw new Fail('not_allowed_in_state', { status: times.status, action: 'extend' })
  // one that has begun stays where it is: what is not told yet is not told by this either
  const freeze = times.freeze !== null && now.getTime() < times.freeze
  const extension = { minutes: body.minutes, freeze, at: now.toISOString(), by: who.id, reason: body.reason }
  await q.query('update contest_run set extensions = extensions || $2::jsonb where id = $1', [
    contest.run_id,
    JSON.stringify([extension]),
  ])
  await recordRuling(c, contest, { kind: 'extend', reason: body.reason, details: { minutes: body.minutes } })
  await planTurn(q, params.id, now)
  await tellContest(q)
  audit({
    entity: 'flag-contest',
    id: params.id,
    before: { end_at: contestInstant(times.end) },
    after: { end_at: contestInstant(times.end + body.minutes * 60_000) },
    details: { minutes: body.minutes, reason: body.reason },
  })
  return flagContestRow(c, params.id)
}

type ResultCall = Omit<Ctx<'POST /flag-contests/:id/reopen'>, 'body'> & { body: { reason?: string } }
const result =
  (name: ResultEvent) =>
  async (c: ResultCall): ReturnType<Handler<'POST /flag-contests/:id/reopen'>> => {
    const { q, params, body, platform, audit } = c
    await mayContestDeed(c, params.id, name)
    const contest = await lockContest(q, params.id)
    const now = platform.now()
    const { status } = timesOf(contest, now)
    const final = contest.final_at !== null
    if (!mayResult(name, { status, final })) throw new Fail('not_allowed_in_state', { status, action: name })
    const at = name === 'finalise' ? now.toISOString() : null
    await q.query('update contest_run set final_at = $2 where id = $1', [contest.run_id, at])
    const reason = body.reason ?? ''
    await recordRuling(c, contest, { kind: name, reason })
    await tellContest(q)
    audit({
      entity: 'flag-contest',
      id: params.id,
      before: { final },
      after: { final: !final },
      ...(reason ? { details: { reason } } : {}),
    })
    return flagContestRow(c, params.id)
  }

export const contestRunHandlers = {
  'POST /flag-contests/:id/start': event('start'),
  'POST /flag-contests/:id/pause': event('pause'),
  'POST /flag-contests/:id/recover': event('recover'),
  'POST /flag-contests/:id/freeze': event('freeze'),
  'POST /flag-contests/:id/finish': event('finish'),
  'POST /flag-contests/:id/thaw': event('thaw'),
  'POST /flag-contests/:id/extend': extend,
  'POST /flag-contests/:id/finalise': result('finalise'),
  'POST /flag-contests/:id/reopen': result('reopen'),
}
