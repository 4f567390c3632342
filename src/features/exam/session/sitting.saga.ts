/**
 * Sitting an exam, from the moment its page opens until it is handed in, taken over, or left: one race is its lifetime, and whatever ends it
 * ends saving, clock and signs of life with it.
 */
import { buffers, type SagaIterator } from 'redux-saga'
import { actionChannel, call, put, race, select, take } from 'redux-saga/effects'
import type { Attempt, AttemptState, Receipt } from '../../../contract/exam/attempt.schema.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { beating, noticing, untilDeadline, waking } from './clock.saga.ts'
import { insist, insistTimed, type Timed } from './insist.saga.ts'
import { filing, journalling, journalOf, saveAll, saving, settlePending } from './saving.saga.ts'
import { get, type Sitting, type SittingServices, userOf } from './services.ts'
import { type Journal, leftOf, openItems, unsavedOf, unsentOf } from './sitting.logic.ts'
import { type Entered, sittingActions as a, type SittingState } from './sitting.slice.ts'

export function* sittingSaga(s: SittingServices): SagaIterator<void> {
  while (true) {
    const { payload }: ReturnType<typeof a.entered> = yield take(a.entered)
    yield race([call(sit, s, payload), take(a.left), call(untilSomebodyElse)])
  }
}

/** Another person on this page begins with nothing; the same one, signed in again, goes on. */
function* untilSomebodyElse(): SagaIterator<void> {
  const first: string | undefined = yield select(userOf)
  while (true) {
    yield take(sessionActions.phaseChanged)
    const now: string | undefined = yield select(userOf)
    if (now !== undefined && now !== first) {
      yield put(a.left())
      return
    }
  }
}

function* sit(s: SittingServices, { exam, language, handed }: Entered): SagaIterator<void> {
  const user: string | undefined = yield select(userOf)
  const key = `${exam}:${user ?? ''}`
  const { name: writer, release, keep }: Awaited<ReturnType<SittingServices['writer']>> = yield call(s.writer, key)
  const x: Sitting = {
    s,
    id: handed ?? '',
    writer,
    keep,
    language,
    key,
    seen: [],
    last: { epoch: 0, seq: 0 },
    pending: undefined,
  }
  try {
    if (handed) yield call(showReceipt, x)
    else if (yield call(begun, x, exam)) yield race([call(phases, x), call(noticing, x), call(journalling, x)])
    yield call(seeTo, x)
  } finally {
    release()
  }
}

/** What was not sent stays in the journal until its writer has seen to it. */
function* seeTo(x: Sitting): SagaIterator<void> {
  while (true) {
    const state: SittingState = yield call(get)
    if (!state.left.length) {
      x.s.journal.clear(x.key)
      return
    }
    x.s.journal.write(x.key, { ...journalOf(x.id, state), entries: {}, words: [] })
    yield take(a.dismissed)
  }
}

function* phases(x: Sitting): SagaIterator<void> {
  yield call(open, x)
  while (true) {
    const { phase }: SittingState = yield call(get)
    if (phase.at === 'elsewhere') yield call(untilTakenOver, x)
    else if (phase.at === 'open') yield call(whileOpen, x)
    else if (phase.at === 'ending') yield call(end, x, phase.by)
    else {
      yield call(leaveBehind, x)
      return
    }
  }
}

/** @returns whether there is an attempt to write */
function* begun(x: Sitting, exam: string): SagaIterator<boolean> {
  try {
    const { attempt }: { attempt: string } = yield call(insist<{ attempt: string }>, x.s, () =>
      x.s.begin(exam, x.writer),
    )
    x.id = attempt
    return true
  } catch (e) {
    yield call(fail, x, problemOf(e))
    return false
  }
}

/** The sitting is over with a problem; what was never sent is shown beside it. */
function* fail(x: Sitting, problem: AppProblem): SagaIterator<void> {
  const journal: Journal | undefined = yield call(x.s.journal.read, x.key)
  yield put(a.leftBehind(leftOf(journal)))
  yield put(a.failed(problem))
}

/** Reads the sheet; what the journal has and the server has not is taken up where the same writer wrote it. */
function* open(x: Sitting): SagaIterator<void> {
  const { s, id, writer } = x
  try {
    const { answer: sheet, offset }: Timed<Attempt> = yield call(insistTimed<Attempt>, s, () =>
      s.sheet(id, writer, x.language),
    )
    const journal: Journal | undefined = yield call(s.journal.read, x.key)
    if (sheet.writer !== writer) {
      yield put(a.elsewhere({ sheet, taken: false }))
      yield put(a.leftBehind(leftOf(journal, sheet)))
      return
    }
    yield call(x.keep)
    const unsaved = unsavedOf(journal, sheet)
    const at = journal?.attempt === id ? journal.current : undefined
    yield put(a.opened({ sheet, offset, unsaved, left: leftOf(journal, sheet), at }))
  } catch (e) {
    yield call(closedBy, x, problemOf(e))
  }
}

/** A refusal that ends the sitting: handed in already, gone, or not allowed. */
function* closedBy(x: Sitting, problem: AppProblem): SagaIterator<void> {
  if (problem.code !== 'attempt_handed_in') yield call(fail, x, problem)
  else yield call(showReceipt, x)
}

function* showReceipt(x: Sitting): SagaIterator<void> {
  try {
    const receipt: Receipt = yield call(insist<Receipt>, x.s, () => x.s.receipt(x.id))
    yield call(handedIn, x, receipt)
  } catch (e) {
    yield call(fail, x, problemOf(e))
  }
}

/** What was changed here and never confirmed is said beside the receipt. */
function* handedIn(x: Sitting, receipt: Receipt): SagaIterator<void> {
  const { sheet, phase }: SittingState = yield call(get)
  if (sheet && phase.at !== 'opening') yield call(leaveBehind, x)
  else {
    const journal: Journal | undefined = yield call(x.s.journal.read, x.key)
    yield put(a.leftBehind(leftOf(journal)))
  }
  yield put(a.handed(receipt))
}

function* leaveBehind(x: Sitting): SagaIterator<void> {
  yield call(settlePending, x)
  const { sheet, entries, changed, saved, faulty }: SittingState = yield call(get)
  if (sheet) yield put(a.leftBehind(unsentOf(sheet, entries, openItems(changed, saved, faulty))))
}

function* untilTakenOver(x: Sitting): SagaIterator<void> {
  const { s, id, writer } = x
  yield call(leaveBehind, x)
  yield take(a.takeOverAsked)
  try {
    yield call(insist<AttemptState>, s, () => s.takeOver(id, writer))
    yield call(open, x)
  } catch (e) {
    yield call(closedBy, x, problemOf(e))
  }
}

function* whileOpen(x: Sitting): SagaIterator<void> {
  yield race([
    call(saving, x, open),
    call(untilDeadline, x),
    call(beating, x, open),
    call(waking, x),
    call(wishes, x),
    call(filing, x),
    take([a.ending, a.elsewhere, a.failed, a.handed]),
  ])
}

function* wishes(x: Sitting): SagaIterator<void> {
  const asked = yield actionChannel([a.handInAsked, a.nextAsked], buffers.sliding(2))
  try {
    while (true) {
      const action: { type: string } = yield take(asked)
      if (a.handInAsked.match(action)) yield put(a.ending('candidate'))
      else yield call(goOn, x)
    }
  } finally {
    asked.close()
  }
}

/** On to the next question where there is no way back. */
function* goOn(x: Sitting): SagaIterator<void> {
  const { s, id } = x
  if (!(yield call(saveAll, x, open))) return
  const { sheet, now, current, faulty }: SittingState = yield call(get)
  if (sheet?.navigation !== 'sequential' || current in faulty) {
    yield put(a.stayed())
    return
  }
  try {
    const { answer: next, offset }: Timed<Attempt> = yield call(insistTimed<Attempt>, s, () =>
      s.next(id, now?.epoch ?? 1, sheet.position, x.language),
    )
    yield put(a.opened({ sheet: next, offset, unsaved: {} }))
  } catch (e) {
    const problem = problemOf(e)
    if (problem.code === 'attempt_taken_over') yield put(a.elsewhere({ taken: true }))
    else if (problem.code === 'exam_over') yield put(a.ending('time'))
    else if (problem.code === 'exam_paused') yield put(a.stayed())
    else yield call(closedBy, x, problem)
  }
}

function* end(x: Sitting, by: 'candidate' | 'time'): SagaIterator<void> {
  const { s, id } = x
  try {
    // what was typed in the last moment; when the time is up the server decides
    if (by === 'candidate') {
      if (!(yield call(saveAll, x, open))) {
        const { phase }: SittingState = yield call(get)
        if (phase.at !== 'ending') return
      }
    } else if (yield call(notYet, x)) {
      yield put(a.wentOn())
      return
    }
    const { now }: SittingState = yield call(get)
    const receipt: Receipt = yield call(insist<Receipt>, s, () => s.handIn(id, now?.epoch ?? 1))
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
