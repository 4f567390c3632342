/**
 * What lives as long as a file of a lesson is open: its ticket, renewed before it ends and asked for anew when it has ended; and reports of what
 * was watched, one at a time. What could not be reported is reported with the next; the server counts each second once.
 */
import { buffers, type Channel } from 'redux-saga'
import { actionChannel, call, cancelled, delay, fork, put, race, select, take } from 'redux-saga/effects'
import { mediaLimits } from '../../../../../contract/course/media.ts'
import type { MediaTicket } from '../../../../../contract/course/media.schema.ts'
import { type AppProblem, problemOf } from '../../../../../lib/problem.ts'
import type { MediaAction, MediaState } from './media.state.ts'
import { type MediaPace, mediaPace, type MediaServer } from './outside.ts'

const did = (action: MediaAction) => put(action)
const state = (s: MediaState): MediaState => s

/** Worth another try by itself: the network, a server that is busy or fails. */
const passes = ({ status }: AppProblem): boolean => status === 0 || status === 429 || status >= 500

/** What is to be said, in as many pieces as one report may carry. */
const isUntold = (s: MediaState): boolean => s.pending.length > 0 || !s.told

export function mediaSaga(server: MediaServer, pace: MediaPace = mediaPace) {
  function* keepTicket() {
    // whoever asks while an answer is on its way is answered after it
    const asked: Channel<MediaAction> = yield actionChannel(['ask/open', 'ask/renew'], buffers.sliding(1))
    let held: string | undefined
    let ends = 0
    for (;;) {
      try {
        const got: MediaTicket = yield call(server.ticket, held)
        held = got.ticket
        ends = Date.parse(got.expires_at)
        yield did({ type: 'opened', address: got.address, ticket: got.ticket })
        const { now }: { now?: MediaAction } = yield race({
          renew: delay(Math.max(1000, (ends - server.now()) * pace.renew)),
          now: take(asked),
        })
        if (now?.type === 'ask/open') held = undefined
      } catch (e) {
        const problem = problemOf(e)
        if (passes(problem) && held !== undefined && server.now() < ends) {
          // it is good for a while: what plays goes on
          yield delay(pace.again)
          continue
        }
        // a session that died comes back, and the page with it stays as it is until then
        if (problem.code === 'unauthenticated') {
          const next: MediaAction = yield take(asked)
          if (next.type === 'ask/open') held = undefined
          continue
        }
        held = undefined
        yield did({ type: 'refused', problem })
        yield take(asked)
      }
    }
  }

  /** @param renewed its ticket was renewed just now: where it is refused all the same, the next report tries again */
  function* report(renewed: boolean) {
    const s: MediaState = yield select(state)
    if (!server.report || s.source.at !== 'open' || !isUntold(s)) return
    const said = { ticket: s.source.ticket, place: s.place, seen: s.pending.slice(0, mediaLimits.pieces) }
    try {
      const heard: { seconds: number; done: boolean; completed: boolean } = yield call(server.report, said)
      yield did({ type: 'reported', seen: said.seen, place: said.place, ...heard })
    } catch (e) {
      const { code } = problemOf(e)
      // said once it is renewed, or with the next
      if (code === 'media_ticket_over' && !renewed) yield did({ type: 'ask/renew' })
    }
  }
  function* keepReporting() {
    for (;;) {
      const { now }: { now?: MediaAction } = yield race({
        due: delay(pace.report),
        now: take(['ask/report', 'opened']),
      })
      yield call(report, now?.type === 'opened')
    }
  }

  return function* session() {
    try {
      yield fork(keepTicket)
      yield fork(keepReporting)
      yield take('closed')
    } finally {
      const ended: boolean = yield cancelled()
      const s: MediaState = yield select(state)
      if (ended && server.report && s.source.at === 'open' && isUntold(s))
        // on the way out nobody waits for the answer
        server
          .report({ ticket: s.source.ticket, place: s.place, seen: s.pending.slice(0, mediaLimits.pieces) })
          .catch(() => undefined)
    }
  }
}
