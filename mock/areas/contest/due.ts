/** What the clock says of a contest: that it starts, freezes, ends or thaws, so that pages look again. Nothing is stored for it. */
import { type DueHandlers, cancelDue, plan } from '#mock/db/due.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { contestsById, timesOf } from './contest.ts'

const turnDue = 'contest.turn'

/** Plans its next turn; while it pauses there is none. */
export async function planTurn(q: Queryable, id: string, now: Date): Promise<void> {
  const contest = (await contestsById(q, [id])).get(id)
  const times = contest && timesOf(contest, now)
  const turns =
    !times || times.status === 'paused'
      ? []
      : times.status === 'finished'
        ? [contest.thaw_at === null || !times.frozen ? null : Date.parse(contest.thaw_at)]
        : [times.start, times.freeze, times.start === null ? null : times.end]
  const next = turns.filter((at) => at !== null && at > now.getTime()).toSorted((a, b) => Number(a) - Number(b))[0]
  if (next === undefined || next === null) await cancelDue(q, turnDue, id)
  else await plan(q, turnDue, id, new Date(next))
}

export const contestDue = ({ now }: Pick<Platform, 'now'>): DueHandlers => ({
  async [turnDue](q, id) {
    await publish(q, 'contests', { screens: ['flag-manage', 'flag-contest'] })
    await planTurn(q, id, now())
  },
})
