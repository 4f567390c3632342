/**
 * What must happen at a time: one row per job, written in the transaction of the fact it follows from. Claim, effect and removal are one
 * transaction too, so a job is done once however many servers sweep, and a crash leaves it as it was.
 */
import type { Db, Queryable } from './db.ts'

type Now = () => Date
/** What it answers is done once its transaction is over: slow work begins there. */
type DueHandler = (q: Queryable, ref: string) => Promise<void | (() => void)>
export type DueHandlers = Readonly<Record<string, DueHandler>>

const mostTries = 10
/** A job whose last try failed. */
export interface GivenUp {
  kind: string
  ref: string
  error: unknown
}

/** Plans the job, or moves the one that has this kind and reference. */
export async function plan(q: Queryable, kind: string, ref: string, at: Date): Promise<void> {
  await q.query(
    `insert into due (kind, ref, at) values ($1, $2, $3)
     on conflict (kind, ref) do update set at = excluded.at, tries = 0, error = null`,
    [kind, ref, at.toISOString()],
  )
}

export async function cancelDue(q: Queryable, kind: string, ref: string): Promise<void> {
  await q.query('delete from due where kind = $1 and ref = $2', [kind, ref])
}

/**
 * Does the job that is longest due, of the kinds that have a handler. A failing one keeps its row with the reason and waits 1, 2, 4 … up to
 * 300 seconds for its next try; after the tenth it stays where it is.
 */
export async function sweepOne(
  db: Db,
  handlers: DueHandlers,
  now: Now,
  gaveUp: (job: GivenUp) => void = () => {},
): Promise<'none' | 'done' | 'failed'> {
  let claimed: { id: number; kind: string; ref: string; at: string; tries: number } | undefined
  let after: (() => void) | undefined
  try {
    const outcome = await db.tx(async (q) => {
      const due = await q.query<NonNullable<typeof claimed>>(
        `delete from due where id = (
           select id from due where at <= $1 and tries < $2 and kind = any($3::text[])
           order by at, id limit 1 for update skip locked)
         returning id, kind, ref, at::text as at, tries`,
        [now().toISOString(), mostTries, Object.keys(handlers)],
      )
      claimed = due.rows[0]
      if (!claimed) return 'none'
      after = (await handlers[claimed.kind]?.(q, claimed.ref)) ?? undefined
      return 'done'
    })
    after?.()
    return outcome
  } catch (e) {
    if (!claimed) throw e
    const wait = Math.min(2 ** claimed.tries, 300) * 1000
    // only if nobody planned it anew since
    await db.query(
      `update due set tries = tries + 1, error = $2, at = $3 where id = $1 and at = $4::timestamptz and tries = $5`,
      [
        claimed.id,
        String(e instanceof Error ? e.message : e).slice(0, 500),
        new Date(now().getTime() + wait).toISOString(),
        claimed.at,
        claimed.tries,
      ],
    )
    if (claimed.tries + 1 >= mostTries) gaveUp({ kind: claimed.kind, ref: claimed.ref, error: e })
    return 'failed'
  }
}

/** Does everything that is due by now. @returns how many jobs were done */
export async function sweep(db: Db, handlers: DueHandlers, now: Now): Promise<number> {
  for (let done = 0; ; ) {
    const outcome = await sweepOne(db, handlers, now)
    if (outcome === 'none') return done
    if (outcome === 'done') done++
  }
}

export interface Ticker {
  /** Looks now instead of at the next tick. */
  wake(): void
  /** Ends after the job that is running. */
  stop(): Promise<void>
}

/** Sweeps until stopped. `failed` hears of a database that does not answer, the next tick tries again; `gaveUp` of a job that is not tried again. */
export function ticker(
  db: Db,
  handlers: DueHandlers,
  {
    now,
    everyMs = 500,
    failed = () => {},
    gaveUp,
  }: { now: Now; everyMs?: number; failed?: (e: unknown) => void; gaveUp?: (job: GivenUp) => void },
): Ticker {
  let stopped = false
  let woken = false
  let wake = (): void => {}
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const running = (async () => {
    while (!stopped) {
      woken = false
      try {
        while (!stopped && (await sweepOne(db, handlers, now, gaveUp)) !== 'none');
      } catch (e) {
        failed(e)
      }
      if (!stopped && !woken) await rest()
    }
  })()
  return {
    wake() {
      woken = true
      wake()
    },
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
