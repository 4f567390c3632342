/** Keeping what was drawn, first in the browser and then on the server, and the choice where somebody else saved meanwhile. */
import { call, delay, put, race, select, take } from 'redux-saga/effects'
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { type AppProblem, problemOf } from '../../../../lib/problem.ts'
import { untilRest } from '../../../../parts/writing/rest.ts'
import { type EditorAction, type EditorState, isHeld, isUnsaved, type Pending } from '../editor.state.ts'
import type { TextBook } from '../text/book.ts'
import {
  type TopologyDraftStore,
  type EditorTimings,
  type LoadedTopology,
  storedDrawingOf,
  type TopologyServer,
} from './outside.ts'

const did = (action: EditorAction) => put(action)
const state = (s: EditorState): EditorState => s

interface Given {
  server: TopologyServer
  drafts: TopologyDraftStore
  texts: TextBook
  pace: EditorTimings
  /** Somebody else has the lock by now. */
  lost: (problem: AppProblem) => Generator
}

export function savingSaga({ server, drafts, texts, pace, lost }: Given) {
  const keep = (version: number, document: TopologyDocument, pending: Pending | null) =>
    drafts.keep({
      version,
      document,
      text: texts.of(document),
      ...(pending ? { typed: { text: pending.text, apart: pending.apart } } : {}),
    })
  /** The drawing is on the server; a text that is not drawn stays in the browser. */
  const saved = (version: number, document: TopologyDocument, pending: Pending | null) =>
    pending ? keep(version, document, pending) : drafts.drop()
  function* keepDraft() {
    const s: EditorState = yield select(state)
    if (!s.stored || s.save.at === 'conflict') return
    if (isUnsaved(s)) keep(s.stored.version, s.history.now, s.pending)
    else saved(s.stored.version, s.history.now, s.pending)
  }
  /** One save at a time; what was drawn meanwhile is saved after it. */
  function* saving() {
    for (;;) {
      const s: EditorState = yield select(state)
      if (!s.stored || s.hold.at !== 'mine' || s.save.at === 'conflict' || s.save.at === 'saving') return
      if (!isUnsaved(s)) {
        saved(s.stored.version, s.history.now, s.pending)
        yield did({ type: 'save', phase: { at: 'saved', when: s.stored.updated_at } })
        return
      }
      const document = s.history.now
      if (isHeld(s)) {
        keep(s.stored.version, document, s.pending)
        // asked once: whoever said no saves by the button
        if (s.save.at !== 'held') yield did({ type: 'save', phase: { at: 'held', asking: true } })
        return
      }
      keep(s.stored.version, document, s.pending)
      yield did({ type: 'save', phase: { at: 'saving' } })
      try {
        const answer: { version: number; updated_at: string } = yield call(
          server.save,
          s.stored.version,
          document,
          texts.of(document),
        )
        yield did({
          type: 'stored',
          stored: { ...s.stored, document, text: texts.of(document) ?? s.stored.text, ...answer },
        })
        const now: EditorState = yield select(state)
        if (isUnsaved(now)) keep(answer.version, now.history.now, now.pending)
        else saved(answer.version, now.history.now, now.pending)
        yield did({
          type: 'save',
          phase: isUnsaved(now) ? { at: 'changed' } : { at: 'saved', when: answer.updated_at },
        })
        if (!isUnsaved(now)) return
        yield delay(pace.save)
      } catch (e) {
        const problem = problemOf(e)
        if (problem.code === 'stale_version') {
          yield call(conflict, problem)
          return
        }
        yield did({ type: 'save', phase: { at: 'failed', problem } })
        if (problem.code === 'locked') {
          yield call(lost, problem)
          return
        }
        if (problem.status !== 0 && problem.status < 500 && problem.status !== 429) return
        yield race([delay(pace.again), take('ask/save')])
      }
    }
  }
  function* conflict(problem: AppProblem) {
    try {
      const r: LoadedTopology = yield call(server.read)
      yield did({ type: 'save', phase: { at: 'conflict', theirs: storedDrawingOf(r) } })
    } catch {
      yield did({ type: 'save', phase: { at: 'failed', problem } })
    }
  }
  function* settle(a: EditorAction) {
    const s: EditorState = yield select(state)
    const theirs = s.save.at === 'conflict' ? s.save.theirs : s.save.at === 'held' ? s.stored : null
    if (a.type !== 'ask/settle' || !theirs) return
    if (a.way === 'theirs' && theirs.text) texts.keep(theirs.document, theirs.text)
    yield did({ type: 'stored', stored: theirs })
    yield did({ type: 'save', phase: { at: 'changed' } })
    if (a.way === 'theirs') yield did({ type: 'changed', change: { doc: theirs.document } })
    yield did({ type: 'ask/save' })
  }
  /** The save itself is never cut short by the next change: its answer names the version that one is saved on. */
  const rested = untilRest({ rest: pace.save, most: pace.most })
  function* afterChange() {
    yield* rested()
    yield did({ type: 'ask/save' })
  }

  return { keep, saved, keepDraft, saving, settle, afterChange }
}
