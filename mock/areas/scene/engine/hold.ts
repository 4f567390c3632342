/**
 * Whose a scene is: it belongs to the worker that claimed it for a few seconds, which the worker prolongs while it is at work. Short against
 * every deadline: what a dead worker held is soon somebody else’s. Whoever takes over a lease that was not given back has a higher fence.
 */
import type { Queryable } from '#mock/db/db.ts'
import { sceneColumns, type SceneRow } from '../row.ts'
import { secondsLater } from '../time.ts'

/** Seconds of a lease, and milliseconds after which one at work says that it is still there. */
const lease = 4
const beat = 1000
/** Seconds a scene of another server’s machines is overdue before somebody else says that they are not reached. */
const unattended = 60
/** Seconds a driver may take where no deadline says how long. */
const longest = 60

export interface SceneLeaseHolder {
  db: Queryable
  now: () => Date
  /** Name of the server process among those on the database. */
  server: string
  /** Whose machines it reaches beside those that everybody reaches. */
  host: string
  /** When the worker ends for good, whatever it still has in hand. */
  end: AbortSignal
}
type Held = Pick<SceneRow, 'id' | 'fence' | 'deadline'>

/** The most urgent of those that are due and nobody’s. */
export async function claim({ db, now, server, host }: SceneLeaseHolder, most: number): Promise<SceneRow[]> {
  const at = now()
  const { rows } = await db.query<SceneRow>(
    `update scene set fence = fence + case when leased_by is distinct from $1 or leased_until is not null then 1 else 0 end,
       leased_by = $1, leased_until = $3
     where id in (select id from scene where next_at <= $2::timestamptz and (leased_until is null or leased_until <= $2::timestamptz)
                    and (host = '' or host = $5 or next_at <= $6::timestamptz)
                  order by next_at, id limit $4 for update skip locked)
     returning ${sceneColumns}`,
    [server, at.toISOString(), secondsLater(at, lease), most, host, secondsLater(at, -unattended)],
  )
  return rows
}

const own = 'where id = $1 and fence = $2 and leased_by = $3'

async function prolong({ db, now, server }: SceneLeaseHolder, row: Held): Promise<boolean> {
  const { count } = await db.query(`update scene set leased_until = $4 ${own}`, [
    row.id,
    row.fence,
    server,
    secondsLater(now(), lease),
  ])
  return count > 0
}

export async function release({ db, server }: SceneLeaseHolder, row: Held): Promise<void> {
  await db.query(`update scene set leased_until = null ${own}`, [row.id, row.fence, server])
}

/** Gives up on a driver that does not answer: its order, should it still come to something, is an old one. */
async function abandon({ db, now, server }: SceneLeaseHolder, row: Held, wait: number): Promise<void> {
  await db.query(
    `update scene set leased_until = null, leased_by = null, fence = fence + 1, failures = failures + 1, next_at = $4 ${own}`,
    [row.id, row.fence, server, secondsLater(now(), wait)],
  )
}

/** Seconds before a scene without a deadline is looked at again whose driver did not answer. */
const breather = 30

/**
 * Does the work while the scene is held. @returns `silent` when it was not done by its deadline, `lost` when somebody else has the scene: the
 * work may go on, and its orders and what it finds out count no more.
 */
export async function whileHeld(
  h: SceneLeaseHolder,
  row: Held,
  work: () => Promise<void>,
): Promise<'done' | 'silent' | 'lost'> {
  const begun = h.now().getTime()
  const deadline = row.deadline === null ? 0 : Date.parse(row.deadline)
  const until = deadline > begun ? deadline : begun + longest * 1000
  let beats: NodeJS.Timeout | undefined
  let leave = (): void => {}
  const ended = new Promise<'silent' | 'lost'>((resolve) => {
    const look = async (): Promise<void> => {
      if (h.now().getTime() >= until) {
        await abandon(h, row, until === deadline ? 0 : breather)
        resolve('silent')
      } else if (!(await prolong(h, row))) resolve('lost')
    }
    // a database that does not answer now is asked again; until then the lease runs
    beats = setInterval(() => void look().catch(() => {}), beat)
    leave = () => resolve('lost')
    h.end.addEventListener('abort', leave)
  })
  try {
    return await Promise.race([work().then(() => 'done' as const), ended])
  } finally {
    clearInterval(beats)
    h.end.removeEventListener('abort', leave)
  }
}
