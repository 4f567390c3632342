/**
 * One stream of events per tab, for as long as somebody is signed in and looks at it. An event names what to look at again; whatever may
 * have been missed while no stream was there is looked at when one is there again, and while streams do not come through (some proxies keep
 * them back) each new try is a look as well.
 */
import { buffers, eventChannel, type EventChannel, type SagaIterator } from 'redux-saga'
import { call, delay, flush, race, select, take } from 'redux-saga/effects'
import { type LiveName, liveNames, liveReady } from '../../contract/session/live.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import type { KitState } from '../../kit/session/use.ts'
import { fullJitter } from '../../lib/backoff.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'

export interface LiveServices {
  /** Settles when the server ended the stream, rejects when it was refused or broke. */
  /** @param first the page has been reading since it was opened: what was said meanwhile is said again */
  listen(signal: AbortSignal, heard: (data: string) => void, first: boolean): Promise<void>
  /** Asks again for what the names stand for. */
  look: (names: readonly LiveName[]) => void
  /** The session is over. */
  refused: () => void
  /** 0 to 1, so that a thousand tabs do not all come at once. */
  random(): number
  visibility: { hidden(): boolean; watch(changed: () => void): () => void }
}

/**
 * Milliseconds. `spread`: over which those who heard the same come; `away`: over which they come back to a server that was away, and `catchUp`:
 * over which they then look at everything, which is many calls each; `hidden`: how long a tab nobody sees keeps its stream; `crowd`: the least
 * between two looks at a class, in which a whole hall moves at once.
 */
export const liveTimings = {
  spread: 400,
  crowd: 1_000,
  first: 1_000,
  away: 10_000,
  catchUp: 30_000,
  longest: 30_000,
  steady: 10_000,
  hidden: 30_000,
} as const
/** Tries without a stream after which each new one is a look. */
const given = 2

interface End {
  /** Undefined when the server ended it. */
  problem: AppProblem | undefined
  /** Milliseconds from its first word on. */
  lived: number
}
type Said = { heard: string } | { ended: AppProblem | undefined }

const mayListen = ({ session: { phase } }: KitState): boolean =>
  phase.at === 'in' && !phase.locked && phase.must_change === null

export function* liveSaga(s: LiveServices): SagaIterator<void> {
  while (true) {
    while (!(yield select(mayListen))) yield take([sessionActions.phaseChanged, sessionActions.locked])
    yield race([call(whileSeen, s), call(untilOver)])
  }
}

function* untilOver(): SagaIterator<void> {
  do yield take([sessionActions.phaseChanged, sessionActions.locked, sessionActions.started])
  while (yield select(mayListen))
}

/** Browsers allow few connections to one server, so a tab that nobody sees gives its own back. */
function* whileSeen(s: LiveServices): SagaIterator<void> {
  const changes: EventChannel<true> = eventChannel((emit) => s.visibility.watch(() => emit(true)))
  try {
    for (let again = false; ; again = true) {
      while (s.visibility.hidden()) yield take(changes)
      yield race([call(streams, s, again), call(longHidden, s, changes)])
    }
  } finally {
    changes.close()
  }
}

function* longHidden({ visibility }: LiveServices, changes: EventChannel<true>): SagaIterator<void> {
  while (true) {
    while (!visibility.hidden()) yield take(changes)
    const { over } = yield race({ over: delay(liveTimings.hidden), seen: take(changes) })
    if (over) return
  }
}

/**
 * Once streams are given up each try is a look, at most every half minute.
 * @param away nobody answers, which says nothing of streams: a server that is started again is soon asked again
 */
export const liveRetryDelay = (failed: number, random: number, away: boolean): number =>
  failed > given && !away
    ? liveTimings.longest * (1 + random)
    : fullJitter(failed, random, { ...liveTimings, longest: liveTimings.away })

function* streams(s: LiveServices, again: boolean): SagaIterator<void> {
  let failed = 0
  let away = 0
  for (let look = again; ; look = true) {
    const { problem, lived }: End = yield call(stream, s, look, away > 0 ? liveTimings.catchUp : 0)
    if (problem?.status === 401) {
      yield call(s.refused)
      return
    }
    away = problem?.code === 'network' ? away + 1 : 0
    failed = lived >= liveTimings.steady || away > 0 ? 0 : failed + 1
    const wait = liveRetryDelay(away || failed, s.random(), away > 0)
    yield delay(Math.max((problem?.retry_after ?? 0) * 1000, wait))
    if (failed > given) yield call(s.look, liveNames)
  }
}

/** @param spread milliseconds over which those look who come back at once, unless they are told something before */
function* stream(s: LiveServices, look: boolean, spread: number): SagaIterator<End> {
  let ready: number | undefined
  let looked = -Infinity
  const end = (problem: AppProblem | undefined): End => ({
    problem,
    lived: ready === undefined ? 0 : performance.now() - ready,
  })
  const channel: EventChannel<Said> = eventChannel((emit) => {
    const giveUp = new AbortController()
    s.listen(giveUp.signal, (heard) => emit({ heard }), !look).then(
      () => emit({ ended: undefined }),
      (e: unknown) => emit({ ended: problemOf(e) }),
    )
    return () => giveUp.abort()
  }, buffers.expanding(8))
  try {
    while (true) {
      const said: Said = yield take(channel)
      if ('ended' in said) return end(said.ended)
      if (said.heard === liveReady) {
        ready = performance.now()
        if (!look) continue
        const { early }: { early?: Said } = yield race({ pause: delay(s.random() * spread), early: take(channel) })
        if (early && 'ended' in early) return end(early.ended)
        if (early) yield delay(s.random() * liveTimings.spread)
        yield call(s.look, liveNames)
        continue
      }
      const rest = said.heard === 'classes' ? liveTimings.crowd - (performance.now() - looked) : 0
      yield delay(Math.max(rest, s.random() * liveTimings.spread))
      const more: Said[] = yield flush(channel)
      const heard = new Set([said, ...more].map((m) => ('heard' in m ? m.heard : '')))
      const names = liveNames.filter((n) => heard.has(n))
      if (names.length) yield call(s.look, names)
      looked = performance.now()
      const last = more.find((m) => 'ended' in m)
      if (last) return end(last.ended)
    }
  } finally {
    channel.close()
  }
}
