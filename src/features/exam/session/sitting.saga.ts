/**
 * Sitting an exam, from the moment its page opens until it is handed in, taken over, or left: one race is its lifetime, and whatever ends it
 * ends saving, clock and signs of life with it.
 */
import { buffers, type Channel, type SagaIterator } from 'redux-saga'
import { actionChannel, call, put, race, select, take } from 'redux-saga/effects'
import type { Attempt, AttemptState } from '../../../contract/exam/attempt.schema.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { newKey } from '../../../lib/id.ts'
import { problemOf } from '../../../lib/problem.ts'
import { closedBy, endAttempt, fail, leaveBehind, showReceipt } from './ending.saga.ts'
import { beating, noticing, untilDeadline, waking } from './clock.saga.ts'
import { insist, insistTimed, type Timed } from './insist.saga.ts'
import { filing, journalling, attemptJournalOf, saveAll, sheetSavingSaga } from './saving.saga.ts'
import { type BeginAttemptOptions, selectAttempt, type Sitting, type SittingServices, userOf } from './services.ts'
import { type Journal, unsentAnswersOf, unsavedOf } from './sitting.logic.ts'
import { type Entered, sittingActions as a } from './sitting.slice.ts'
import type { SittingState } from './sitting.state.ts'

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

function* sit(
  s: SittingServices,
  { exam, language, handed, accepted = false, returned = false }: Entered,
): SagaIterator<void> {
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
    else if (yield call(begun, x, exam, { accepted, returned: returned ? newKey() : undefined }))
      yield race([call(phases, x), call(noticing, x), call(journalling, x)])
    yield call(seeTo, x)
  } finally {
    release()
  }
}

/** What was not sent stays in the journal until its writer has seen to it. */
function* seeTo(x: Sitting): SagaIterator<void> {
  while (true) {
    const state: SittingState = yield call(selectAttempt)
    if (!state.left.length) {
      x.s.journal.clear(x.key)
      return
    }
    x.s.journal.write(x.key, { ...attemptJournalOf(x.id, state), entries: {}, words: [] })
    yield take(a.dismissed)
  }
}

function* phases(x: Sitting): SagaIterator<void> {
  yield call(open, x)
  while (true) {
    const { phase }: SittingState = yield call(selectAttempt)
    if (phase.at === 'elsewhere') yield call(untilTakenOver, x)
    else if (phase.at === 'open') yield call(whileOpen, x)
    else if (phase.at === 'ending') yield call(endAttempt, x, phase.by, open)
    else {
      yield call(leaveBehind, x)
      return
    }
  }
}

/** @returns whether there is an attempt to write */
function* begun(x: Sitting, exam: string, how: Omit<BeginAttemptOptions, 'writer'>): SagaIterator<boolean> {
  try {
    const { attempt }: { attempt: string } = yield call(insist<{ attempt: string }>, x.s, () =>
      x.s.begin(exam, { ...how, writer: x.writer }),
    )
    x.id = attempt
    yield call(x.s.changed)
    return true
  } catch (e) {
    const problem = problemOf(e)
    // what the page believed of this exam is out of date: it asks its candidate
    if (problem.code === 'exam_not_accepted') yield call(x.s.changed)
    yield call(fail, x, problem)
    return false
  }
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
      yield put(a.leftBehind(unsentAnswersOf(journal, sheet)))
      return
    }
    yield call(x.keep)
    const unsaved = unsavedOf(journal, sheet)
    const at = journal?.attempt === id ? journal.current : undefined
    yield put(a.opened({ sheet, offset, unsaved, left: unsentAnswersOf(journal, sheet), at }))
  } catch (e) {
    yield call(closedBy, x, problemOf(e))
  }
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
    call(sheetSavingSaga, x, open),
    call(untilDeadline, x),
    call(beating, x, open),
    call(waking, x),
    call(wishes, x),
    call(filing, x),
    take([a.ending, a.elsewhere, a.failed, a.handed]),
  ])
}

function* wishes(x: Sitting): SagaIterator<void> {
  const asked: Channel<{ type: string }> = yield actionChannel([a.handInAsked, a.nextAsked], buffers.sliding(2))
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
  const { sheet, now, current, faulty }: SittingState = yield call(selectAttempt)
  if (sheet?.navigation !== 'sequential' || current in faulty) {
    yield put(a.stayed())
    return
  }
  try {
    const { answer: next, offset }: Timed<Attempt> = yield call(insistTimed<Attempt>, s, () =>
      s.next(id, { epoch: now?.epoch ?? 1, writer: x.writer, from: sheet.position, language: x.language }),
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
