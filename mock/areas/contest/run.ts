/** What its staff say to a contest: each deed is audited and told to open pages at once. */
import { type ContestEvent, contestMachine } from '#src/contract/contest/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { type ContestRow, lockContest, timesOf } from './contest.ts'
import { planTurn } from './due.ts'
import { flagContestRow, mayContestDeed } from './flagContest.ts'

async function happen(
  q: Queryable,
  event: ContestEvent,
  { run_id, paused_from }: ContestRow,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  if (event === 'start') await q.query('update contest_run set started_at = $2 where id = $1', [run_id, at])
  if (event === 'pause') await q.query('update contest_run set paused_from = $2 where id = $1', [run_id, at])
  if (paused_from !== null && (event === 'recover' || event === 'finish'))
    await q.query('update contest_run set paused_from = null, pauses = pauses || $2::jsonb where id = $1', [
      run_id,
      JSON.stringify([{ from: new Date(paused_from).getTime(), to: now.getTime() }]),
    ])
  if (event === 'finish') await q.query('update contest_run set ended_at = $2 where id = $1', [run_id, at])
}

type EventCall = Omit<Ctx<'POST /flag-contests/:id/start'>, never>
const event =
  (name: ContestEvent | 'thaw') =>
  async (c: EventCall): ReturnType<Handler<'POST /flag-contests/:id/start'>> => {
    const { q, params, platform, audit } = c
    await mayContestDeed(c, params.id, name)
    const contest = await lockContest(q, params.id)
    const now = platform.now()
    const { status } = timesOf(contest, now)
    if (name === 'thaw')
      await q.query('update contest_run set thawed_at = $2 where id = $1', [contest.run_id, now.toISOString()])
    else {
      if (contestMachine[status][name] === undefined) throw new Fail('not_allowed_in_state', { status, action: name })
      await happen(q, name, contest, now)
    }
    await planTurn(q, params.id, now)
    await publish(q, 'contests', { screens: ['flag-manage', 'flag-contest'] })
    audit({ entity: 'flag-contest', id: params.id, before: { status } })
    return flagContestRow(c, params.id)
  }

export const contestRunHandlers = {
  'POST /flag-contests/:id/start': event('start'),
  'POST /flag-contests/:id/pause': event('pause'),
  'POST /flag-contests/:id/recover': event('recover'),
  'POST /flag-contests/:id/finish': event('finish'),
  'POST /flag-contests/:id/thaw': event('thaw'),
}
