/**
 * What lives as long as a course is written: reading it, keeping what was written in the browser and then on the server, one save at a time.
 * Learners see none of it before it is published, so everything saves itself, as drawings do: there is nothing to forget and nothing to lose.
 */
import {
  call,
  cancelled,
  delay,
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
import type { CourseOutline, CourseSection } from '../../../contract/course/course.routes.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { mergeThree } from './merge.ts'
import { untilRest } from '../../../parts/writing/rest.ts'
import {
  type AuthorAction,
  type AuthorState,
  isOutlineUnsaved,
  isSectionUnsaved,
  type ReadyState,
  type SavePhase,
} from './author.state.ts'
import { draftOf, sectionsIn } from './outline.logic.ts'
import { type AuthorDrafts, type AuthorDraftStore, type AuthorPace, type AuthorServer, authorPace } from './outside.ts'

const did = (action: AuthorAction) => put(action)
const state = (s: AuthorState): AuthorState => s
const changes: ReadonlySet<string> = new Set(['outline', 'undo', 'redo', 'section', 'ask/settle'])
const isChange = (a: { type: string }) => changes.has(a.type)

/** Worth another try by itself: the network, a server that is busy or fails. */
const passes = ({ status }: AppProblem): boolean => status === 0 || status === 429 || status >= 500
const isDue = (save: SavePhase): boolean => save.at === 'changed' || (save.at === 'failed' && passes(save.problem))

const mayWrite = (s: AuthorState): s is ReadyState => s.at === 'ready' && s.course.can.includes('update')

/** What is saved next: sections that the server has, so that a copy of one begins with what it says now; then the outline. */
function nextSave(s: ReadyState): 'outline' | { section: string } | undefined {
  const there = new Set(sectionsIn(s.outline.stored).map((x) => x.id))
  for (const [section, x] of s.sections)
    if (there.has(section) && isDue(x.save) && isSectionUnsaved(x)) return { section }
  return isDue(s.outline.save) && isOutlineUnsaved(s) ? 'outline' : undefined
}

const draftsOf = (s: ReadyState): AuthorDrafts => ({
  ...(isOutlineUnsaved(s) ? { outline: { version: s.outline.version, doc: s.outline.history.now } } : {}),
  sections: Object.fromEntries(
    [...s.sections].flatMap(([id, x]) =>
      isSectionUnsaved(x) ? [[id, { version: x.stored.version, content: x.now }] as const] : [],
    ),
  ),
})

export function authorSaga(server: AuthorServer, drafts: AuthorDraftStore, pace: AuthorPace = authorPace) {
  function* read() {
    try {
      const r: CourseOutline = yield call(server.read)
      const kept = r.course.can.includes('update') ? drafts.read() : { sections: {} }
      yield did({ type: 'loaded', outline: r })
      yield call(bringBack, kept, r)
    } catch (e) {
      yield did({ type: 'failed', problem: problemOf(e) })
    }
  }
  /** What an earlier page could not save: saved now, or shown beside what somebody else saved meanwhile. */
  function* bringBack(kept: AuthorDrafts, r: CourseOutline) {
    if (kept.outline) {
      yield did({ type: 'outline', doc: kept.outline.doc })
      if (kept.outline.version !== r.version) yield did({ type: 'outline/save', save: { at: 'conflict' }, theirs: r })
    }
    for (const [id, draft] of Object.entries(kept.sections))
      try {
        const section: CourseSection = yield call(server.section, id)
        yield did({ type: 'section/loaded', id, section, draft: draft.content })
        if (section.version !== draft.version)
          yield did({ type: 'section/save', id, save: { at: 'conflict' }, theirs: section })
      } catch (e) {
        // a section that is gone takes what it said along; of any other failure the draft stays
        if (problemOf(e).code !== 'not_found') throw e
      }
    yield did({ type: 'ask/save' })
  }

  function* readSection(a: AuthorAction) {
    if (a.type !== 'ask/section') return
    const s: AuthorState = yield select(state)
    const { id } = a
    if (s.at !== 'ready' || s.sections.has(id) || (s.reading.has(id) && s.reading.get(id) === undefined)) return
    yield did({ type: 'section/read', id })
    try {
      // a new section is read once the server knows it
      for (;;) {
        const now: AuthorState = yield select(state)
        if (now.at !== 'ready' || sectionsIn(now.outline.stored).some((x) => x.id === id)) break
        if (now.outline.save.at === 'failed') throw now.outline.save.problem
        if (isOutlineUnsaved(now)) yield did({ type: 'ask/save' })
        yield take(['outline/stored', 'outline/save', 'ask/settle'])
      }
      const section: CourseSection = yield call(server.section, id)
      yield did({ type: 'section/loaded', id, section })
    } catch (e) {
      yield did({ type: 'section/unread', id, problem: problemOf(e) })
    }
  }

  /** After a publication: what learners see, and how the course stands. */
  function* reread() {
    try {
      const outline: CourseOutline = yield call(server.read)
      yield did({ type: 'reread', outline })
    } catch {
      // the next save tells
    }
  }
  function* keepNow() {
    const s: AuthorState = yield select(state)
    if (mayWrite(s)) drafts.keep(draftsOf(s))
  }

  function* saving() {
    let last = ''
    for (;;) {
      const s: AuthorState = yield select(state)
      const job = mayWrite(s) ? nextSave(s) : undefined
      if (!mayWrite(s) || job === undefined) {
        yield call(keepNow)
        return
      }
      const name = job === 'outline' ? job : job.section
      // what is still being typed is let rest between two saves
      if (name === last) yield delay(pace.save)
      last = name
      const problem: AppProblem | undefined = yield call(job === 'outline' ? saveOutline : saveSection, name)
      if (problem && passes(problem)) {
        last = ''
        yield race([delay(pace.again), take('ask/save')])
      }
    }
  }
  function* saveOutline() {
    const s: AuthorState = yield select(state)
    if (s.at !== 'ready') return undefined
    const sent = s.outline.history.now
    yield did({ type: 'outline/save', save: { at: 'saving' } })
    try {
      const outline: CourseOutline = yield call(server.saveOutline, s.outline.version, sent)
      yield did({ type: 'outline/stored', outline, sent })
      return undefined
    } catch (e) {
      const problem = problemOf(e)
      if (problem.code === 'stale_version')
        try {
          const theirs: CourseOutline = yield call(server.read)
          const now: AuthorState = yield select(state)
          const doc =
            now.at === 'ready'
              ? mergeThree(s.outline.stored, now.outline.history.now, draftOf(theirs.draft))
              : undefined
          if (doc) yield did({ type: 'outline/merged', outline: theirs, doc })
          else yield did({ type: 'outline/save', save: { at: 'conflict' }, theirs })
          return undefined
        } catch {
          // as it failed: asked again with the next save
        }
      yield did({ type: 'outline/save', save: { at: 'failed', problem } })
      return problem
    }
  }
  function* saveSection(id: string) {
    const s: AuthorState = yield select(state)
    const x = s.at === 'ready' ? s.sections.get(id) : undefined
    if (!x) return undefined
    yield did({ type: 'section/save', id, save: { at: 'saving' } })
    try {
      const section: CourseSection = yield call(server.saveSection, id, x.stored.version, x.now)
      yield did({ type: 'section/stored', id, section, sent: x.now })
      return undefined
    } catch (e) {
      const problem = problemOf(e)
      if (problem.code === 'stale_version')
        try {
          const theirs: CourseSection = yield call(server.section, id)
          yield did({ type: 'section/save', id, save: { at: 'conflict' }, theirs })
          return undefined
        } catch {
          // as it failed
        }
      yield did({ type: 'section/save', id, save: { at: 'failed', problem } })
      return problem
    }
  }
  const rested = untilRest({ rest: pace.save, most: pace.most })
  function* afterChange() {
    yield* rested()
    yield did({ type: 'ask/save' })
  }

  return function* session() {
    try {
      yield fork(read)
      yield throttle(pace.draft, isChange, keepNow)
      yield takeEvery('ask/keep', keepNow)
      yield takeLatest(isChange, afterChange)
      yield takeLeading('ask/save', saving)
      yield takeEvery('ask/retry', function* again() {
        yield did({ type: 'ask/save' })
      })
      yield takeEvery('ask/section', readSection)
      yield takeLatest('ask/again', read)
      yield takeLatest('ask/reread', reread)
      yield take('closed')
    } finally {
      const ended: boolean = yield cancelled()
      const s: AuthorState = yield select(state)
      if (ended && mayWrite(s)) {
        drafts.keep(draftsOf(s))
        void leave(s)
      }
    }
  }
  /** On the way out: what is still to be saved. Should it fail, or wait for a choice, the draft is in the browser. */
  async function leave(s: ReadyState): Promise<void> {
    const kept = draftsOf(s)
    const there = new Set(sectionsIn(s.outline.stored).map((x) => x.id))
    const rest: Record<string, AuthorDrafts['sections'][string]> = { ...kept.sections }
    const idle = (save: SavePhase | undefined) => save?.at === 'changed' || save?.at === 'failed'
    try {
      for (const [id, { version, content }] of Object.entries(kept.sections))
        if (there.has(id) && idle(s.sections.get(id)?.save)) {
          await server.saveSection(id, version, content)
          delete rest[id]
        }
      if (kept.outline && idle(s.outline.save)) {
        await server.saveOutline(kept.outline.version, kept.outline.doc)
        delete kept.outline
      }
    } catch {
      // the draft is there next time
    }
    drafts.keep({ ...kept, sections: rest })
  }
}
