/** What lives as long as a course is written: saving, drafts and conflicts, with a server of the test's and a clock that is moved. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CourseOutline, CourseSection } from '../../../contract/course/course.routes.ts'
import type { Outline, SectionContent } from '../../../contract/course/outline.schema.ts'
import { sectionsOf } from '../../../contract/course/outline.ts'
import type { ProblemCode } from '../../../contract/problems.ts'
import { ProblemError } from '../../../lib/problem.ts'
import type { AuthorState, ReadyState } from './author.state.ts'
import { isStuck, savePhaseOf } from './author.state.ts'
import * as act from './outline.logic.ts'
import type { AuthorDrafts, AuthorDraftStore, AuthorServer } from './outside.ts'
import { openAuthor } from './store.ts'

const pace = { draft: 10, save: 100, most: 400, again: 500 }
const fail = (code: ProblemCode | 'network', status: number) => new ProblemError({ code, status, request_id: '' })
const text = (body: string): SectionContent => ({ kind: 'text', body, body_other: '' })
const base: act.Draft = {
  chapters: [
    {
      ...act.newChapter('c', 'C'),
      lessons: [{ ...act.newLesson('l', 'L'), sections: [act.newSection('s', 'text', 'S')] }],
    },
  ],
}

function stage(o: { drafts?: AuthorDrafts; can?: string[] } = {}) {
  const kept = { version: 1, doc: base, said: new Map([['s', { version: 1, content: text('One') }]]) }
  const calls: string[] = []
  const on: { outline?: Error | undefined; section?: Error | undefined } = {}
  const shown = (): CourseOutline => {
    const draft: Outline = {
      chapters: kept.doc.chapters.map((c) => ({
        ...c,
        lessons: c.lessons.map((l) => ({
          ...l,
          sections: l.sections.map(({ copy_of: _copy, ...s }) => ({ ...s, revision: kept.said.has(s.id) ? 1 : 0 })),
        })),
      })),
    }
    const course = { id: 'k', can: o.can ?? ['update'], translation: null } as unknown as CourseOutline['course']
    return { course, version: kept.version, draft, published: null }
  }
  const section = (id: string): CourseSection => {
    const said = kept.said.get(id) ?? { version: 0, content: text('') }
    return { id, ...said, revision: said.version ? 1 : 0, updated_at: '2026-01-01T00:00:00Z', updated_by_name: 'Ann' }
  }
  const server: AuthorServer = {
    read: () => Promise.resolve(shown()),
    section: (id) =>
      sectionsOf(shown().draft).some((s) => s.id === id)
        ? Promise.resolve(section(id))
        : Promise.reject(fail('not_found', 404)),
    saveOutline: (version, doc) => {
      calls.push('outline')
      if (on.outline) return Promise.reject(on.outline)
      if (version !== kept.version) return Promise.reject(fail('stale_version', 409))
      Object.assign(kept, { version: version + 1, doc })
      return Promise.resolve(shown())
    },
    saveSection: (id, version, content) => {
      calls.push(id)
      if (on.section) return Promise.reject(on.section)
      if (version !== section(id).version) return Promise.reject(fail('stale_version', 409))
      kept.said.set(id, { version: version + 1, content })
      return Promise.resolve(section(id))
    },
  }
  let drafts: AuthorDrafts = o.drafts ?? { sections: {} }
  const store: AuthorDraftStore = {
    read: () => drafts,
    keep: (made) => {
      drafts = made
    },
  }
  const open = () => openAuthor(server, store, pace)
  return { kept, calls, on, open, drafts: () => drafts }
}
const ready = (s: AuthorState): ReadyState => {
  if (s.at !== 'ready') throw new Error(s.at)
  return s
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const renamed = (title: string, doc: act.Draft = base) => act.writePart(doc, 'l', { title })

test('what is written is saved once it rests, and then what was written meanwhile', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  store.dispatch({ type: 'outline', doc: renamed('A') })
  await pass(50)
  store.dispatch({ type: 'outline', doc: renamed('AB') })
  await pass(50)
  expect(s.calls).toEqual([])
  await pass(60)
  expect(s.calls).toEqual(['outline'])
  expect(s.kept.doc.chapters[0]?.lessons[0]?.title).toBe('AB')
  expect(savePhaseOf(ready(store.getState())).at).toBe('saved')
  expect(s.drafts()).toEqual({ sections: {} })
  close()
})

test('who types without a pause is kept in the browser at once, and saved before long', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  for (let n = 1; n <= 12; n++) {
    store.dispatch({ type: 'outline', doc: renamed(`A${n}`) })
    await pass(50)
    expect(s.drafts().outline?.doc, 'before it is saved').toEqual(
      s.calls.length ? s.drafts().outline?.doc : renamed(`A${n}`),
    )
  }
  expect(s.calls.length).toBeGreaterThan(0)
  store.dispatch({ type: 'outline', doc: renamed('Z') })
  store.dispatch({ type: 'ask/keep' })
  expect(s.drafts().outline?.doc).toEqual(renamed('Z'))
  close()
})

test('what two wrote in different places goes together, and each change is a step that can be undone', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  const theirs = { ...base, chapters: base.chapters.map((c) => ({ ...c, title: 'Theirs' })) }
  Object.assign(s.kept, { version: 2, doc: theirs })
  store.dispatch({ type: 'outline', doc: renamed('Mine') })
  await pass(400)
  expect(s.kept.doc).toEqual(renamed('Mine', theirs))
  expect(savePhaseOf(ready(store.getState())).at).toBe('saved')
  store.dispatch({ type: 'undo' })
  expect(ready(store.getState()).outline.history.now).toEqual(renamed('Mine'))
  close()
})

test('a section is saved before a copy of it is made of what the server has', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  store.dispatch({ type: 'ask/section', id: 's' })
  await pass(0)
  store.dispatch({ type: 'section', id: 's', content: text('Two') })
  store.dispatch({ type: 'outline', doc: act.duplicate(base, 's', () => 's2')?.doc ?? base })
  await pass(200)
  expect(s.calls).toEqual(['s', 'outline'])
  expect(act.sectionsIn(ready(store.getState()).outline.history.now).map((x) => [x.id, x.copy_of])).toEqual([
    ['s', undefined],
    ['s2', undefined],
  ])
  close()
})

test('a new section is read once the server knows it', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  store.dispatch({ type: 'outline', doc: act.appendSection(base, 'l', act.newSection('n', 'text', 'N')) })
  store.dispatch({ type: 'ask/section', id: 'n' })
  await pass(0)
  expect(s.calls).toEqual(['outline'])
  expect(ready(store.getState()).sections.get('n')?.now).toEqual(text(''))
  close()
})

test('where somebody else saved meanwhile both are kept until one is chosen, and undo brings one’s own back', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  Object.assign(s.kept, { version: 2, doc: renamed('Theirs') })
  store.dispatch({ type: 'outline', doc: renamed('Mine') })
  await pass(200)
  const conflict = ready(store.getState())
  expect(conflict.outline.save.at).toBe('conflict')
  expect(isStuck(conflict)).toBe(true)
  expect(s.drafts().outline).toMatchObject({ version: 1 })
  await pass(5000)
  expect(s.calls).toEqual(['outline'])
  store.dispatch({ type: 'ask/settle', of: 'outline', way: 'theirs' })
  await pass(200)
  expect(ready(store.getState()).outline.history.now).toEqual(renamed('Theirs'))
  store.dispatch({ type: 'undo' })
  await pass(200)
  expect(s.kept.doc).toEqual(renamed('Mine'))
  close()
})

test('mine of a section is written on top of theirs', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  store.dispatch({ type: 'ask/section', id: 's' })
  await pass(0)
  s.kept.said.set('s', { version: 2, content: text('Theirs') })
  store.dispatch({ type: 'section', id: 's', content: text('Mine') })
  await pass(200)
  expect(ready(store.getState()).sections.get('s')).toMatchObject({ save: { at: 'conflict' }, theirs: { version: 2 } })
  store.dispatch({ type: 'ask/settle', of: { section: 's' }, way: 'mine' })
  await pass(200)
  expect(s.kept.said.get('s')).toEqual({ version: 3, content: text('Mine') })
  close()
})

test('a lost network is tried again, and what is refused waits for the next change', async () => {
  const s = stage()
  s.on.outline = fail('network', 0)
  const { store, close } = s.open()
  await pass(0)
  store.dispatch({ type: 'outline', doc: renamed('A') })
  await pass(200)
  expect(savePhaseOf(ready(store.getState())).at).toBe('failed')
  s.on.outline = undefined
  await pass(600)
  expect(s.kept.doc).toEqual(renamed('A'))
  s.on.outline = fail('validation', 422)
  store.dispatch({ type: 'outline', doc: renamed('B') })
  await pass(5000)
  expect(s.calls).toHaveLength(3)
  store.dispatch({ type: 'ask/retry' })
  await pass(200)
  expect(s.calls, 'or for who asks for another try').toHaveLength(4)
  s.on.outline = undefined
  store.dispatch({ type: 'outline', doc: renamed('C') })
  await pass(200)
  expect(s.kept.doc).toEqual(renamed('C'))
  close()
})

test('what an earlier page could not save comes back, and is saved or shown beside what stands', async () => {
  const sections = { s: { version: 0, content: text('Old base') } }
  const s = stage({ drafts: { outline: { version: 1, doc: renamed('Draft') }, sections } })
  const { store, close } = s.open()
  await pass(300)
  expect(s.kept.doc).toEqual(renamed('Draft'))
  expect(ready(store.getState()).sections.get('s')).toMatchObject({
    now: text('Old base'),
    save: { at: 'conflict' },
    theirs: { content: text('One') },
  })
  close()
})

test('on the way out the rest is saved', async () => {
  const s = stage()
  const { store, close } = s.open()
  await pass(0)
  store.dispatch({ type: 'outline', doc: renamed('Last') })
  close()
  await pass(0)
  expect(s.kept.doc).toEqual(renamed('Last'))
  expect(s.drafts().outline).toBeUndefined()
})

test('who may only read saves nothing', async () => {
  const s = stage({ can: [] })
  const { store, close } = s.open()
  await pass(0)
  store.dispatch({ type: 'outline', doc: renamed('A') })
  await pass(500)
  expect(s.calls).toEqual([])
  close()
})
