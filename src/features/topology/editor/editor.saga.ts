/**
 * What lives as long as the editor is open: reading the drawing, holding its lock, keeping what was drawn in the browser and on the server.
 * Whatever was drawn is in the browser's own store before it is on the server, so neither a reload nor a lost network loses it.
 */
import { call, cancelled, delay, fork, put, race, select, take, takeLatest, takeLeading } from 'redux-saga/effects'
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { type EditorAction, type EditorState, isUnsaved, type Stored } from './editor.state.ts'
import type { TextBook } from './text/book.ts'

/** Who holds a drawing's lock. */
export interface Holder {
  by: { name: string }
  mine: boolean
  since: string
}
export interface Read {
  name: string
  document: TopologyDocument
  text: string
  version: number
  updated_at: string
  updated_by_name: string
  can: { save: boolean; unlock: boolean }
  editable_nodes: number | null
}
/** The server, as the editor needs it; every call rejects with a problem. */
export interface TopologyServer {
  read(): Promise<Read>
  /** @param text undefined: the one the server has */
  save(version: number, document: TopologyDocument, text?: string): Promise<{ version: number; updated_at: string }>
  lock(takeOver: boolean): Promise<Holder>
  holder(): Promise<Holder | null>
  keep(): Promise<Holder>
  release(): Promise<unknown>
}
/** What was drawn and is not on the server yet. */
export interface Draft {
  version: number
  document: TopologyDocument
  text?: string | undefined
}
export interface DraftBox {
  read(): Draft | undefined
  keep(draft: Draft): void
  drop(): void
}
export interface Pace {
  /** Milliseconds from a change to its draft in the browser, and to the server. */
  draft: number
  save: number
  /** Between two signs of life, and between two tries after a failure. */
  beat: number
  again: number
}
export const usualPace: Pace = { draft: 300, save: 1200, beat: 20_000, again: 5000 }

const did = (action: EditorAction) => put(action)
const storedOf = (r: Read): Stored => ({
  document: r.document,
  text: r.text,
  version: r.version,
  updated_at: r.updated_at,
  by: r.updated_by_name,
})
const state = (s: EditorState): EditorState => s
const isChange = (a: { type: string }) => a.type === 'changed' || a.type === 'undone' || a.type === 'redone'

export function editorSaga(server: TopologyServer, drafts: DraftBox, texts: TextBook, pace: Pace = usualPace) {
  const keep = (version: number, document: TopologyDocument) =>
    drafts.keep({ version, document, text: texts.of(document) })
  const known = (document: TopologyDocument, text: string | undefined) => {
    if (text) texts.keep(document, text)
  }
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
    const holder = (yield call(async () => server.holder().catch(() => null))) as Holder | null
    yield did({
      type: 'hold',
      phase: { at: 'theirs', who: holder?.by.name ?? '', since: holder?.since ?? '', me: holder?.mine ?? false },
    })
  }
  function* read() {
    try {
      const r = (yield call(server.read)) as Read
      const draft = r.can.save ? drafts.read() : undefined
      const fits = draft && draft.version === r.version && draft.document
      known(r.document, r.text)
      if (draft) known(draft.document, draft.text)
      yield did({
        type: 'loaded',
        name: r.name,
        stored: storedOf(r),
        unlock: r.can.unlock,
        editableNodes: r.editable_nodes,
        ...(fits ? { draft: fits } : {}),
      })
      if (!r.can.save) yield did({ type: 'hold', phase: { at: 'none' } })
      else {
        yield call(hold, false)
        // drawn on an older version: both are kept until the viewer has chosen
        if (draft && !fits) {
          yield did({ type: 'changed', change: { doc: draft.document } })
          yield did({ type: 'save', phase: { at: 'conflict', theirs: storedOf(r) } })
        } else if (fits) yield did({ type: 'ask/save' })
      }
    } catch (e) {
      yield did({ type: 'failed', problem: problemOf(e) })
    }
  }
  function* keepDraft() {
    yield delay(pace.draft)
    const s: EditorState = yield select(state)
    if (s.stored && isUnsaved(s)) keep(s.stored.version, s.history.now)
  }
  /** One save at a time; what was drawn meanwhile is saved after it. */
  function* saving() {
    for (;;) {
      const s: EditorState = yield select(state)
      if (!s.stored || s.hold.at !== 'mine' || s.save.at === 'conflict' || s.save.at === 'saving') return
      if (!isUnsaved(s)) {
        drafts.drop()
        yield did({ type: 'save', phase: { at: 'saved', when: s.stored.updated_at } })
        return
      }
      const document = s.history.now
      keep(s.stored.version, document)
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
        if (isUnsaved(now)) keep(answer.version, now.history.now)
        else drafts.drop()
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
      const r = (yield call(server.read)) as Read
      yield did({ type: 'save', phase: { at: 'conflict', theirs: storedOf(r) } })
    } catch {
      yield did({ type: 'save', phase: { at: 'failed', problem } })
    }
  }
  function* settle(a: EditorAction) {
    const s: EditorState = yield select(state)
    if (a.type !== 'ask/settle' || s.save.at !== 'conflict') return
    const { theirs } = s.save
    if (a.way === 'theirs') known(theirs.document, theirs.text)
    yield did({ type: 'stored', stored: theirs })
    yield did({ type: 'save', phase: { at: 'changed' } })
    if (a.way === 'theirs') yield did({ type: 'changed', change: { doc: theirs.document } })
    yield did({ type: 'ask/save' })
  }
  /** The save itself is never cut short by the next change: its answer names the version that one is saved on. */
  function* afterChange() {
    yield delay(pace.save)
    yield did({ type: 'ask/save' })
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
    const holder = (yield call(async () => server.holder().catch(() => undefined))) as Holder | null | undefined
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
      const r = (yield call(server.read)) as Read
      if (s.stored && r.version === s.stored.version) yield did({ type: 'ask/save' })
      else if (isUnsaved(s)) yield did({ type: 'save', phase: { at: 'conflict', theirs: storedOf(r) } })
      else {
        known(r.document, r.text)
        yield did({
          type: 'loaded',
          name: r.name,
          stored: storedOf(r),
          unlock: r.can.unlock,
          editableNodes: r.editable_nodes,
        })
      }
    } catch (e) {
      yield did({ type: 'save', phase: { at: 'failed', problem: problemOf(e) } })
    }
  }

  return function* session() {
    try {
      yield fork(read)
      yield takeLatest(isChange, keepDraft)
      yield takeLatest(isChange, afterChange)
      yield takeLeading('ask/save', saving)
      yield takeLatest('ask/settle', settle)
      yield takeLatest('ask/hold', ask)
      yield takeLatest('ask/again', read)
      yield race([call(beat), take('closed')])
    } finally {
      const s: EditorState = yield select(state)
      if ((yield cancelled()) as boolean) {
        if (s.stored && isUnsaved(s) && s.save.at !== 'conflict') keep(s.stored.version, s.history.now)
        void leave(s)
      }
    }
  }
  /** On the way out: what is still to be saved, then the lock. Should it fail, the draft is in the browser. */
  async function leave(s: EditorState): Promise<void> {
    if (s.hold.at !== 'mine') return
    try {
      if (s.stored && isUnsaved(s) && s.save.at !== 'conflict' && s.save.at !== 'saving') {
        await server.save(s.stored.version, s.history.now, texts.of(s.history.now))
        drafts.drop()
      }
    } catch {
      // the draft is there next time
    }
    await server.release().catch(() => undefined)
  }
}
