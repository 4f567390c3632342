/**
 * A console that is open: what its driver says goes to its page, to those who look on, to the recording and into the memory from which a page
 * that comes back gets its screen again. A slow page makes the source wait, and is not listened to meanwhile; a slow watcher is cut off, and so
 * is a page whose source cannot wait. So what is kept of a console has a limit, whoever reads it.
 */
import { consoleLimits as most, type ConsoleEnd } from '#src/contract/scene/console.ts'
import type { ConsoleKind } from '#src/contract/scene/node.ts'
import type { Console } from '#mock/world/scene/driver.ts'
import type { CastWriter } from '../recording/file.ts'
import type { ConsoleClient } from './attach.ts'
import { makeRing } from './ring.ts'

export interface SessionFacts {
  id: string
  scene_id: string
  node_id: string
  node_name: string
  kind: ConsoleKind
  user: { id: string; name: string }
  /** Hash of the session it was opened from. */
  session: string
  recording_id: string | null
}
/** Who may type at a console now. */
export interface ConsoleHold {
  /** Its scene is held: whoever works in it only looks on. */
  frozen: boolean
  /** Who has its keys instead of whoever opened it. */
  keys: string | null
}
export interface ConsoleSession extends SessionFacts {
  hold: ConsoleHold
  mayType(page: ConsoleClient): boolean
  /** When somebody last gave a sign of life. */
  seen: Date
  columns: number
  rows: number
  readonly page: ConsoleClient | undefined
  /** Somebody is at it, or about to be: its first page is still on its way. */
  readonly attended: boolean
  readonly watchers: ReadonlySet<ConsoleClient>
  attach(page: ConsoleClient, resumed: boolean): void
  watch(page: ConsoleClient): void
  /** Of a page that has gone. */
  left(page: ConsoleClient): void
  /** @param from a page of it, or one that looks on and has its keys; of any other nothing gets through */
  input(bytes: Buffer, from: ConsoleClient): void
  /** Of the page of a desktop what got through. */
  desktop(bytes: Buffer | undefined): void
  resize(columns: number, rows: number): void
  end(why: ConsoleEnd): void
}
export interface SessionEnds {
  console: Console
  cast: CastWriter | undefined
  columns: number
  rows: number
  hold: ConsoleHold
  now(): Date
  /** Who looks on is another. */
  watched(s: ConsoleSession): void
  ended(s: ConsoleSession, why: ConsoleEnd): void
}

/** Milliseconds between two looks whether a slow page has caught up. */
const catchUp = 30

export function makeSession(facts: SessionFacts, e: SessionEnds): ConsoleSession {
  const ring = makeRing(most.replay)
  const watchers = new Set<ConsoleClient>()
  let page: ConsoleClient | undefined
  let came = false
  let over = false
  const { stream } = e.console
  const names = () => [...new Set([...watchers].map((w) => w.user.name))]

  /** Waits for the page, the source or both; looked at again and again, because a socket does not say when it was read. */
  let waiting: NodeJS.Timeout | undefined
  function wait(): void {
    if (waiting) return
    page?.hold()
    waiting = setInterval(() => {
      const slow = page?.open === true && page.behind > most.behind / 2
      if (slow && stream.readableLength > most.cutOff) page?.end('slow')
      else if (!over && (slow || stream.writableNeedDrain)) return
      clearInterval(waiting)
      waiting = undefined
      if (over) return
      stream.resume()
      page?.go()
    }, catchUp)
  }
  function toAll(b: Uint8Array): void {
    ring.add(b)
    e.cast?.out(b)
    page?.bytes(b)
    for (const w of watchers) w.bytes(b)
    if (!page?.open || page.behind <= most.behind) return
    stream.pause()
    wait()
  }
  /** What is kept may begin in the middle of a screen: a program that draws one draws it anew when it is told the size. */
  function replay(to: ConsoleClient): void {
    to.bytes(Buffer.concat([Buffer.from('\x1bc'), ring.all()]))
    e.console.resize?.(s.columns, s.rows)
  }
  const s: ConsoleSession = {
    ...facts,
    hold: e.hold,
    mayType: (by) => (s.hold.keys === null ? by === page && !s.hold.frozen : by.user.id === s.hold.keys),
    seen: e.now(),
    columns: e.columns,
    rows: e.rows,
    get page() {
      return page
    },
    get attended() {
      return !came || page?.open === true || watchers.size > 0
    },
    watchers,
    attach(next, resumed) {
      if (page && page !== next) page.end('replaced')
      page = next
      came = true
      s.seen = e.now()
      next.say({
        type: 'ready',
        console: s.id,
        node: s.node_name,
        kind: s.kind,
        resumed,
        shadow: false,
        recording: s.recording_id,
      })
      // the screen as it was, on an empty one
      if (resumed) replay(next)
      if (watchers.size) next.say({ type: 'watched', by: names() })
    },
    watch(next) {
      watchers.add(next)
      next.say({
        type: 'ready',
        console: s.id,
        node: s.node_name,
        kind: s.kind,
        resumed: true,
        shadow: true,
        recording: null,
      })
      next.say({ type: 'size', columns: s.columns, rows: s.rows })
      replay(next)
      page?.say({ type: 'watched', by: names() })
      e.watched(s)
    },
    left(gone) {
      if (page === gone) page = undefined
      if (!watchers.delete(gone)) return
      page?.say({ type: 'watched', by: names() })
      e.watched(s)
    },
    input(bytes, from) {
      s.seen = e.now()
      if (!s.mayType(from)) return
      // what a teacher types in a learner's place is no line of theirs
      if (from === page) e.cast?.in(bytes)
      if (!over && !stream.write(bytes)) wait()
    },
    desktop(bytes) {
      s.seen = e.now()
      if (!over && bytes?.length && !stream.write(bytes)) wait()
    },
    resize(columns, rows) {
      if (columns === s.columns && rows === s.rows) return
      s.columns = columns
      s.rows = rows
      e.console.resize?.(columns, rows)
      e.cast?.resize(columns, rows)
      for (const w of watchers) w.say({ type: 'size', columns, rows })
    },
    end(why) {
      if (over) return
      over = true
      page?.end(why)
      for (const w of watchers) w.end(why)
      stream.destroy()
      e.ended(s, why)
    },
  }
  stream.on('data', toAll)
  stream.once('end', () => s.end('exit'))
  stream.once('error', () => s.end('node'))
  stream.once('close', () => s.end('node'))
  e.console.resize?.(e.columns, e.rows)
  return s
}
