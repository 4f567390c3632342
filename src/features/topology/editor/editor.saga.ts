/**
 * What lives as long as the editor is open: reading the drawing, holding its lock, keeping what was drawn in the browser and on the server.
 * Whatever was drawn is in the browser's own store before it is on the server, so neither a reload nor a lost network loses it.
 */
import {
  call,
  cancelled,
  fork,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  throttle,
} from 'redux-saga/effects'
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import { deepEqual } from '../../../contract/lib/equal.ts'
import { problemOf } from '../../../lib/problem.ts'
import { type EditorAction, type EditorState, isHeld, isUnsaved } from './editor.state.ts'
import { lockSaga } from './session/lock.ts'
import {
  type TopologyDraftStore,
  loaded,
  type EditorTimings,
  type LoadedTopology,
  storedDrawingOf,
  type TopologyServer,
  usualPace,
} from './session/outside.ts'
import { savingSaga } from './session/saving.ts'
import type { TextBook } from './text/book.ts'

const did = (action: EditorAction) => put(action)
const state = (s: EditorState): EditorState => s
const isChange = (a: { type: string }) => a.type === 'changed' || a.type === 'undone' || a.type === 'redone'
const isTyped = (a: { type: string; parts?: object }) =>
  a.type === 'set' && a.parts !== undefined && 'pending' in a.parts

export function editorSaga(
  server: TopologyServer,
  drafts: TopologyDraftStore,
  texts: TextBook,
  pace: EditorTimings = usualPace,
) {
  const { hold, lost, beat, ask } = lockSaga(server, texts, pace)
  const { keep, saved, keepDraft, saving, settle, afterChange } = savingSaga({ server, drafts, texts, pace, lost })
  const known = (document: TopologyDocument, text: string | undefined) => {
    if (text) texts.keep(document, text)
  }
  function* read() {
    try {
      const r: LoadedTopology = yield call(server.read)
      const draft = r.can.save ? drafts.read() : undefined
      const fits = draft && draft.version === r.version && draft.document
      known(r.document, r.text)
      if (draft) known(draft.document, draft.text)
      // the lock first: an editor that stands takes keys, and one that may not write yet would swallow them
      if (r.can.save) yield call(hold, false)
      else yield did({ type: 'hold', phase: { at: 'none' } })
      // a draft of the text alone is no other drawing
      const drawn = fits && !deepEqual(fits, r.document) ? fits : undefined
      yield did(loaded(r, drawn))
      if (draft?.typed) yield call(bringBack, draft.typed)
      if (r.can.save) {
        // drawn on an older version: both are kept until the viewer has chosen
        if (draft && !fits) {
          yield did({ type: 'changed', change: { doc: draft.document } })
          yield did({ type: 'save', phase: { at: 'conflict', theirs: storedDrawingOf(r) } })
        } else if (drawn) yield did({ type: 'ask/save' })
      }
    } catch (e) {
      yield did({ type: 'failed', problem: problemOf(e) })
    }
  }

  /** The text as it was left, with its mistakes. */
  function* bringBack({ text, apart }: { text: string; apart: boolean }) {
    const { now }: EditorState['history'] = yield select((s: EditorState) => s.history)
    const pending = { text, said: apart ? { ...now } : now, whole: '', apart, line: 0, code: null, mistakes: 0 }
    yield did({ type: 'set', parts: { pending, text: true } })
  }

  return function* session() {
    try {
      yield fork(read)
      yield throttle(pace.draft, (a: { type: string; parts?: object }) => isChange(a) || isTyped(a), keepDraft)
      yield takeEvery('ask/keep', keepDraft)
      yield takeLatest(isChange, afterChange)
      yield takeLeading('ask/save', saving)
      yield takeLatest('ask/settle', settle)
      yield takeLatest('ask/hold', ask)
      yield takeLatest('ask/again', read)
      yield race([call(beat), take('closed')])
    } finally {
      const s: EditorState = yield select(state)
      const ended: boolean = yield cancelled()
      if (ended) {
        if (s.stored && (isUnsaved(s) || s.pending) && s.save.at !== 'conflict')
          keep(s.stored.version, s.history.now, s.pending)
        void leave(s)
      }
    }
  }
  /** On the way out: what is still to be saved, then the lock. Should it fail, the draft is in the browser. */
  async function leave(s: EditorState): Promise<void> {
    if (s.hold.at !== 'mine') return
    try {
      if (s.stored && isUnsaved(s) && !isHeld(s) && s.save.at !== 'conflict' && s.save.at !== 'saving') {
        const { version } = await server.save(s.stored.version, s.history.now, texts.of(s.history.now))
        saved(version, s.history.now, s.pending)
      }
    } catch {
      // the draft is there next time
    }
    await server.release().catch(() => undefined)
  }
}
