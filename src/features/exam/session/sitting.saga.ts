/**
 * Sitting an exam, from the moment its page opens until it is handed in, taken over, or left: one race is its lifetime, and whatever ends it
 * ends saving, clock and signs of life with it. What was typed stands in a journal on the machine before it is sent; saves go one after the
 * other, and one whose answer was lost goes again under its number, so that it counts once.
 */
import { buffers, eventChannel, type EventChannel, type SagaIterator } from 'redux-saga'
import { actionChannel, call, delay, flush, put, race, select, take, takeEvery } from 'redux-saga/effects'
import type { Attempt, AttemptState, Receipt } from '../../../contract/exam/attempt.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import type { Locale } from '../../../i18n/index.ts'
import { stirred } from '../../../kit/data/later.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import type { KitState } from '../../../kit/session/use.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { leftAt } from '../../../parts/answer-sheet/left.ts'
import { type Counts, type Journal, nextSave, type SaveBody, unsavedOf, waitAfter } from './sitting.logic.ts'
import { sittingActions as a, type SittingState, type WithSitting } from './sitting.slice.ts'

export type Sighted = 'focus_lost' | 'focus_back' | 'screen_left' | 'screen_back' | 'offline' | 'online'
export interface Sighting {
  what: Sighted
  ago: number
}
export interface SittingServices {
  begin(exam: string, writer: string): Promise<{ attempt: string }>
  sheet(id: string, writer: string, language: Locale): Promise<Attempt>
  state(id: string): Promise<AttemptState>
  /** Not given up when the page is left: what was sent is to arrive. */
  save(id: string, body: SaveBody & { writer: string; sightings: Sighting[] }): Promise<AttemptState>
  takeOver(id: string, writer: string): Promise<AttemptState>
  next(id: string, epoch: number, from: number, language: Locale): Promise<Attempt>
  handIn(id: string, epoch: number): Promise<Receipt>
  receipt(id: string): Promise<Receipt>
  /** The name of this page as a writer of the sheet; the same after a reload, another in another tab. Released when the sitting ends. */
  writer(exam: string): Promise<{ name: string; release: () => void }>
  journal: { read(attempt: string): Journal | undefined; write(journal: Journal): void; clear(attempt: string): void }
  /** Milliseconds of a clock that only runs forward. */
  monotonic(): number
  random(): number
  /** Calls back when the page is hidden or left, and when it is back. */
  leaving(changed: (hidden: boolean) => void): () => void
}

type State = KitState & WithSitting
const sitting = (s: State): SittingState | undefined => s.sitting
const get = function* (): SagaIterator<SittingState> {
  const s: SittingState | undefined = yield select(sitting)
  if (!s) throw new Error('no exam is on the page')
  return s
}
const signedIn = ({ session: { phase } }: State): boolean =>
  phase.at === 'in' && !phase.locked && phase.must_change === null

export function* sittingSaga(s: SittingServices): SagaIterator<void> {
  while (true) {
    const { payload }: ReturnType<typeof a.entered> = yield take(a.entered)
    yield race([call(sit, s, payload.exam, payload.language), take(a.left), call(untilSomebodyElse)])
  }
}

/** Another person on this page begins with nothing; the same one, signed in again, goes on. */
function* untilSomebodyElse(): SagaIterator<void> {
  const who = (k: State) => (k.session.phase.at === 'in' ? k.session.phase.user.resource_id : undefined)
  const first: string | undefined = yield select(who)
  while (true) {
    yield take(sessionActions.phaseChanged)
    const now: string | undefined = yield select(who)
    if (now !== undefined && now !== first) {
      yield put(a.left())
      return
    }
  }
}

interface Sitting {
  s: SittingServices
  id: string
  writer: string
  language: Locale
  /** What the page saw of its candidate and has not told yet. */
  seen: { what: Sighted; at: number }[]
  /** The save that was sent last. */
  last: { epoch: number; seq: number }
}

function* sit(s: SittingServices, exam: string, language: Locale): SagaIterator<void> {
  const { name: writer, release }: Awaited<ReturnType<SittingServices['writer']>> = yield call(s.writer, exam)
  try {
    const id: string | undefined = yield call(begun, s, exam, writer)
    if (id === undefined) return
    const x: Sitting = { s, id, writer, language, seen: [], last: { epoch: 0, seq: 0 } }
    yield call(open, x)
    while (true) {
      const { phase }: SittingState = yield call(get)
      if (phase.at === 'elsewhere') yield call(untilTakenOver, x)
      else if (phase.at === 'open') yield call(whileOpen, x)
      else if (phase.at === 'ending') yield call(end, x, phase.by)
      else return
    }
  } finally {
    release()
  }
}

const lasting = (p: AppProblem): boolean => p.status >= 400 && p.status < 500 && p.status !== 429 && p.status !== 401

/** Tries until it is answered, or refused for good. */
function* insist<T>(s: SittingServices, work: () => Promise<T>): SagaIterator<T> {
  for (let failures = 1; ; failures++) {
    try {
      return yield call(work)
    } catch (e) {
      const problem = problemOf(e)
      if (lasting(problem)) throw e
      yield put(a.savingChanged('away'))
      yield race([
        delay(problem.retry_after ? problem.retry_after * 1000 : waitAfter(failures, s.random())),
        take(sessionActions.phaseChanged),
      ])
      while (!(yield select(signedIn)))
        yield take([sessionActions.phaseChanged, sessionActions.started, sessionActions.locked])
    }
  }
}

function* begun(s: SittingServices, exam: string, writer: string): SagaIterator<string | undefined> {
  try {
    const { attempt }: { attempt: string } = yield call(insist<{ attempt: string }>, s, () => s.begin(exam, writer))
    return attempt
  } catch (e) {
    yield put(a.failed(problemOf(e)))
    return undefined
  }
}

const offsetOf = (s: SittingServices, { now }: Pick<AttemptState, 'now'>): number => Date.parse(now) - s.monotonic()

/** Reads the sheet; what the journal has and the server has not is taken up where the same writer wrote it. */
function* open(x: Sitting): SagaIterator<void> {
  const { s, id, writer } = x
  try {
    const sheet: Attempt = yield call(insist<Attempt>, s, () => s.sheet(id, writer, x.language))
    if (sheet.writer === writer)
      yield put(a.opened({ sheet, offset: offsetOf(s, sheet), unsaved: unsavedOf(s.journal.read(id), sheet) }))
    else yield put(a.elsewhere({ sheet, taken: false }))
  } catch (e) {
    yield call(closedBy, { s, id }, problemOf(e))
  }
}

/** A refusal that ends the sitting: handed in already, gone, or not allowed. */
function* closedBy({ s, id }: Pick<Sitting, 's' | 'id'>, problem: AppProblem): SagaIterator<void> {
  if (problem.code !== 'attempt_handed_in') {
    yield put(a.failed(problem))
    return
  }
  try {
    const receipt: Receipt = yield call(insist<Receipt>, s, () => s.receipt(id))
    s.journal.clear(id)
    yield put(a.handed(receipt))
  } catch (e) {
    yield put(a.failed(problemOf(e)))
  }
}

function* untilTakenOver(x: Sitting): SagaIterator<void> {
  const { s, id, writer } = x
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
    call(saving, x),
    call(journalling, x),
    call(untilDeadline, x),
    call(beating, x),
    call(wishes, x),
    call(noticing, x),
    take([a.ending, a.elsewhere, a.failed, a.handed]),
  ])
}

/** Before anything is sent: a crash in the next moment loses nothing. */
function* journalling({ s, id }: Sitting): SagaIterator<void> {
  while (true) {
    yield take([a.wrote, a.marked, a.savedUpTo])
    const { entries, now }: SittingState = yield call(get)
    s.journal.write({ attempt: id, epoch: now?.epoch ?? 0, entries })
  }
}

/** Before the end whatever is still typed goes on its way, milliseconds. */
const lastCall = 1500

/** Saves a moment after the last key, at once when he goes on, and until nothing is left. */
function* saving(x: Sitting): SagaIterator<void> {
  const changes = yield actionChannel([a.wrote, a.marked, a.flushAsked], buffers.sliding(50))
  const { saving: at }: SittingState = yield call(get)
  try {
    if (at === 'waiting') yield call(saveAll, x)
    while (true) {
      let action: { type: string } = yield take(changes)
      // each key begins the pause anew, but no answer waits longer than this from its first key
      const began = x.s.monotonic()
      const { now, offset }: SittingState = yield call(get)
      const end = now ? leftAt(now.deadline_at, offset, began) : Infinity
      while (!a.flushAsked.match(action)) {
        // in the last seconds nothing waits
        const left = Math.min(examLimits.typing * 1000, end - lastCall) - (x.s.monotonic() - began)
        if (left <= 0) break
        const { more }: { more?: { type: string } } = yield race({
          more: take(changes),
          pause: delay(Math.min(left, 1000)),
        })
        if (!more) break
        action = more
      }
      yield flush(changes)
      if (!(yield call(saveAll, x))) return
    }
  } finally {
    changes.close()
  }
}

/** @returns whether the sitting goes on */
function* saveAll(x: Sitting): SagaIterator<boolean> {
  while (true) {
    const { entries, changed, saved, now, sheet }: SittingState = yield call(get)
    const next = nextSave(entries, changed, saved, { epoch: now?.epoch ?? 1, seq: sent(x, sheet) })
    if (!next) return true
    if (!(yield call(saveOne, x, next.body, next.counts))) return false
  }
}

/** Number of the last save of this epoch: this page's, or the one the sheet came with. */
const sent = ({ last }: Sitting, sheet: Attempt | undefined): number =>
  Math.max(last.epoch === sheet?.epoch ? last.seq : 0, sheet?.seq ?? 0)

function* saveOne(x: Sitting, body: SaveBody, counts: Counts): SagaIterator<boolean> {
  const { s, id, writer } = x
  x.last = { epoch: body.epoch, seq: body.seq }
  yield put(a.savingChanged('saving'))
  const sightings = x.seen.splice(0)
  const told = () => sightings.map(({ what, at }) => ({ what, ago: Math.max(0, Math.round(s.monotonic() - at)) }))
  try {
    const now: AttemptState = yield call(insist<AttemptState>, s, () =>
      s.save(id, { ...body, writer, sightings: told() }),
    )
    yield put(a.told({ now, offset: offsetOf(s, now) }))
    yield put(a.savedUpTo(counts))
    return true
  } catch (e) {
    const problem = problemOf(e)
    if (problem.code === 'attempt_taken_over') yield put(a.elsewhere({ taken: true }))
    // another save of before a reload came under this number: what is stored now says where to go on
    else if (problem.code === 'idempotency_conflict') {
      yield call(open, x)
      return true
    }
    // the pause is over some time: then it is sent under a new number
    else if (problem.code === 'exam_paused') {
      yield put(a.savingChanged('waiting'))
      yield delay(1000 * examLimits.typing)
      return true
    } else if (problem.code === 'exam_over' || problem.code === 'attempt_handed_in') yield put(a.ending('time'))
    else yield put(a.failed(problem))
    return false
  }
}

/** Hands in when the time is up by the server's clock, however the page's own clock was set. */
function* untilDeadline({ s }: Sitting): SagaIterator<void> {
  while (true) {
    const { now, offset }: SittingState = yield call(get)
    const stands = now?.exam_status === 'pause'
    const left = now ? leftAt(now.deadline_at, offset, s.monotonic()) : Infinity
    if (!stands && left <= 0) break
    const wait = stands ? 60_000 : Math.min(left > lastCall ? left - lastCall : left, 60_000)
    const { moved } = yield race({ pause: delay(wait), moved: take(a.told) })
    if (!moved && !stands && left > lastCall && wait < 60_000) yield put(a.flushAsked())
  }
  yield put(a.ending('time'))
}

/** Looks at the server's clock now and then, and at once when it says that something changed. */
function* beating(x: Sitting): SagaIterator<void> {
  const { s, id } = x
  while (true) {
    yield race([
      delay(examLimits.beat * 1000),
      take((action: { type: string }) => stirred.match(action) && action.payload.includes('exam-attempts')),
    ])
    const was: SittingState = yield call(get)
    try {
      const now: AttemptState = yield call(s.state, id)
      yield put(a.told({ now, offset: offsetOf(s, now) }))
      if (now.status !== 'ongoing' && now.status !== 'pause') yield put(a.ending('time'))
      else if (now.epoch !== was.now?.epoch) yield put(a.elsewhere({ taken: true }))
      // what was hidden in the pause is shown again
      else if (was.now?.exam_status === 'pause' && now.exam_status !== 'pause') {
        yield call(open, x)
        yield put(a.flushAsked())
      }
    } catch {
      // the next save or the next beat says it
    }
  }
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
  if (!(yield call(saveAll, x))) return
  const { sheet, now }: SittingState = yield call(get)
  if (sheet?.navigation !== 'sequential') return
  try {
    const next: Attempt = yield call(insist<Attempt>, s, () => s.next(id, now?.epoch ?? 1, sheet.position, x.language))
    yield put(a.opened({ sheet: next, offset: offsetOf(s, next), unsaved: {} }))
  } catch (e) {
    yield call(closedBy, x, problemOf(e))
  }
}

/** What the candidate's page saw: told with the next save, never judged. */
function* noticing(x: Sitting): SagaIterator<void> {
  const hidden: EventChannel<boolean> = eventChannel((emit) => x.s.leaving(emit))
  yield takeEvery(a.sighted, ({ payload: what }) => void x.seen.push({ what, at: x.s.monotonic() }))
  try {
    while (true) {
      const away: boolean = yield take(hidden)
      if (away) yield put(a.flushAsked())
    }
  } finally {
    hidden.close()
  }
}

function* end(x: Sitting, by: 'candidate' | 'time'): SagaIterator<void> {
  const { s, id } = x
  try {
    // what was typed in the last moment; when the time is up the server decides
    const { entries, changed, saved, now, sheet }: SittingState = yield call(get)
    const last = nextSave(entries, changed, saved, { epoch: now?.epoch ?? 1, seq: sent(x, sheet) })
    if (last && by === 'candidate' && !(yield call(saveAll, x))) {
      const { phase }: SittingState = yield call(get)
      if (phase.at !== 'ending') return
    }
    const receipt: Receipt = yield call(insist<Receipt>, s, () => s.handIn(id, now?.epoch ?? 1))
    s.journal.clear(id)
    yield put(a.handed(receipt))
  } catch (e) {
    const problem = problemOf(e)
    if (problem.code === 'attempt_taken_over') yield put(a.elsewhere({ taken: true }))
    else if (by === 'candidate' && (problem.code === 'too_early_to_hand_in' || problem.code === 'exam_paused'))
      yield put(a.refusedToEnd(problem))
    else yield call(closedBy, x, problem)
  }
}
