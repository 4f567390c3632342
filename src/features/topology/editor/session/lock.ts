/** The lock of a drawing while its editor is open: asked for, kept alive, lost, taken over. */
import { call, delay, put, select } from 'redux-saga/effects'
import { type AppProblem, problemOf } from '../../../../lib/problem.ts'
import { type EditorAction, type EditorState, isUnsaved } from '../editor.state.ts'
import type { TextBook } from '../text/book.ts'
import {
  type EditLockHolder,
  loaded,
  type EditorTimings,
  type LoadedTopology,
  storedDrawingOf,
  type TopologyServer,
} from './outside.ts'

const did = (action: EditorAction) => put(action)
const state = (s: EditorState): EditorState => s

export function lockSaga(server: TopologyServer, texts: TextBook, pace: EditorTimings) {
  function* hold(takeOver: boolean) {
    yield did({ type: 'hold', phase: { at: 'asking' } })
    try {
      yield call(server.lock, takeOver)
      yield did({ type: 'hold', phase: { at: 'mine' } })
    } catch (e) {
      yield call(lost, problemOf(e))
    }
  }
  /** Another has the lock: who, so that the viewer can ask him. */
  function* lost(problem: AppProblem) {
    if (problem.status === 403) {
      yield did({ type: 'hold', phase: { at: 'none' } })
      return
    }
    const holder: EditLockHolder | null = yield call(async () => server.holder().catch(() => null))
    yield did({
      type: 'hold',
      phase: { at: 'theirs', who: holder?.by.name ?? '', since: holder?.since ?? '', me: holder?.mine ?? false },
    })
  }
  function* beat() {
    for (;;) {
      yield delay(pace.beat)
      const s: EditorState = yield select(state)
      if (s.hold.at === 'mine')
        try {
          yield call(server.keep)
        } catch (e) {
          const problem = problemOf(e)
          if (problem.code === 'locked') yield call(lost, problem)
        }
      else if (s.hold.at === 'theirs') yield call(look)
    }
  }
  /** The other may have let go, and then drawn something that is not seen here. */
  function* look() {
    const s: EditorState = yield select(state)
    const holder: EditLockHolder | null | undefined = yield call(async () => server.holder().catch(() => undefined))
    if (holder === null) yield did({ type: 'ask/hold', takeOver: false })
    else if (holder && s.hold.at === 'theirs' && s.hold.who !== holder.by.name)
      yield did({ type: 'hold', phase: { at: 'theirs', who: holder.by.name, since: holder.since, me: holder.mine } })
  }
  /** Taking the lock over begins with what the other has made of the drawing. */
  function* ask(a: EditorAction) {
    if (a.type !== 'ask/hold') return
    yield call(hold, a.takeOver)
    const s: EditorState = yield select(state)
    if (s.hold.at !== 'mine') return
    try {
      const r: LoadedTopology = yield call(server.read)
      if (s.stored && r.version === s.stored.version) yield did({ type: 'ask/save' })
      else if (isUnsaved(s)) yield did({ type: 'save', phase: { at: 'conflict', theirs: storedDrawingOf(r) } })
      else {
        if (r.text) texts.keep(r.document, r.text)
        yield did(loaded(r))
      }
    } catch (e) {
      yield did({ type: 'save', phase: { at: 'failed', problem: problemOf(e) } })
    }
  }

  return { hold, lost, beat, ask }
}
