/** Calls that are made again until they are answered, and what the answer says of the server's clock. */
import type { SagaIterator, Task } from 'redux-saga'
import { call, cancel, delay, fork, put, race, select, take } from 'redux-saga/effects'
import type { AttemptState } from '../../../contract/exam/attempt.schema.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { leftAt } from '../../../parts/answer-sheet/left.ts'
import { selectAttempt, isSignedIn, type SittingServices } from './services.ts'
import { attemptRetryDelay } from './sitting.logic.ts'
import { sittingActions as a } from './sitting.slice.ts'
import type { SittingState } from './sitting.state.ts'

export const lasting = (p: AppProblem): boolean =>
  p.status >= 400 && p.status < 500 && p.status !== 429 && p.status !== 401 && p.status !== 408

/** Milliseconds without an answer after which the candidate is told. */
const patience = 4000
/** Longest wait a server may ask for, milliseconds. */
const longest = 30_000

/** Tries until it is answered, or refused for good. */
export function* insist<T>(s: SittingServices, work: () => Promise<T>): SagaIterator<T> {
  for (let failures = 1; ; failures++) {
    const slow: Task = yield fork(saySlow)
    try {
      return yield call(work)
    } catch (e) {
      const problem = problemOf(e)
      if (lasting(problem)) throw e
      yield put(a.savingChanged('away'))
      const { now, offset }: SittingState = yield call(selectAttempt)
      // towards the end sooner; after it nothing is urgent
      const left = (now && leftAt(now.deadline_at, offset, s.monotonic())) || Infinity
      const asked = problem.retry_after ? Math.min(problem.retry_after * 1000, longest, Math.max(1000, left / 3)) : 0
      yield race([
        delay(Math.max(asked, attemptRetryDelay(failures, s.random(), left))),
        take([sessionActions.phaseChanged, a.reconnected]),
      ])
      while (!(yield select(isSignedIn)))
        yield take([sessionActions.phaseChanged, sessionActions.started, sessionActions.locked])
    } finally {
      yield cancel(slow)
    }
  }
}

function* saySlow(): SagaIterator<void> {
  yield delay(patience)
  yield put(a.savingChanged('away'))
}

export interface Timed<T> {
  answer: T
  /** Server's clock minus the page's own running clock: it was read somewhere between asking and hearing. */
  offset: number
}
export async function timed<T extends Pick<AttemptState, 'now'>>(
  s: SittingServices,
  work: () => Promise<T>,
): Promise<Timed<T>> {
  const asked = s.monotonic()
  const answer = await work()
  return { answer, offset: Date.parse(answer.now) - (asked + s.monotonic()) / 2 }
}
export function* insistTimed<T extends Pick<AttemptState, 'now'>>(
  s: SittingServices,
  work: () => Promise<T>,
): SagaIterator<Timed<T>> {
  return yield call(insist<Timed<T>>, s, () => timed(s, work))
}
