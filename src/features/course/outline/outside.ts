/** What writing a course needs from outside: the server, a place for drafts in the browser, and its pace. */
import type { CourseOutline, CourseSection } from '../../../contract/course/course.routes.ts'
import { OutlineBody, SectionContent } from '../../../contract/course/outline.schema.ts'
import { isRecord } from '../../../contract/lib/typed.ts'
import type { Extra } from '../../../kit/data/call.ts'
import { scoped, type Store } from '../../../lib/storage.ts'
import type { Draft } from './outline.logic.ts'

/** Every call rejects with a problem. */
export interface AuthorServer {
  read: () => Promise<CourseOutline>
  section: (id: string) => Promise<CourseSection>
  saveOutline: (version: number, doc: Draft) => Promise<CourseOutline>
  saveSection: (id: string, version: number, content: SectionContent) => Promise<CourseSection>
}
/** What was written and is not on the server yet, each on the version it began from. */
export interface AuthorDrafts {
  outline?: { version: number; doc: Draft }
  sections: Readonly<Record<string, { version: number; content: SectionContent }>>
}
export interface AuthorDraftStore {
  read(): AuthorDrafts
  /** Without any, nothing is kept. */
  keep(drafts: AuthorDrafts): void
}
export interface AuthorPace {
  /** Milliseconds from a change to its draft in the browser, and to the server. */
  draft: number
  save: number
  /** From a change to the server at the longest, while more come. */
  most: number
  /** Between two tries after a failure. */
  again: number
}
export const authorPace: AuthorPace = { draft: 300, save: 1200, most: 5000, again: 5000 }

type Thunk<T> = (d: unknown, s: unknown, extra: Extra) => Promise<T>
type Dispatch = <T>(thunk: Thunk<T>) => Promise<T>

export function authorServer(dispatch: Dispatch, id: string): AuthorServer {
  const call = <T>(ask: (client: Extra['client']) => Promise<T>): Promise<T> =>
    dispatch((_d, _s, { client }) => ask(client))
  const params = { id }
  return {
    read: () => call((c) => c('GET /courses/:id/outline', { params })),
    section: (section) => call((c) => c('GET /courses/:id/sections/:section', { params: { id, section } })),
    saveOutline: (version, doc) => call((c) => c('PUT /courses/:id/outline', { params, body: { ...doc, version } })),
    saveSection: (section, version, content) =>
      call((c) => c('PUT /courses/:id/sections/:section', { params: { id, section }, body: { content, version } })),
  }
}

/** By user and course, so that nobody finds another's words. */
export function authorDrafts(user: string, course: string, store: Store = scoped('local')): AuthorDraftStore {
  const key = `course-draft:${user}:${course}`
  const versioned = (of: unknown): { version: number; is: Record<string, unknown> } | undefined =>
    isRecord(of) && typeof of['version'] === 'number' ? { version: of['version'], is: of } : undefined
  return {
    read() {
      try {
        const raw: unknown = JSON.parse(store.get(key) ?? 'null')
        if (!isRecord(raw)) return { sections: {} }
        const kept = versioned(raw['outline'])
        const doc = OutlineBody.safeParse(kept?.is['doc'])
        const all = isRecord(raw['sections']) ? Object.entries(raw['sections']) : []
        const sections = all.flatMap(([id, of]) => {
          const one = versioned(of)
          const content = SectionContent.safeParse(one?.is['content'])
          return one && content.success ? [[id, { version: one.version, content: content.data }] as const] : []
        })
        return {
          ...(kept && doc.success ? { outline: { version: kept.version, doc: doc.data } } : {}),
          sections: Object.fromEntries(sections),
        }
      } catch {
        return { sections: {} }
      }
    },
    keep(drafts) {
      if (drafts.outline || Object.keys(drafts.sections).length) store.set(key, JSON.stringify(drafts))
      else store.remove(key)
    },
  }
}
