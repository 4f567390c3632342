/**
 * Saving: what was typed stands in a journal on the machine before it is sent; saves go one after the other, and one whose answer was lost goes
 * again under its number, so that it counts once.
 */
import type { ChangeCounts } from '../../../parts/answer-sheet/entry.ts'
import { buffers, type Channel, type SagaIterator } from 'redux-saga'
import { actionChannel, call, delay, flush, put, race, select, take } from 'redux-saga/effects'
import type { Attempt, AttemptState } from '../../../contract/exam/attempt.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import { depositActions, type DepositItem, type DepositState } from '../../../kit/upload/deposit.slice.ts'
import { problemOf } from '../../../lib/problem.ts'
import { leftAt } from '../../../parts/answer-sheet/left.ts'
import { answerPlaceOf, unsentOf, withFile } from '../../../parts/answer-sheet/sheet.logic.ts'
import { insistTimed, type Timed } from './insist.saga.ts'
import { selectAttempt, type Sitting } from './services.ts'
import { type Journal, nextAttemptSave, sheetItemsOf, openItems, type SaveBody } from './sitting.logic.ts'
import { sittingActions as a } from './sitting.slice.ts'
import type { SittingState } from './sitting.state.ts'

const changing = [a.wrote, a.putBack, a.marked]

/** Before anything is sent: a crash in the next moment loses nothing. */
export function* journalling(x: Sitting): SagaIterator<void> {
  while (true) {
    yield take([...changing, a.savedUpTo, a.foundFaulty, a.went, a.opened, a.dismissed])
    const state: SittingState = yield call(selectAttempt)
    // of the tabs of one browser only the one that writes the sheet writes the journal
    if (state.phase.at === 'open' || state.phase.at === 'ending')
      x.s.journal.write(x.key, attemptJournalOf(x.id, state))
  }
}

export function attemptJournalOf(id: string, state: SittingState): Journal {
  const { sheet, entries, changed, saved, faulty, now, current, left } = state
  const open = openItems(changed, saved, faulty)
  return {
    attempt: id,
    epoch: sheet?.epoch ?? now?.epoch ?? 0,
    current,
    entries: Object.fromEntries(open.flatMap((item) => (entries[item] ? [[item, entries[item]]] : []))),
    words: sheet ? unsentOf(sheet, entries, open) : [],
    left,
  }
}

/** A file that has come is part of its answer, whichever question is before the candidate by then. */
export function* filing({ id }: Sitting): SagaIterator<void> {
  while (true) {
    const { payload }: ReturnType<typeof depositActions.moved> = yield take(
      (action: { type: string }) => depositActions.moved.match(action) && action.payload.phase.at === 'done',
    )
    const of: DepositItem | undefined = yield select((s: DepositState) =>
      s.deposits?.items.find((i) => i.key === payload.key),
    )
    const { sheet, entries }: SittingState = yield call(selectAttempt)
    const place = sheet && sheetItemsOf(sheet).find((i) => answerPlaceOf(id, i.id) === of?.meant?.place)
    if (!place || !of?.meant) continue
    const answer = withFile(entries[place.id]?.answer ?? null, of.meant.attached, place.question?.upload?.files ?? 1)
    yield put(a.wrote({ item: place.id, answer }))
  }
}

/** Before the end whatever is still typed goes on its way, milliseconds. */
export const lastCall = 1500

/** Saves a moment after the last key, at once when he goes on, and until nothing is left. */
export function* sheetSavingSaga(x: Sitting, again: (x: Sitting) => SagaIterator<void>): SagaIterator<void> {
  const changes: Channel<{ type: string }> = yield actionChannel([...changing, a.flushAsked], buffers.sliding(50))
  const { saving: at }: SittingState = yield call(selectAttempt)
  try {
    if (at === 'waiting' && !(yield call(saveAll, x, again))) return
    while (true) {
      let action: { type: string } = yield take(changes)
      // each key begins the pause anew, but no answer waits longer than this from its first key
      const began = x.s.monotonic()
      const { now, offset }: SittingState = yield call(selectAttempt)
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
      if (!(yield call(saveAll, x, again))) return
    }
  } finally {
    changes.close()
  }
}

/** Number of the last save of this epoch: this page's, or the one the sheet came with. */
const sent = ({ last }: Sitting, sheet: Attempt | undefined): number =>
  Math.max(last.epoch === sheet?.epoch ? last.seq : 0, sheet?.seq ?? 0)

/** What is to be sent next, with a number of its own. */
function due(x: Sitting, { entries, changed, saved, now, sheet }: SittingState, most?: number) {
  const at = { epoch: now?.epoch ?? 1, seq: sent(x, sheet), ...(most ? { most } : {}) }
  return nextAttemptSave(entries, changed, saved, at)
}

/**
 * Sends until nothing is left. `again` reads the sheet anew, where the server knows better than the page.
 * @returns whether the sitting goes on
 */
export function* saveAll(x: Sitting, again: (x: Sitting) => SagaIterator<void>): SagaIterator<boolean> {
  let most: number = examLimits.save
  while (true) {
    const state: SittingState = yield call(selectAttempt)
    const next = due(x, state, most)
    if (!next) return true
    const how: 'on' | 'singly' | 'over' = yield call(saveOne, x, next, again)
    if (how === 'over') return false
    // one answer that is not taken holds up no other
    most = how === 'singly' ? 1 : most
  }
}

const bodyOf = ({ s, writer, seen }: Sitting, body: SaveBody) => {
  const sightings = seen.splice(0)
  return () => ({
    ...body,
    writer,
    sightings: sightings.slice(-50).map(({ what, at }) => ({ what, ago: Math.max(0, Math.round(s.monotonic() - at)) })),
  })
}

function* saveOne(
  x: Sitting,
  next: { body: SaveBody; counts: ChangeCounts },
  again: (x: Sitting) => SagaIterator<void>,
): SagaIterator<'on' | 'singly' | 'over'> {
  const { s, id } = x
  const { body, counts } = next
  x.last = { epoch: body.epoch, seq: body.seq }
  x.pending = next
  yield put(a.savingChanged('saving'))
  const whole = bodyOf(x, body)
  try {
    const { answer: now, offset }: Timed<AttemptState> = yield call(insistTimed<AttemptState>, s, () =>
      s.save(id, whole()),
    )
    x.pending = undefined
    yield put(a.told({ now, offset }))
    yield put(a.savedUpTo(counts))
    return 'on'
  } catch (e) {
    x.pending = undefined
    const problem = problemOf(e)
    switch (problem.code) {
      case 'attempt_taken_over':
        yield put(a.elsewhere({ taken: true }))
        return 'over'
      // another save of before a reload came under this number: what is stored now says where to go on
      case 'idempotency_conflict':
        yield call(again, x)
        return 'on'
      // the pause is over some time: then it is sent under a new number
      case 'exam_paused':
        yield put(a.savingChanged('waiting'))
        yield race([delay(1000 * examLimits.typing), take(a.flushAsked)])
        return 'on'
      case 'exam_over':
      case 'attempt_handed_in':
        yield put(a.ending('time'))
        return 'over'
      case 'validation':
        if (body.answers.length > 1) return 'singly'
        yield put(a.foundFaulty({ counts, problem }))
        return 'on'
      default:
        yield put(a.failed(problem))
        return 'over'
    }
  }
}

/** The page may be gone in a moment: what is newer than the save that is on its way does not wait for it. */
export function* parting(x: Sitting): SagaIterator<void> {
  const state: SittingState | undefined = x.pending && (yield call(selectAttempt))
  const next = state && due(x, state)
  if (!next) {
    yield put(a.flushAsked())
    return
  }
  x.last = { epoch: next.body.epoch, seq: next.body.seq }
  // if the page stays, the same goes again in its turn
  x.s.save(x.id, bodyOf(x, next.body)()).catch(() => undefined)
}

/** Tells what was seen where there is nothing to save. */
export function* tellSeen(x: Sitting): SagaIterator<void> {
  if (!x.seen.length) return
  const { now, sheet }: SittingState = yield call(selectAttempt)
  const body = { epoch: now?.epoch ?? 1, seq: sent(x, sheet) + 1, answers: [] }
  x.last = { epoch: body.epoch, seq: body.seq }
  const kept = [...x.seen]
  try {
    yield call(x.s.save, x.id, bodyOf(x, body)())
  } catch {
    x.seen.unshift(...kept)
  }
}

/** Whether the save that was on its way came: asked again under its number, it is answered as it was then. */
export function* settlePending(x: Sitting): SagaIterator<void> {
  const { pending, s, id } = x
  if (!pending) return
  x.pending = undefined
  const whole = bodyOf(x, pending.body)
  try {
    yield call(s.save, id, whole())
    yield put(a.savedUpTo(pending.counts))
  } catch {
    // refused: it did not come in time
  }
}
