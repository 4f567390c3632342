/**
 * Keeps what is typed: on the machine at once, on the server shortly after, and again when it could not be reached. One save after
 * the other; what was typed meanwhile goes with the next.
 */
import { eventChannel, type EventChannel, type SagaIterator } from 'redux-saga'
import { call, delay, fork, put, race, select, take, takeEvery } from 'redux-saga/effects'
import type { Action } from '@reduxjs/toolkit'
import type { KitState } from '../../kit/session/use.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import type { EntriesByItem } from '../answer-sheet/entry.ts'
import { unsavedEntriesOf, nextPracticeSave, type UnsavedAnswer, unsaved, answerRetryDelay } from './writing.logic.ts'
import { type WritingKey, writingActions as a, type WithWriting, type Writings } from './writing.slice.ts'
import { entriesOf } from '../../contract/lib/typed.ts'

export interface WritingServices {
  save: (place: WritingKey, answers: UnsavedAnswer[]) => Promise<unknown>
  journal: {
    read(user: string, place: WritingKey): EntriesByItem
    /** What another page wrote in the same place and did not send. */
    left?: (user: string, place: WritingKey) => EntriesByItem
    /** Without entries it is cleared. @param left what is not sent by itself any more */
    write(user: string, place: WritingKey, entries: EntriesByItem, left: EntriesByItem): void
  }
  /** Calls back when the page is hidden or left, or has a network again. */
  leaving(changed: () => void): () => void
}

/** Milliseconds after the last letter. */
const pause = 700

type State = KitState & WithWriting
const all = (s: State): Writings => s.writing ?? {}
const who = ({ session: { phase } }: State): string => (phase.at === 'in' ? phase.user.resource_id : '')

export function* writingSaga(s: WritingServices): SagaIterator<void> {
  yield takeEvery(a.opened, recall, s)
  yield takeEvery(changes, keep, s)
  yield fork(flushWhenLeft, s)
  while (true) {
    yield take([a.wrote, a.marked, a.putBack, a.recalled, a.flushAsked])
    let quiet = false
    while (!quiet) {
      const { more }: { more?: unknown } = yield race({
        more: take([a.wrote, a.marked, a.putBack]),
        now: take(a.flushAsked),
        quiet: delay(pause),
      })
      quiet = more === undefined
    }
    yield call(sendAll, s)
  }
}

function* recall(s: WritingServices, { payload: { place, stored } }: ReturnType<typeof a.opened>): SagaIterator<void> {
  const writings: Writings = yield select(all)
  const had = writings[place]
  // what was written on this page is newer than what it was told when it first came here
  if (had && Object.keys(had.changed).length) return
  const user: string = yield select(who)
  const left = s.journal.left?.(user, place)
  yield put(a.recalled({ place, stored, journal: s.journal.read(user, place), ...(left ? { left } : {}) }))
}

/** After these what is unsaved is other than before. */
type Change = Action & { payload: { place: WritingKey } }
const changes = (x: Action): x is Change =>
  [a.wrote, a.marked, a.saved, a.refused, a.putBack, a.dismissed, a.forgotten].some((one) => one.match(x))
function* keep(s: WritingServices, { payload: { place } }: Change): SagaIterator<void> {
  const writings: Writings = yield select(all)
  const user: string = yield select(who)
  const w = writings[place]
  if (w && user) s.journal.write(user, place, unsavedEntriesOf(w), w.left)
}

function* flushWhenLeft(s: WritingServices): SagaIterator<void> {
  const left: EventChannel<true> = yield call(() => eventChannel<true>((say) => s.leaving(() => say(true))))
  while (true) {
    yield take(left)
    yield put(a.flushAsked())
  }
}

/** Refused for good: the answer is to something that is over. */
const lasting = (p: AppProblem): boolean => p.status >= 400 && p.status < 500 && p.status !== 429 && p.status !== 401

function* sendAll(s: WritingServices): SagaIterator<void> {
  // one answer that is not taken holds up no other
  const singly = new Set<WritingKey>()
  for (let failures = 0; ; ) {
    const writings: Writings = yield select(all)
    const [place, writing] = entriesOf(writings).find(([, w]) => unsaved(w).length) ?? []
    const next = writing && place && nextPracticeSave(writing, singly.has(place) ? 1 : undefined)
    if (!place || !next) return
    yield put(a.savingChanged({ place, saving: 'saving' }))
    try {
      yield call(s.save, place, next.answers)
      yield put(a.saved({ place, counts: next.counts }))
      failures = 0
    } catch (e) {
      const problem = problemOf(e)
      if (problem.code === 'validation' && next.answers.length > 1) {
        singly.add(place)
        continue
      }
      if (lasting(problem)) {
        yield put(a.refused({ place, items: next.answers.map((w) => w.item), problem }))
        // the page says so when it is next asked for; until then the text stands there, and is not called saved
        yield put(a.saved({ place, counts: next.counts }))
        yield put(a.savingChanged({ place, saving: 'waiting' }))
        continue
      }
      failures++
      yield put(a.savingChanged({ place, saving: 'away' }))
      yield race([delay(answerRetryDelay(failures)), take(a.flushAsked)])
    }
  }
}
