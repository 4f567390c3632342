/** Consoles of one server process: opened with a ticket, looked after until their page, session, node or scene is gone. */
import { signedRow } from '#mock/crud/signed.ts'
import type { WebSocket } from 'ws'
import { closeCode, consoleLimits as most, type ConsoleEnd } from '#src/contract/scene/console.ts'
import { openStatuses } from '#src/contract/scene/status.ts'
import type { Db } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { type CastWriter, startCast } from '../recording/file.ts'
import { removeConsoleRow, sweepConsoleRows } from '../recording/atConsole.ts'
import { heardAtConsoles } from '../../record/time.ts'
import { beginRecording, touchRecording } from '../recording/row.ts'
import { peopleChannel } from '../../session/watch.ts'
import { findScene, type NodeRow, nodesOf, type SceneRow } from '../row.ts'
import { logSceneEvents, publishSceneChange, workChannel } from '../write.ts'
import { type ConsoleClient, consoleClientOf } from './attach.ts'
import { carry, holderOf } from './carry.ts'
import { makeSession, type ConsoleSession } from './session.ts'
import { lookOnDesktop } from './lookOn.ts'
import { type Claim, claimKeyOf, validClaimKeys } from './rights.ts'
import { aliveOf, holdsOf, overOf } from './standing.ts'
import { releaseKeys } from './takeover.ts'
import { isForeignRow, isOwn, redeem, type Ticket } from './ticket.ts'
import { typedKeys } from './typedKeys.ts'
import { keysGate } from './viewOnly.ts'
import { makeTypedLines } from './typedLines.ts'
import { listenTo } from './wire.ts'

export interface ConsoleHub {
  /** A page that came with a ticket, by itself or carried by another process. */
  open(socket: WebSocket, ticket: string, carried?: boolean): Promise<void>
  /** Looks at all of them now, as it does every few seconds. */
  look(): Promise<void>
  end(id: string, why: ConsoleEnd): boolean
  close(): Promise<void>
  readonly size: number
}
export interface ConsoleHubOptions {
  platform: Platform
  drivers: Drivers
  server: string
  /** Where the other processes of the database reach this one; empty where they do not. */
  address: () => string
  everyMs?: number
}

const users = documents('user')

export function makeConsoleHub({ platform, drivers, server, address, everyMs = 3000 }: ConsoleHubOptions): ConsoleHub {
  const { db, now, files, log } = platform
  const all = new Map<string, ConsoleSession>()
  const casts = new Map<string, CastWriter>()
  const began = new Map<string, Date>()
  /** Pages of desktops that look on have a stream of their own. */
  const onlookers = new Map<string, Map<ConsoleClient, () => void>>()
  const typed = makeTypedLines(db, platform.background)
  let closing = false

  async function personOf(id: string): Promise<{ id: string; name: string }> {
    const doc = (await users.byIds(db, [id])).get(id)
    return { id, name: signedRow(doc) }
  }
  const watching = (s: ConsoleSession): ConsoleClient[] => [...s.watchers, ...(onlookers.get(s.id)?.keys() ?? [])]
  const names = (s: ConsoleSession) => [...new Map(watching(s).map((w) => [w.user.id, w.user])).values()]
  function watched(s: ConsoleSession): void {
    platform.background('console.watched', async () => {
      await db.query('update scene_console set watchers = $2::jsonb where id = $1', [s.id, JSON.stringify(names(s))])
      await (db as Db).tx(async (q) => {
        await q.query('update scene set revision = revision + 1 where id = $1', [s.scene_id])
        await publishSceneChange(q, { id: s.scene_id })
      })
    })
  }
  function ended(s: ConsoleSession): void {
    all.delete(s.id)
    for (const end of onlookers.get(s.id)?.values() ?? []) end()
    onlookers.delete(s.id)
    const cast = casts.get(s.id)
    const at = now()
    const seconds = Math.max(0, Math.round((now().getTime() - (began.get(s.id) ?? now()).getTime()) / 1000))
    casts.delete(s.id)
    began.delete(s.id)
    platform.background('console.ended', async () => {
      await cast?.end()
      if (cast && s.recording_id) await touchRecording(db, s.recording_id, cast.seconds(), cast.bytes, false, now())
      await removeConsoleRow(db, s.id, at)
      if (await findScene(db, s.scene_id))
        await logSceneEvents(db, s.scene_id, now(), [
          {
            code: 'console_closed',
            params: { kind: s.kind, seconds },
            node: { node_id: s.node_id, name: s.node_name },
            by: s.user,
          },
        ])
      await publishSceneChange(db, { id: s.scene_id })
    })
  }

  /** The oldest that nobody is at gives way where there is no room: its page was closed and may never come back. @returns whether one did */
  function makeRoom(user?: string): boolean {
    const left = [...all.values()].find((s) => !s.attended && (user === undefined || s.user.id === user))
    left?.end('limit')
    return left !== undefined
  }
  /** Whose consoles are being opened: those who come at once count each other. */
  const coming: string[] = []
  async function begin(t: Ticket): Promise<ConsoleSession | ConsoleEnd> {
    const scene = await findScene(db, t.scene_id)
    if (!scene || !openStatuses.has(scene.status)) return 'scene'
    const node = (await nodesOf(db, [scene.id])).get(scene.id)?.find((n) => n.node_id === t.node_id)
    if (!node) return 'node'
    const own = [...all.values()].filter((s) => s.user.id === t.user_id).length
    const [there, his] = [coming.length, coming.filter((id) => id === t.user_id).length]
    if (own + his >= most.account && !makeRoom(t.user_id)) return 'limit'
    if (all.size + there >= most.server && !makeRoom()) return 'limit'
    coming.push(t.user_id)
    try {
      return await made(t, scene, node)
    } finally {
      coming.splice(coming.indexOf(t.user_id), 1)
    }
  }
  async function made(t: Ticket, scene: SceneRow, node: NodeRow): Promise<ConsoleSession | ConsoleEnd> {
    const user = await personOf(t.user_id)
    const console = await drivers
      .of(scene)
      .console({ scene: scene.id, fence: scene.fence }, node.node_id, t.kind)
      .catch(() => undefined)
    if (!console) return 'node'
    const id = platform.newId()
    const { columns, rows } = t
    let recording_id: string | null = null
    let cast: CastWriter | undefined
    if (t.record && t.kind === 'terminal') {
      const cut = await beginRecording(db, platform, {
        kind: 'terminal',
        scene_id: scene.id,
        scene_name: scene.name,
        node_id: node.node_id,
        node_name: node.name,
        user_id: user.id,
        user_name: user.name,
        width: columns,
        height: rows,
        open: true,
      })
      recording_id = cut.id
      cast = await startCast(files, cut.id, { columns, rows, title: `${scene.name} / ${node.name}`, now })
      casts.set(id, cast)
    }
    began.set(id, now())
    const at = now().toISOString()
    await db.query(
      `insert into scene_console (id, scene_id, node_id, node_name, kind, user_id, user_name, server, recording_id, opened_at, seen_at, attended_at, address)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10, $11)`,
      [id, scene.id, node.node_id, node.name, t.kind, user.id, user.name, server, recording_id, at, address()],
    )
    await logSceneEvents(db, scene.id, now(), [{ code: 'console_opened', params: { kind: t.kind }, node, by: user }])
    await publishSceneChange(db, scene)
    const facts = {
      id,
      scene_id: scene.id,
      node_id: node.node_id,
      node_name: node.name,
      kind: t.kind,
      user,
      session: t.session_hash,
      recording_id,
    }
    const hold = { frozen: scene.frozen !== null, keys: null }
    const s = makeSession(facts, { console, cast, columns, rows, hold, now, watched, ended: (x) => ended(x) })
    all.set(id, s)
    return s
  }

  /** Whether a page would come back to what is not its own. Of what is in another process, the session is not known. */
  const isForeign = async (t: Ticket, had: ConsoleSession | undefined): Promise<boolean> =>
    had ? had.session !== t.session_hash || !isOwn({ ...had, user_id: had.user.id }, t) : isForeignRow(db, t)

  /** Pages of one person that look on, at all consoles: each may be far behind. */
  const lookingOn = (user: string): number =>
    [...all.values()].flatMap(watching).filter((p) => p.user.id === user).length

  /** Whoever had the keys of a console, or asked for them, and does not look on any more gives them back. */
  function gone(s: ConsoleSession, page: ConsoleClient): void {
    if (watching(s).some((w) => w.user.id === page.user.id)) return
    if (s.hold.keys === page.user.id) s.hold = { ...s.hold, keys: null }
    platform.background('console.keys', () => releaseKeys(db as Db, s.id, page.user.id, now()))
  }
  /** A watcher of a desktop is a client of its own that may only look. */
  async function lookOn(socket: WebSocket, s: ConsoleSession, page: ConsoleClient): Promise<void> {
    const pages = onlookers.get(s.id) ?? new Map<ConsoleClient, () => void>()
    onlookers.set(s.id, pages)
    const leave = await lookOnDesktop({ db, drivers }, socket, s, page, () => {
      pages.delete(page)
      watched(s)
      gone(s, page)
    })
    if (!leave) return
    pages.set(page, leave)
    watched(s)
    soon()
  }

  async function open(socket: WebSocket, given: string, carried = false): Promise<void> {
    socket.pause()
    const holder = carried ? undefined : await holderOf(db, given, { server, host: drivers.host }, now())
    if (holder !== undefined && (await carry(socket, holder, given))) return
    // what is said before the console is there must not be lost
    const wire = listenTo(socket)
    socket.resume()
    const refuse = (why: ConsoleEnd) =>
      consoleClientOf(socket, wire, {
        user: { id: '', name: '' },
        session: '',
        shadow: false,
        hour: null,
        text: false,
      }).end(why)
    if (closing) return refuse('server')
    const t = await redeem(db, given, now())
    if (!t) return refuse('ticket')
    // a ticket lives for a while, a right perhaps not
    const had = t.console_id === null ? undefined : all.get(t.console_id)
    const claimed: Claim = { ...t, hour: t.hour_id === null ? null : { id: t.hour_id, learner: had?.user.id ?? '' } }
    if (!(await validClaimKeys(db, platform, [claimed])).has(claimKeyOf(claimed))) return refuse('rights')
    const user = await personOf(t.user_id)
    const page = consoleClientOf(socket, wire, {
      user,
      session: t.session_hash,
      shadow: t.shadow,
      hour: t.hour_id,
      text: t.kind === 'terminal',
    })
    if (t.shadow) {
      if (!had || had.scene_id !== t.scene_id || had.node_id !== t.node_id) return page.end('exit')
      if (lookingOn(t.user_id) >= most.account) return page.end('limit')
      const by = { by: user, node: { node_id: had.node_id, name: had.node_name }, params: { who: had.user.name } }
      await logSceneEvents(db, had.scene_id, now(), [{ code: 'shadow_began', ...by }])
      socket.on('close', () =>
        platform.background('shadow.ended', () =>
          logSceneEvents(db, had.scene_id, now(), [{ code: 'shadow_ended', ...by }]),
        ),
      )
      if (had.kind === 'desktop') return lookOn(socket, had, page)
      had.watch(page)
      socket.on('close', () => {
        had.left(page)
        gone(had, page)
      })
      soon()
      return wire.start({
        bytes: (b) => had.input(b, page),
        ping: (at) => page.say({ type: 'pong', at }),
        malformed: () => page.end('malformed'),
      })
    }
    if (await isForeign(t, had)) return page.end('foreign')
    // a desktop keeps its own picture, and every client of it begins with a handshake
    const resumed = had?.kind === 'terminal'
    const s = resumed ? had : await begin(t)
    if (typeof s === 'string') return page.end(s)
    s.attach(page, resumed)
    // the right to it may have ended while it was being opened
    soon()
    socket.on('close', (code) => {
      const mine = s.page === page
      s.left(page)
      // a desktop lives on in its driver; this stream was its page’s alone
      if (s.kind === 'desktop' || (mine && code === closeCode('exit'))) s.end('exit')
    })
    const place = { user_id: s.user.id, scene_id: s.scene_id, node_id: s.node_id }
    const keys = s.kind === 'desktop' ? typedKeys((text) => typed.add(place, text, now())) : undefined
    const gate = s.kind === 'desktop' ? keysGate(() => s.mayType(page)) : undefined
    wire.start({
      bytes(b) {
        const through = gate ? gate(b) : b
        if (gate) s.desktop(through)
        else s.input(b, page)
        if (through) keys?.(through)
      },
      resize: (columns, rows) => s.resize(columns, rows),
      ping(at) {
        s.seen = now()
        page.say({ type: 'pong', at })
      },
      malformed: () => page.end('malformed'),
    })
  }

  /** Consoles whose people lost their right, whether or not their page is there, and those who look on without one. */
  async function endUnrightful(sessions: readonly ConsoleSession[]): Promise<void> {
    const claim = (s: ConsoleSession, user_id: string, shadow: boolean, hour: string | null = null): Claim => ({
      ...s,
      user_id,
      shadow,
      hour: hour === null ? null : { id: hour, learner: s.user.id },
    })
    const stands = await validClaimKeys(
      db,
      platform,
      sessions.flatMap((s) => [
        claim(s, s.user.id, false),
        ...watching(s).map((p) => claim(s, p.user.id, true, p.hour)),
      ]),
    )
    for (const s of sessions)
      if (!stands.has(claimKeyOf(claim(s, s.user.id, false)))) s.end('rights')
      else for (const p of watching(s)) if (!stands.has(claimKeyOf(claim(s, p.user.id, true, p.hour)))) p.end('rights')
  }

  async function look(): Promise<void> {
    if (!all.size) return
    const at = now()
    const sessions = [...all.values()]
    const pages = sessions.flatMap((s) => [...(s.page ? [s.page] : []), ...watching(s)])
    const alive = await aliveOf(db, new Set(pages.map((p) => p.session)), at)
    for (const p of pages) if (!alive.has(p.session)) p.end('session')
    await endUnrightful(sessions)
    for (const [one, why] of await overOf(db, sessions, at)) one.end(why)
    const holds = await holdsOf(db, [...all.keys()])
    for (const s of all.values()) s.hold = holds.get(s.id) ?? s.hold
    const attended = [...all.values()].filter((s) => s.attended).map((s) => s.id)
    await db.query(
      `update scene_console set seen_at = $3, attended_at = case when id = any($2::text[]) then $3 else attended_at end
       where id = any($1::text[])`,
      [[...all.keys()], attended, at.toISOString()],
    )
    await heardAtConsoles(db, attended, at)
    for (const [id, cast] of casts) {
      const s = all.get(id)
      if (s?.recording_id) await touchRecording(db, s.recording_id, cast.seconds(), cast.bytes, true, at)
    }
  }
  const timer = setInterval(() => platform.background('consoles', look), everyMs)
  timer.unref()
  let wanted = false
  /** Many changes at once are looked at once. */
  const soon = (): void => {
    if (wanted || !all.size) return
    wanted = true
    setTimeout(() => {
      wanted = false
      platform.background('consoles', look)
    }, 20).unref()
  }
  // a scene's people, its nodes; accounts, roles and sessions
  const heard = [db.listen(workChannel, soon), db.listen(peopleChannel, soon)]
  // consoles of processes that ended without saying so
  const sweep = sweepConsoleRows(db, now()).catch((error: unknown) => log.error({ error }, 'old consoles stay'))

  return {
    open,
    look,
    end(id, why) {
      const s = all.get(id)
      s?.end(why)
      return s !== undefined
    },
    async close() {
      closing = true
      clearInterval(timer)
      await sweep
      for (const leave of heard) await (await leave)()
      for (const s of all.values()) s.end('server')
    },
    get size() {
      return all.size
    },
  }
}
