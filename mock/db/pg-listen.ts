import pg from 'pg'
import { dbError, quoteName } from './db.ts'

type Fn = (payload: string) => void

export interface PgListener {
  listen(channel: string, fn: Fn): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** LISTEN belongs to a connection, so it has one of its own, made at the first subscription and made again whenever it is lost. */
export function pgListener(url: string, retryMs = 500): PgListener {
  const subscribers = new Map<string, Set<Fn>>()
  let client: pg.Client | undefined
  let missed = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let tail: Promise<unknown> = Promise.resolve()
  const turn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = tail.then(work)
    tail = mine.catch(() => {})
    return mine
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const made = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    made.on('error', () => {
      // 'end' follows, and that is where it is mended
    })
    made.on('notification', ({ channel, payload }) => {
      for (const fn of subscribers.get(channel) ?? []) fn(payload ?? '')
    })
    made.once('end', () => {
      if (client !== made) return
      client = undefined
      missed = true
      retry()
    })
    try {
      await made.connect()
      for (const channel of subscribers.keys()) await made.query(`LISTEN ${quoteName(channel)}`)
    } catch (e) {
      await made.end().catch(() => {})
      throw dbError(e)
    }
    client = made
    // NOTIFY has no replay
    if (missed) for (const all of subscribers.values()) for (const fn of all) fn('')
    missed = false
    return made
  }

  function retry(): void {
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      turn(connected).catch(retry)
    }, retryMs)
    timer.unref()
  }

  return {
    async listen(channel, fn) {
      const all = subscribers.get(channel) ?? new Set()
      subscribers.set(channel, all.add(fn))
      try {
        await turn(async () => (await connected()).query(`LISTEN ${quoteName(channel)}`))
      } catch (e) {
        all.delete(fn)
        throw dbError(e)
      }
      return async () => {
        all.delete(fn)
      }
    },
    close: () =>
      turn(async () => {
        closed = true
        clearTimeout(timer)
        await client?.end().catch(() => {})
      }),
  }
}
