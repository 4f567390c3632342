/** Time of a sitting: the end by the server's clock, signs of life, and what becomes of the page. */
import { buffers, type Channel, eventChannel, type EventChannel, type SagaIterator } from 'redux-saga'
import { actionChannel, call, delay, put, race, take } from 'redux-saga/effects'
import type { AttemptState } from '../../../contract/exam/attempt.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import { stirred } from '../../../kit/data/later.ts'
import { leftAt } from '../../../parts/answer-sheet/left.ts'
import { lasting, timed, type Timed } from './insist.saga.ts'
import { problemOf } from '../../../lib/problem.ts'
import { lastCall, parting, tellSeen } from './saving.saga.ts'
import { selectAttempt, type PageEvent, type Sitting } from './services.ts'
import { sittingActions as a } from './sitting.slice.ts'
import type { SittingState } from './sitting.state.ts'

/** Ends the writing when the time is up by the server's clock, however the page's own clock was set. */
export function* untilDeadline({ s }: Sitting): SagaIterator<void> {
  while (true) {
    const { now, offset }: SittingState = yield call(selectAttempt)
    const stands = now?.exam_status === 'pause'
    const left = now ? leftAt(now.deadline_at, offset, s.monotonic()) : Infinity
    if (!stands && left <= 0) break
    const wait = stands ? 60_000 : Math.min(left > lastCall ? left - lastCall : left, 60_000)
    const { moved } = yield race({ pause: delay(wait), moved: take(a.told) })
    if (!moved && !stands && left > lastCall && wait < 60_000) yield put(a.flushAsked())
  }
  yield put(a.ending('time'))
}

/** Milliseconds until the first look. */
const soon = 3000

const concerns = (action: { type: string }): boolean =>
  a.lookAsked.match(action) || (stirred.match(action) && action.payload.includes('exam-attempts'))

/**
 * Looks at the server's clock where nothing else tells it for a while, and at once when it says that something changed, or the page was away. Who
 * writes is told with every save.
 */
export function* beating(x: Sitting, again: (x: Sitting) => SagaIterator<void>): SagaIterator<void> {
  const { s, id } = x
  // what is said while an answer is on its way is looked at after it
  const calls: Channel<object> = yield actionChannel(concerns, buffers.sliding(1))
  try {
    // what was said before the page could hear it
    let wait: number = soon
    while (true) {
      const { told } = yield race({ pause: delay(wait), asked: take(calls), told: take(a.told) })
      wait = examLimits.beat * 1000
      if (told) continue
      yield call(tellSeen, x)
      const was: SittingState = yield call(selectAttempt)
      try {
        const { answer: now, offset }: Timed<AttemptState> = yield call(() => timed(s, () => s.state(id)))
        yield put(a.told({ now, offset }))
        if (now.status !== 'ongoing' && now.status !== 'pause') yield put(a.ending('time'))
        else if (now.epoch !== was.sheet?.epoch) yield put(a.elsewhere({ taken: true }))
        // what was hidden in the pause is shown again
        else if (was.now?.exam_status === 'pause' && now.exam_status !== 'pause') {
          yield call(again, x)
          yield put(a.flushAsked())
        }
      } catch (e) {
        // the next save or the next beat says what it is; that nobody answers is said now
        if (!lasting(problemOf(e))) yield put(a.savingChanged('away'))
      }
    }
  } finally {
    calls.close()
  }
}

/** Milliseconds by which a clock that only runs forward falls behind before the machine must have slept. */
const nap = 1500

/** A machine that slept has a clock that stood still: the server's is looked at. */
export function* waking({ s }: Sitting): SagaIterator<void> {
  while (true) {
    const before = s.wall() - s.monotonic()
    yield delay(2000)
    if (Math.abs(s.wall() - s.monotonic() - before) > nap) yield put(a.lookAsked())
  }
}

/** What the page saw of its candidate: told with the next save, never judged. */
export function* noticing(x: Sitting): SagaIterator<void> {
  const page: EventChannel<PageEvent> = eventChannel((emit) => x.s.page(emit))
  const see = (what: Sitting['seen'][number]['what']) => void x.seen.push({ what, at: x.s.monotonic() })
  try {
    while (true) {
      const { event, seen }: { event?: PageEvent; seen?: ReturnType<typeof a.sighted> } = yield race({
        event: take(page),
        seen: take(a.sighted),
      })
      if (seen) see(seen.payload)
      // back again he is told what is recorded
      if (seen?.payload === 'focus_back' || seen?.payload === 'screen_back') yield put(a.lookAsked())
      if (event === 'hidden' || event === 'left') yield call(parting, x)
      if (event === 'offline' || event === 'online') see(event)
      if (event === 'offline') yield put(a.savingChanged('away'))
      if (event === 'online') yield put(a.reconnected())
      if (event === 'online' || event === 'shown') yield put(a.lookAsked())
    }
  } finally {
    page.close()
  }
}
