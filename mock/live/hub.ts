/**
 * The live streams of one server process. Events come from the database, so that every process hears what any of them publishes; a stream
 * ends with its session, at once, because the database also says when sessions and people change.
 */
import type { ServerResponse } from 'node:http'
import { streams as limits } from '#src/contract/limits.ts'
import { liveMemory, type LiveName, liveNames, liveReady } from '#src/contract/session/live.ts'
import { peopleChannel } from '../areas/session/watch.ts'
import type { Db } from '../db/db.ts'
import type { RequestContext } from '../http/request/call.ts'
import { Fail, type Logger, type Caller } from '../http/request/handler.ts'
import { ownJson } from '#src/contract/lib/typed.ts'
import { liveChannel, type To, type PublishedEvent } from './publish.ts'

interface Stream {
  out: ServerResponse
  token: string
  who: Caller
  /** It had not read everything at the last sign of life. */
  behind: boolean
}
export interface Hub {
  /** Answers a call that passed the interpreter with a stream. Throws `too_many` or `busy` when there are enough. */
  open(call: Pick<RequestContext, 'req' | 'reply' | 'who' | 'token' | 'query'>): void
  /** Streams that are open. */
  readonly size: number
  close: () => Promise<void>
}
export interface LiveHubOptions {
  db: Pick<Db, 'listen'>
  live: (token: string) => Promise<Caller | undefined>
  log: Logger
  /** Milliseconds between two signs of life, for tests. */
  heartbeat?: number
}

const frame = (name: LiveName | typeof liveReady): string => `data: ${name}\n\n`
const alive = ':\n\n'
/** Signs of life between two looks whether a session still lives, for what ends by the clock. */
const lookEvery = 3
/** Streams looked at in one go, so that calls are answered in between. */
const atOnce = 50

/** Of what was said; what is more is forgotten first. */
const remembered = 500

const isFor = (to: To, { who }: Stream): boolean => {
  if (to === 'all') return true
  if ('users' in to) return to.users.includes(who.id)
  if ('roles' in to) return to.roles.includes(who.role_id) || to.roles.includes(who.role_key)
  if ('screens' in to) return to.screens.some((s) => who.granted.has(s))
  return to.orgs.some((id) => who.org_line.includes(id))
}

export async function makeHub({ db, live, log, heartbeat = limits.heartbeat * 1000 }: LiveHubOptions): Promise<Hub> {
  const open = new Set<Stream>()
  const byUser = new Map<string, Set<Stream>>()
  const doubtful = new Set<Stream>()
  let said: { at: number; name: LiveName; to: To }[] = []
  let looking = false
  let closed = false

  function forget(s: Stream): void {
    open.delete(s)
    doubtful.delete(s)
    const own = byUser.get(s.who.id)
    own?.delete(s)
    if (own?.size === 0) byUser.delete(s.who.id)
  }
  function send(s: Stream, text: string): void {
    // who does not read is cut off, and looks at everything when he comes back
    if (s.out.writableLength > limits.behind) s.out.destroy()
    else s.out.write(text)
  }
  function tell(name: LiveName, to: To): void {
    const at = performance.now()
    said = [...said.filter((e) => at - e.at < liveMemory * 1000).slice(1 - remembered), { at, name, to }]
    const text = frame(name)
    const heard = to !== 'all' && 'users' in to ? to.users.flatMap((id) => [...(byUser.get(id) ?? [])]) : open
    for (const s of heard) if (isFor(to, s)) send(s, text)
  }

  /** Ends the stream of a session that ended; says so to a caller whose rights are others than before. */
  async function look(s: Stream): Promise<void> {
    const who = await live(s.token)
    if (!open.has(s)) return
    if (!who || who.must_change !== null) {
      s.out.end()
      return
    }
    if (who.granted !== s.who.granted) send(s, frame('rights'))
    s.who = who
  }
  async function lookAtDoubtful(): Promise<void> {
    if (looking) return
    looking = true
    try {
      while (doubtful.size) {
        const some = [...doubtful].slice(0, atOnce)
        for (const s of some) doubtful.delete(s)
        await Promise.all(some.map(look))
      }
    } catch (error) {
      // the next sign of life looks again
      log.error({ error }, 'sessions of live streams could not be looked at')
    } finally {
      looking = false
    }
  }
  function doubt(which: Iterable<Stream>): void {
    for (const s of which) doubtful.add(s)
    void lookAtDoubtful()
  }

  const unlisten = [
    await db.listen(liveChannel, (payload) => {
      // the connection to the database was lost: anything may have been said meanwhile
      if (payload === '') for (const name of liveNames) tell(name, 'all')
      else tell(...ownJson<PublishedEvent>(payload))
    }),
    await db.listen(peopleChannel, (userId) => doubt(userId === '' ? open : (byUser.get(userId) ?? []))),
  ]

  let beats = 0
  const beat = setInterval(() => {
    beats++
    for (const s of open) {
      const behind = s.out.writableLength > 0
      if (behind && s.behind) s.out.destroy()
      else send(s, alive)
      s.behind = behind
    }
    if (beats % lookEvery === 0) doubt(open)
  }, heartbeat)
  beat.unref()

  return {
    get size() {
      return open.size
    },
    open({ req, reply, who, token, query }) {
      if (!who || token === undefined) throw new Fail('unauthenticated')
      if (closed || open.size >= limits.server) throw new Fail('busy', { seconds: 30 })
      const own = byUser.get(who.id) ?? new Set()
      if (own.size >= limits.account) throw new Fail('too_many', { seconds: 60 })
      reply.hijack()
      const out = reply.raw
      out.writeHead(200, {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is set before a stream are texts
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      if (req.method === 'HEAD') {
        out.end()
        return
      }
      const s: Stream = { out, token, who, behind: false }
      open.add(s)
      byUser.set(who.id, own.add(s))
      out.once('close', () => forget(s))
      out.on('error', () => out.destroy())
      out.write(frame(liveReady))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's own schema read it
      const { since = 0 } = (query ?? {}) as { since?: number }
      const from = performance.now() - since * 1000
      for (const name of new Set(said.filter((e) => e.at >= from && isFor(e.to, s)).map((e) => e.name)))
        out.write(frame(name))
      // the session may have ended while it was being opened
      doubt([s])
    },
    async close() {
      closed = true
      clearInterval(beat)
      for (const s of open) s.out.end()
      for (const stop of unlisten) await stop()
    },
  }
}
