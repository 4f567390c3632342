/** A course while it is written: its outline with undo, what its sections say, and of each whether it is on the server. */
import type { Course } from '../../../contract/course/course.schema.ts'
import type { CourseOutline, CourseSection } from '../../../contract/course/course.routes.ts'
import type { Outline, SectionContent } from '../../../contract/course/outline.schema.ts'
import { sectionsOf } from '../../../contract/course/outline.ts'
import { deepEqual } from '../../../contract/lib/equal.ts'
import { type History, newHistory, recordChange, redo, undo } from '../../../lib/history.ts'
import type { AppProblem } from '../../../lib/problem.ts'
import { type Draft, draftOf, settledCopies } from './outline.logic.ts'

export type SavePhase =
  | { at: 'saved' }
  | { at: 'changed' }
  | { at: 'saving' }
  | { at: 'failed'; problem: AppProblem }
  /** Somebody else saved meanwhile: both are kept until one is chosen. */
  | { at: 'conflict' }

interface StoredSection {
  content: SectionContent
  version: number
  updated_at: string
  updated_by_name: string
}
export interface SectionState {
  stored: StoredSection
  now: SectionContent
  save: SavePhase
  theirs?: StoredSection | undefined
}
export interface ReadyState {
  at: 'ready'
  course: Course
  published: Outline | null
  /** Of each section that somebody wrote. */
  revisions: ReadonlyMap<string, number>
  outline: {
    stored: Draft
    version: number
    history: History<Draft>
    save: SavePhase
    theirs?: CourseOutline | undefined
  }
  sections: ReadonlyMap<string, SectionState>
  /** Sections on their way, and those that did not come. */
  reading: ReadonlyMap<string, AppProblem | undefined>
}
export type AuthorState = { at: 'loading' } | { at: 'failed'; problem: AppProblem } | ReadyState

export type AuthorAction =
  | { type: 'loaded'; outline: CourseOutline }
  | { type: 'failed'; problem: AppProblem }
  | { type: 'outline'; doc: Draft; mark?: string }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'outline/save'; save: SavePhase; theirs?: CourseOutline }
  /** What somebody else saved meanwhile goes together with what is written here. */
  | { type: 'outline/merged'; outline: CourseOutline; doc: Draft }
  | { type: 'outline/stored'; outline: CourseOutline; sent: Draft }
  | { type: 'section/read'; id: string }
  | { type: 'section/unread'; id: string; problem: AppProblem }
  | { type: 'section/loaded'; id: string; section: CourseSection; draft?: SectionContent }
  | { type: 'section'; id: string; content: SectionContent }
  | { type: 'section/save'; id: string; save: SavePhase; theirs?: CourseSection }
  | { type: 'section/stored'; id: string; section: CourseSection; sent: SectionContent }
  | { type: 'reread'; outline: CourseOutline }
  | { type: 'ask/save' }
  /** What was refused is sent again as it is: what it was refused for may have gone. */
  | { type: 'ask/retry' }
  | { type: 'ask/reread' }
  | { type: 'ask/again' }
  /** What is not on the server is kept in the browser now. */
  | { type: 'ask/keep' }
  | { type: 'ask/section'; id: string }
  | { type: 'ask/settle'; of: 'outline' | { section: string }; way: 'mine' | 'theirs' }

const start: AuthorState = { at: 'loading' }

export const isOutlineUnsaved = (s: ReadyState): boolean => !deepEqual(s.outline.history.now, s.outline.stored)
export const isSectionUnsaved = (s: SectionState): boolean => !deepEqual(s.now, s.stored.content)
export const hasUnsaved = (s: AuthorState): boolean =>
  s.at === 'ready' && (isOutlineUnsaved(s) || [...s.sections.values()].some(isSectionUnsaved))

/** Something is not on the server and cannot go there by itself: leaving is asked about. */
export const isStuck = (s: AuthorState): boolean =>
  hasUnsaved(s) && s.at === 'ready' && ['failed', 'conflict'].includes(savePhaseOf(s).at)
/** Learners see another edition than the one that is written. */
export const isChanged = (s: ReadyState): boolean =>
  s.published !== null &&
  (!deepEqual(draftOf(s.published), s.outline.history.now) ||
    sectionsOf(s.published).some((x) => x.revision !== (s.revisions.get(x.id) ?? 0)))

/** What the whole says beside its title: the worst of all that is kept. */
export function savePhaseOf(s: ReadyState): SavePhase {
  const all = [s.outline.save, ...[...s.sections.values()].map((x) => x.save)]
  for (const at of ['conflict', 'failed', 'saving', 'changed'] as const) {
    const found = all.find((p) => p.at === at)
    if (found) return found
  }
  return { at: 'saved' }
}

const storedOf = ({ content, version, updated_at, updated_by_name }: CourseSection): StoredSection => ({
  content,
  version,
  updated_at,
  updated_by_name,
})
const revisionsOf = (outline: Outline): ReadonlyMap<string, number> =>
  new Map(sectionsOf(outline).map((s) => [s.id, s.revision]))

const withSection = (s: ReadyState, id: string, to: (had: SectionState) => SectionState): ReadyState => {
  const had = s.sections.get(id)
  return had ? { ...s, sections: new Map(s.sections).set(id, to(had)) } : s
}
const moved = (s: ReadyState, history: History<Draft>): ReadyState => {
  const next = { ...s, outline: { ...s.outline, history } }
  if (s.outline.save.at === 'conflict' || s.outline.save.at === 'saving') return next
  return { ...next, outline: { ...next.outline, save: { at: isOutlineUnsaved(next) ? 'changed' : 'saved' } } }
}

/** It stands on what somebody else saved. @param doc what is written from here on, as a step like any other: one's own comes back by undoing it */
function withTheirs(s: ReadyState, theirs: CourseOutline, doc?: Draft): ReadyState {
  const { history } = s.outline
  const next: ReadyState = {
    ...s,
    course: theirs.course,
    published: theirs.published,
    revisions: revisionsOf(theirs.draft),
    outline: { stored: draftOf(theirs.draft), version: theirs.version, history, save: { at: 'saved' } },
  }
  return moved(next, doc ? recordChange(history, doc) : history)
}

export function reduceAuthor(s: AuthorState = start, a: AuthorAction): AuthorState {
  if (a.type === 'loaded') {
    const draft = draftOf(a.outline.draft)
    return {
      at: 'ready',
      course: a.outline.course,
      published: a.outline.published,
      revisions: revisionsOf(a.outline.draft),
      outline: { stored: draft, version: a.outline.version, history: newHistory(draft), save: { at: 'saved' } },
      sections: new Map(),
      reading: new Map(),
    }
  }
  if (a.type === 'failed') return { at: 'failed', problem: a.problem }
  if (s.at !== 'ready') return a.type === 'ask/again' ? start : s
  switch (a.type) {
    case 'outline':
      return moved(s, recordChange(s.outline.history, a.doc, a.mark))
    case 'undo':
      return moved(s, undo(s.outline.history))
    case 'redo':
      return moved(s, redo(s.outline.history))
    case 'outline/save':
      return { ...s, outline: { ...s.outline, save: a.save, theirs: a.theirs ?? undefined } }
    case 'outline/merged':
      return withTheirs(s, a.outline, a.doc)
    case 'outline/stored': {
      const stored = draftOf(a.outline.draft)
      const { history } = s.outline
      const next: ReadyState = {
        ...s,
        course: a.outline.course,
        published: a.outline.published,
        revisions: revisionsOf(a.outline.draft),
        outline: {
          stored,
          version: a.outline.version,
          history: { ...history, now: settledCopies(history.now, a.sent) },
          save: { at: 'saved' },
        },
      }
      return moved(next, next.outline.history)
    }
    case 'section/read':
      return { ...s, reading: new Map(s.reading).set(a.id, undefined) }
    case 'section/unread':
      return { ...s, reading: new Map(s.reading).set(a.id, a.problem) }
    case 'section/loaded': {
      const reading = new Map(s.reading)
      reading.delete(a.id)
      const stored = storedOf(a.section)
      const now = a.draft ?? stored.content
      const save: SavePhase = { at: a.draft ? 'changed' : 'saved' }
      return { ...s, reading, sections: new Map(s.sections).set(a.id, { stored, now, save }) }
    }
    case 'section':
      return withSection(s, a.id, (had) => {
        const next = { ...had, now: a.content }
        if (had.save.at === 'conflict' || had.save.at === 'saving') return next
        return { ...next, save: { at: isSectionUnsaved(next) ? 'changed' : 'saved' } }
      })
    case 'section/save':
      return withSection(s, a.id, (had) => ({ ...had, save: a.save, theirs: a.theirs && storedOf(a.theirs) }))
    case 'section/stored': {
      const next = withSection(s, a.id, (had) => {
        const kept = { ...had, stored: storedOf(a.section) }
        // versions of questions are the server's to say: of what was sent and stands, the answer is what stands
        const now = deepEqual(had.now, a.sent) ? kept.stored.content : had.now
        return { ...kept, now, save: { at: isSectionUnsaved({ ...kept, now }) ? 'changed' : 'saved' } }
      })
      return { ...next, revisions: new Map(s.revisions).set(a.id, a.section.revision) }
    }
    case 'ask/settle': {
      if (a.of === 'outline') {
        const { theirs } = s.outline
        return theirs ? withTheirs(s, theirs, a.way === 'theirs' ? draftOf(theirs.draft) : undefined) : s
      }
      return withSection(s, a.of.section, (had) => {
        if (!had.theirs) return had
        const next = { stored: had.theirs, now: a.way === 'theirs' ? had.theirs.content : had.now }
        const save: SavePhase = { at: deepEqual(next.now, next.stored.content) ? 'saved' : 'changed' }
        return { ...next, save }
      })
    }
    case 'ask/retry': {
      const again = (save: SavePhase): SavePhase => (save.at === 'failed' ? { at: 'changed' } : save)
      return {
        ...s,
        outline: { ...s.outline, save: again(s.outline.save) },
        sections: new Map([...s.sections].map(([id, x]) => [id, { ...x, save: again(x.save) }])),
      }
    }
    case 'reread':
      return { ...s, course: a.outline.course, published: a.outline.published }
    default:
      return s
  }
}
