/** Begins to listen when the first screen is there: nothing of it belongs to the first load. */
import type { SagaIterator } from 'redux-saga'
import { call, delay, select, take } from 'redux-saga/effects'
import { timeouts } from '../../contract/limits.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import type { KitState } from '../../kit/session/use.ts'
import { chunk, inTime } from '../../lib/chunk.ts'
import type { LiveApp } from './listen.ts'

const load = () => import('./listen.ts')
/** Milliseconds: between two looks at the screen, after it is there, until the next try to load. */
const pace = { look: 250, rest: 1_500, again: 60_000 }

/** @param loading whether the code of the screen that is open is still on its way */
export function* startLive(app: LiveApp, loading: () => boolean): SagaIterator<void> {
  while ((yield select((k: KitState) => k.session.phase.at)) !== 'in') yield take(sessionActions.phaseChanged)
  while (loading()) yield delay(pace.look)
  yield delay(pace.rest)
  while (true) {
    try {
      const { liveListener: listening }: Awaited<ReturnType<typeof load>> = yield call(() =>
        inTime(chunk(load), timeouts.chunk),
      )
      yield call(listening(app))
    } catch {
      yield delay(pace.again)
    }
  }
}
