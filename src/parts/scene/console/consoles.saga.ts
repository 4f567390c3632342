/**
 * The life of each console on the page: a ticket, a line, and the way back when the line breaks, until it is closed or what it belongs to
 * ends. Bytes go past the store: whoever draws a terminal hangs on to its wire (`wires.ts`).
 */
import { eventChannel, type EventChannel, type SagaIterator } from 'redux-saga'
import {
  call,
  cancelled,
  delay,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLatest,
  type Effect,
} from 'redux-saga/effects'
import { comesBack, type ConsoleSay, consoleLimits, consoleEndOf } from '../../../contract/scene/console.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import type { KitState } from '../../../kit/session/use.ts'
import { fullJitter } from '../../../lib/backoff.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import {
  type ConsoleLine,
  consolesActions,
  type ConsolePhase,
  type ConsoleWanted,
  type WithConsoles,
} from './consoles.slice.ts'
import type { ConsoleStreams } from './wires.ts'

/** What a line says: a message of its own, bytes, or that it is over. */
export type Heard = { say: ConsoleSay } | { bytes: Uint8Array } | { closed: number }
export interface ConsoleConnection {
  send(data: string | Uint8Array): void
  /** @param over whoever had it does not want it any more */
  close(over: boolean): void
}
export interface ConsoleServices {
  /** A line that may be opened once: a ticket is asked for it. */
  line: (
    wanted: ConsoleWanted,
    resume: string | undefined,
    size: { columns: number; rows: number },
    signal: AbortSignal,
  ) => Promise<ConsoleLine>
  join(line: ConsoleLine, heard: (h: Heard) => void): ConsoleConnection
  wires: ConsoleStreams
  /** One more is open, or one fewer: lists and counts of open consoles are out of date. */
  changed: () => void
  /** Milliseconds. */
  now(): number
  random(): number
}

/** Milliseconds; `tries`: after so many in a row a console is given up; `gone`: until the server has taken one that was closed off its list. */
export const consoleTimings = { first: 500, longest: 10_000, tries: 12, join: 10_000, gone: 1_000 } as const

type Gen<T = void> = Generator<Effect, T, never>

export function* consolesSaga(s: ConsoleServices): SagaIterator<void> {
  yield fork(leaving)
  // live events do not come before the first screen is there, and a console may
  yield takeEvery([consolesActions.joined, consolesActions.lineOpened], s.changed)
  yield takeLatest(isOver, function* () {
    yield delay(consoleTimings.gone)
    yield call(s.changed)
  })
  while (true) {
    const { payload }: ReturnType<typeof consolesActions.opened> = yield take(consolesActions.opened)
    yield fork(one, s, payload)
  }
}

const isOver = (a: { type: string; payload?: unknown }): boolean =>
  consolesActions.closed.match(a) || (consolesActions.phaseChanged.match(a) && a.payload.phase.at === 'ended')

/** Nobody keeps a line of the one who was here before. */
function* leaving(): SagaIterator<void> {
  while (true) {
    yield take(sessionActions.phaseChanged)
    if ((yield select((k: KitState) => k.session.phase.at)) === 'in') continue
    const { open }: { open: Record<string, unknown> } = yield select((k: WithConsoles) => k.consoles ?? { open: {} })
    for (const key of Object.keys(open)) yield put(consolesActions.closed(key))
  }
}

/** How a page parts from a console: it does not want it any more, or leaves it to be come back to. */
interface Parting {
  over: boolean
}

function* one(s: ConsoleServices, wanted: ConsoleWanted): SagaIterator<void> {
  const parting: Parting = { over: false }
  const mine = (a: { type: string; payload?: unknown }): boolean => {
    // what is given up asks when it is given up
    parting.over = consolesActions.closed.match(a) && a.payload === wanted.key
    return (
      parting.over ||
      (consolesActions.left.match(a) && wanted.key.startsWith(a.payload)) ||
      (consolesActions.opened.match(a) && a.payload.key === wanted.key)
    )
  }
  yield race([call(life, s, wanted, parting), take(mine)])
}

const phase = (key: string, p: ConsolePhase) => put(consolesActions.phaseChanged({ key, phase: p }))

function* life(s: ConsoleServices, wanted: ConsoleWanted, parting: Parting): SagaIterator<void> {
  const { key } = wanted
  let lost = false
  for (let failed = 0; ; ) {
    let problem: AppProblem | null = null
    try {
      const over: Over = yield call(once, s, wanted, parting, { again: failed, lost })
      if (over.lived) failed = 0
      const end = consoleEndOf(over.code)
      if (end === 'foreign' && !lost) {
        lost = true
        yield put(consolesActions.forgotten(key))
        continue
      }
      lost &&= !over.lived
      if (!comesBack(end)) {
        yield phase(key, { at: 'ended', end: end ?? null, problem: null })
        return
      }
    } catch (e) {
      problem = problemOf(e)
      if (problem.status >= 400 && problem.status !== 429 && problem.status < 500) {
        yield phase(key, { at: 'ended', end: null, problem })
        return
      }
    }
    failed++
    if (failed > consoleTimings.tries) {
      yield phase(key, { at: 'ended', end: null, problem })
      return
    }
    yield phase(key, { at: 'returning', again: failed, problem })
    const wait = Math.max((problem?.retry_after ?? 0) * 1000, fullJitter(failed, s.random(), consoleTimings))
    yield race([
      delay(wait),
      take((a: { type: string; payload?: unknown }) => consolesActions.again.match(a) && a.payload === key),
    ])
  }
}

interface Over {
  code: number
  /** It was open, so the next failure is the first again. */
  lived: boolean
}

/** @param lost what was to be come back to was refused, so a new one is asked for, and said to be new */
function* once(
  s: ConsoleServices,
  wanted: ConsoleWanted,
  parting: Parting,
  { again, lost }: { again: number; lost: boolean },
): SagaIterator<Over> {
  const { key } = wanted
  const resume: string | undefined = yield select((k: WithConsoles) => k.consoles?.open[key]?.console)
  yield phase(key, { at: 'asking', again })
  const line: ConsoleLine = yield call(lineOf, s, wanted, resume)
  yield phase(key, { at: 'joining', again })
  return wanted.kind === 'desktop'
    ? yield call(desktop, wanted, line)
    : yield call(terminal, s, wanted, line, { parting, back: lost || resume !== undefined })
}

function* lineOf(s: ConsoleServices, wanted: ConsoleWanted, resume: string | undefined): SagaIterator<ConsoleLine> {
  const giveUp = new AbortController()
  try {
    return yield call(s.line, wanted, resume, s.wires.size(wanted.key), giveUp.signal)
  } finally {
    if (yield cancelled()) giveUp.abort()
  }
}

/** A desktop's page speaks on the line itself and says when it has lost it. */
function* desktop({ key, shadow }: ConsoleWanted, line: ConsoleLine): SagaIterator<Over> {
  yield phase(key, { at: 'open', recording: null, shadow: shadow !== undefined, line, anew: false })
  const { payload }: ReturnType<typeof consolesActions.lineLost> = yield take(
    (a: { type: string; payload?: unknown }) => consolesActions.lineLost.match(a) && a.payload.key === key,
  )
  return { code: payload.code, lived: true }
}

function* terminal(
  s: ConsoleServices,
  { key }: ConsoleWanted,
  at: ConsoleLine,
  { parting, back }: { parting: Parting; back: boolean },
): SagaIterator<Over> {
  let line: ConsoleConnection | undefined
  const channel: EventChannel<Heard> = eventChannel((emit) => {
    line = s.join(at, emit)
    return () => line?.close(parting.over)
  })
  let open = false
  const release = s.wires.attach(key, (data) => {
    if (open) line?.send(data)
  })
  const pings = yield fork(pinging, s, (data: string) => line?.send(data))
  try {
    while (true) {
      const { heard, late }: { heard?: Heard; late?: true } = yield race({
        heard: take(channel),
        ...(!open ? { late: delay(consoleTimings.join) } : {}),
      })
      if (late || !heard) return { code: 0, lived: false }
      if ('closed' in heard) return { code: heard.closed, lived: open }
      if ('bytes' in heard) s.wires.say(key, heard.bytes)
      else {
        const said = heard.say
        if (said.type === 'ready') {
          open = true
          if (said.resumed) s.wires.reset(key)
          else s.wires.anew(key)
          // its place may have got its size since the ticket
          if (!said.shadow) line?.send(JSON.stringify({ type: 'resize', ...s.wires.size(key) }))
          if (!said.shadow) yield put(consolesActions.joined({ key, console: said.console }))
          const anew = back && !said.resumed
          yield phase(key, { at: 'open', recording: said.recording, shadow: said.shadow, line: null, anew })
        } else if (said.type === 'watched') yield put(consolesActions.watched({ key, by: said.by }))
        else if (said.type === 'size') s.wires.resized(key, said)
      }
    }
  } finally {
    pings.cancel()
    release()
    channel.close()
  }
}

function* pinging(s: ConsoleServices, send: (data: string) => void): Gen {
  while (true) {
    yield delay(consoleLimits.ping * 1000)
    send(JSON.stringify({ type: 'ping', at: s.now() }))
  }
}
