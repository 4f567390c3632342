/** How a sitting ends: handed in, its time up, refused for good; and what of it the server never got. */
import type { SagaIterator } from 'redux-saga'
import { call, put } from 'redux-saga/effects'
import type { AttemptState, Receipt } from '../../../contract/exam/attempt.schema.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { insist, insistTimed, type Timed } from './insist.saga.ts'
import { saveAll, settlePending } from './saving.saga.ts'
import { selectAttempt, type Sitting } from './services.ts'
import { unsentOf } from '../../../parts/answer-sheet/sheet.logic.ts'
import { type Journal, unsentAnswersOf, openItems } from './sitting.logic.ts'
import { sittingActions as a } from './sitting.slice.ts'
import type { SittingState } from './sitting.state.ts'

/** The sitting is over with a problem; what was never sent is shown beside it. */
export function* fail(x: Sitting, problem: AppProblem): SagaIterator<void> {
  const journal: Journal | undefined = yield call(x.s.journal.read, x.key)
  yield put(a.leftBehind(unsentAnswersOf(journal)))
  yield put(a.failed(problem))
}

/** A refusal that ends the sitting: handed in already, gone, or not allowed. */
export function* closedBy(x: Sitting, problem: AppProblem): SagaIterator<void> {
  if (problem.code !== 'attempt_handed_in') yield call(fail, x, problem)
  else yield call(showReceipt, x)
}

export function* showReceipt(x: Sitting): SagaIterator<void> {
  try {
    const receipt: Receipt = yield call(insist<Receipt>, x.s, () => x.s.receipt(x.id))
    yield call(handedIn, x, receipt)
  } catch (e) {
    yield call(fail, x, problemOf(e))
  }
}

/** What was changed here and never confirmed is said beside the receipt. */
function* handedIn(x: Sitting, receipt: Receipt): SagaIterator<void> {
  const { sheet, phase }: SittingState = yield call(selectAttempt)
  if (sheet && phase.at !== 'opening') yield call(leaveBehind, x)
  else {
    const journal: Journal | undefined = yield call(x.s.journal.read, x.key)
    yield put(a.leftBehind(unsentAnswersOf(journal)))
  }
  yield call(x.s.changed)
  yield put(a.handed(receipt))
}

export function* leaveBehind(x: Sitting): SagaIterator<void> {
  yield call(settlePending, x)
  const { sheet, entries, changed, saved, faulty }: SittingState = yield call(selectAttempt)
  if (sheet) yield put(a.leftBehind(unsentOf(sheet, entries, openItems(changed, saved, faulty))))
}

/** `again` reads the sheet anew, where the server knows better than the page. */
export function* endAttempt(
  x: Sitting,
  by: 'candidate' | 'time',
  again: (x: Sitting) => SagaIterator<void>,
): SagaIterator<void> {
  const { s, id } = x
  try {
    // what was typed in the last moment; when the time is up the server decides
    if (by === 'candidate') {
      if (!(yield call(saveAll, x, again))) {
        const { phase }: SittingState = yield call(selectAttempt)
        if (phase.at !== 'ending') return
      }
    } else if (yield call(notYet, x)) {
      yield put(a.wentOn())
      return
    }
    const { now }: SittingState = yield call(selectAttempt)
    const receipt: Receipt = yield call(insist<Receipt>, s, () =>
      s.handIn(id, { epoch: now?.epoch ?? 1, writer: x.writer }),
    )
    yield call(handedIn, x, receipt)
  } catch (e) {
    const problem = problemOf(e)
    if (problem.code === 'attempt_taken_over') yield put(a.elsewhere({ taken: true }))
    else if (problem.code === 'too_early_to_hand_in' || problem.code === 'exam_paused')
      yield put(a.refusedToEnd(problem))
    else yield call(closedBy, x, problem)
  }
}

/** Whether the server gives more time than the page believed: an invigilator moved the end, or paused, while nobody could say so here. */
function* notYet(x: Sitting): SagaIterator<boolean> {
  const { s, id } = x
  const { answer: now, offset }: Timed<AttemptState> = yield call(insistTimed<AttemptState>, s, () => s.state(id))
  yield put(a.told({ now, offset }))
  const open = now.status === 'ongoing' || now.status === 'pause'
  return open && (now.exam_status === 'pause' || Date.parse(now.deadline_at) > Date.parse(now.now))
}
