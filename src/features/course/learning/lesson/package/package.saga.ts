/**
 * What lives as long as a package is open: its ticket, renewed before it ends; a page that must say that it is there, or cannot be reached; and
 * an end that waits until the page has kept what it had.
 */
import { call, delay, put, race, select, take } from 'redux-saga/effects'
import type { PackageLaunch } from '../../../../../contract/course/package.schema.ts'
import { type AppProblem, problemOf } from '../../../../../lib/problem.ts'
import type { PackageAction, PlayState } from './package.state.ts'

/** Every call rejects with a problem. */
export interface PackageOutside {
  /** @param held the ticket to renew */
  launch: (held: string | undefined) => Promise<PackageLaunch>
  /** To the page that plays. */
  say: (ask: 'again' | 'close') => void
  now: () => number
}
export interface PackagePace {
  /** Share of a ticket's time after which it is renewed. */
  renew: number
  /** Milliseconds between two tries after a failure, until a page is given up, and for which an end is waited for. */
  again: number
  silence: number
  ending: number
  /** For which a page that went with its window has time to be heard by the server. */
  leaving: number
}
const packagePace: PackagePace = { renew: 0.5, again: 3000, silence: 15_000, ending: 3000, leaving: 1000 }

const did = (action: PackageAction) => put(action)
const passes = ({ status }: AppProblem): boolean => status === 0 || status === 429 || status >= 500
type Heard = Extract<PackageAction, { type: 'heard' }>
const isHeard = (a: { type: string }): a is Heard => a.type === 'heard'
const heard =
  (fits: (m: Heard['message']) => boolean) =>
  (a: { type: string }): boolean =>
    isHeard(a) && fits(a.message)

export function packageSaga(out: PackageOutside, pace: PackagePace = packagePace) {
  /** Goes on until something ends it; the page of another part takes the same ticket. */
  function* keepTicket(first: PackageLaunch, item: string) {
    let launch = first
    for (;;) {
      yield race([
        delay(Math.max(1000, (Date.parse(launch.expires_at) - out.now()) * pace.renew)),
        take(heard((m) => m.trouble === 'over')),
      ])
      for (;;) {
        try {
          launch = yield call(out.launch, launch.ticket)
          yield call(out.say, 'again')
          yield did({ type: 'renewed' })
          break
        } catch (e) {
          const problem = problemOf(e)
          if (problem.code === 'package_taken') {
            yield did({ type: 'taken', item })
            return
          }
          // what was reported waits in the page until the line is back
          if (!passes(problem)) {
            yield did({ type: 'refused', item, problem })
            return
          }
          yield delay(pace.again)
        }
      }
    }
  }
  function* mustAnswer(item: string, origin: string) {
    const { silent } = yield race({ there: take(heard((m) => m.item === item)), silent: delay(pace.silence) })
    if (silent) yield did({ type: 'silent', item, origin })
    else yield take('never')
  }
  function* mayBeTaken(item: string) {
    yield take(heard((m) => m.trouble === 'taken'))
    yield did({ type: 'taken', item })
  }
  /** The page keeps what it has and says so; one that does not answer is let go. */
  function* end() {
    yield call(out.say, 'close')
    yield race([take(heard((m) => m.at === 'closed')), delay(pace.ending)])
  }

  return function* session() {
    let ask: PackageAction = yield take('ask/open')
    /** Of a page that went with its window: the next one takes its ticket, so that what it said last still counts. */
    let left: PackageLaunch | undefined
    for (;;) {
      if (ask.type !== 'ask/open') {
        ask = yield take('ask/open')
        continue
      }
      const { item } = ask
      const { phase }: PlayState = yield select()
      try {
        const held = phase.at === 'open' ? phase.launch : undefined
        if (held) yield call(end)
        else yield did({ type: 'opening', item })
        const launch: PackageLaunch = held ?? left ?? (yield call(out.launch, undefined))
        left = undefined
        yield did({ type: 'opened', launch, item })
        const { next }: { next?: PackageAction } = yield race({
          ticket: call(keepTicket, launch, item),
          silence: call(mustAnswer, item, launch.origin),
          taken: call(mayBeTaken, item),
          next: take(['ask/open', 'ask/close', 'ask/return']),
        })
        if (next?.type === 'ask/close') {
          yield call(end)
          yield did({ type: 'closed' })
        }
        if (next?.type === 'ask/return') {
          left = launch
          yield delay(pace.leaving)
        }
        ask = next?.type === 'ask/return' ? { type: 'ask/open', item } : (next ?? { type: 'closed' })
      } catch (e) {
        yield did({ type: 'refused', item, problem: problemOf(e) })
        ask = { type: 'closed' }
      }
    }
  }
}
