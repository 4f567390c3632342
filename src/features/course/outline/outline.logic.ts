/** What an author does to an outline: each act takes it as it is and gives it as it is then. Lessons that would wait for a later one do not. */
import type { z } from 'zod'
import { completionOf, type SectionKind, usualShare } from '../../../contract/course/outline.ts'
import type { Outline, OutlineBody } from '../../../contract/course/outline.schema.ts'

export type Draft = z.output<typeof OutlineBody>
export type DraftChapter = Draft['chapters'][number]
export type DraftLesson = DraftChapter['lessons'][number]
export type DraftSection = DraftLesson['sections'][number]

export type OutlinePlace =
  | { at: 'chapter'; chapter: DraftChapter }
  | { at: 'lesson'; chapter: DraftChapter; lesson: DraftLesson }
  | { at: 'section'; chapter: DraftChapter; lesson: DraftLesson; section: DraftSection }
export type Side = 'before' | 'into' | 'after'

/** An outline as it is written: revisions are the server's. */
export const draftOf = (outline: Outline): Draft => ({
  chapters: outline.chapters.map((c) => ({
    ...c,
    lessons: c.lessons.map((l) => ({ ...l, sections: l.sections.map(({ revision: _revision, ...s }) => s) })),
  })),
})

export function placeOf(doc: Draft, id: string): OutlinePlace | undefined {
  for (const chapter of doc.chapters) {
    if (chapter.id === id) return { at: 'chapter', chapter }
    for (const lesson of chapter.lessons) {
      if (lesson.id === id) return { at: 'lesson', chapter, lesson }
      const section = lesson.sections.find((s) => s.id === id)
      if (section) return { at: 'section', chapter, lesson, section }
    }
  }
  return undefined
}
export const lessonsIn = (doc: Draft): DraftLesson[] => doc.chapters.flatMap((c) => c.lessons)
export const sectionsIn = (doc: Draft): DraftSection[] => lessonsIn(doc).flatMap((l) => l.sections)
/** Lessons that this one may wait for: those before it. */
export const lessonsBefore = (doc: Draft, id: string): DraftLesson[] => {
  const all = lessonsIn(doc)
  return all.slice(
    0,
    all.findIndex((l) => l.id === id),
  )
}

const chaptersTo = (doc: Draft, to: (c: DraftChapter) => DraftChapter): Draft => ({ chapters: doc.chapters.map(to) })
const lessonsTo = (doc: Draft, to: (l: DraftLesson) => DraftLesson): Draft =>
  chaptersTo(doc, (c) => ({ ...c, lessons: c.lessons.map(to) }))

/** Nobody waits for a lesson that is gone or comes later. */
function dropLateWaits(doc: Draft): Draft {
  const passed = new Set<string>()
  return lessonsTo(doc, (l) => {
    const after = l.after !== null && passed.has(l.after) ? l.after : null
    passed.add(l.id)
    return after === l.after ? l : { ...l, after }
  })
}
/** Lessons that waited for another and do not any more. */
export function freed(before: Draft, after: Draft): DraftLesson[] {
  const waited = new Map(lessonsIn(before).map((l) => [l.id, l.after]))
  return lessonsIn(after).filter((l) => l.after === null && (waited.get(l.id) ?? null) !== null)
}

const put = <T>(list: readonly T[], at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)]

export const newChapter = (id: string, title: string): DraftChapter => ({ id, title, title_other: '', lessons: [] })
export const newLesson = (id: string, title: string): DraftLesson => ({
  id,
  title,
  title_other: '',
  theory: 1,
  experiment: 0,
  after: null,
  opens_at: null,
  with_hour: false,
  sections: [],
})
export const newSection = (id: string, kind: SectionKind, title: string): DraftSection => ({
  id,
  title,
  title_other: '',
  kind,
  rule: completionOf[kind][0],
  share: usualShare(kind),
  optional: false,
  minutes: 0,
})

export const appendChapter = (doc: Draft, chapter: DraftChapter): Draft => ({ chapters: [...doc.chapters, chapter] })
export const appendLesson = (doc: Draft, chapter: string, lesson: DraftLesson): Draft =>
  chaptersTo(doc, (c) => (c.id === chapter ? { ...c, lessons: [...c.lessons, lesson] } : c))
export const appendSection = (doc: Draft, lesson: string, section: DraftSection): Draft =>
  lessonsTo(doc, (l) => (l.id === lesson ? { ...l, sections: [...l.sections, section] } : l))

type Written = Partial<Omit<DraftLesson, 'id' | 'sections'> & Omit<DraftSection, 'id' | 'kind'>>
/** Writes fields of a chapter, a lesson or a section. */
export const writePart = (doc: Draft, id: string, part: Written): Draft =>
  dropLateWaits(
    chaptersTo(doc, (c) =>
      c.id === id
        ? { ...c, ...part }
        : {
            ...c,
            lessons: c.lessons.map((l) =>
              l.id === id
                ? { ...l, ...part }
                : { ...l, sections: l.sections.map((s) => (s.id === id ? { ...s, ...part } : s)) },
            ),
          },
    ),
  )

const without = (doc: Draft, id: string): Draft => ({
  chapters: doc.chapters
    .filter((c) => c.id !== id)
    .map((c) => ({
      ...c,
      lessons: c.lessons
        .filter((l) => l.id !== id)
        .map((l) => ({ ...l, sections: l.sections.filter((s) => s.id !== id) })),
    })),
})
export const removePart = (doc: Draft, id: string): Draft => dropLateWaits(without(doc, id))

/** Whether what is dragged may land there: beside its like, or in what holds such. */
export function lands(doc: Draft, id: string, on: string, side: Side): boolean {
  const moved = placeOf(doc, id)
  const target = placeOf(doc, on)
  if (!moved || !target || id === on) return false
  if (moved.at === target.at) return side !== 'into'
  const into = (moved.at === 'lesson' && target.at === 'chapter') || (moved.at === 'section' && target.at === 'lesson')
  return into && side !== 'before'
}

/** Puts a chapter, a lesson or a section beside another, or into what holds such: at its end, `after` its heading at its start. */
export function move(doc: Draft, id: string, on: string, side: Side): Draft {
  const moved = placeOf(doc, id)
  if (!moved || !lands(doc, id, on, side)) return doc
  const rest = without(doc, id)
  const beside = <T extends { id: string }>(list: readonly T[], item: T): T[] => {
    const at = list.findIndex((x) => x.id === on)
    return at < 0 ? [...list] : put(list, side === 'after' ? at + 1 : at, item)
  }
  const inside = <T>(list: readonly T[], item: T): T[] => (side === 'after' ? [item, ...list] : [...list, item])
  if (moved.at === 'chapter') return dropLateWaits({ chapters: beside(rest.chapters, moved.chapter) })
  if (moved.at === 'lesson')
    return dropLateWaits(
      chaptersTo(rest, (c) => ({
        ...c,
        lessons: c.id === on ? inside(c.lessons, moved.lesson) : beside(c.lessons, moved.lesson),
      })),
    )
  return lessonsTo(rest, (l) => ({
    ...l,
    sections: l.id === on ? inside(l.sections, moved.section) : beside(l.sections, moved.section),
  }))
}

/** One place up or down, over the end of a lesson or a chapter into the one beside it. The same outline where there is no way. */
export function step(doc: Draft, id: string, way: 'up' | 'down'): Draft {
  const moved = placeOf(doc, id)
  if (!moved) return doc
  const by = way === 'up' ? -1 : 1
  const side = way === 'up' ? 'before' : 'after'
  // over an end: to the end of what comes before, to the start of what comes next
  const over = way === 'up' ? 'into' : 'after'
  const neighbour = <T extends { id: string }>(list: readonly T[], of: string) =>
    list[list.findIndex((x) => x.id === of) + by]
  if (moved.at === 'chapter') {
    const next = neighbour(doc.chapters, id)
    return next ? move(doc, id, next.id, side) : doc
  }
  if (moved.at === 'lesson') {
    const next = neighbour(moved.chapter.lessons, id)
    if (next) return move(doc, id, next.id, side)
    const chapter = neighbour(doc.chapters, moved.chapter.id)
    return chapter ? move(doc, id, chapter.id, over) : doc
  }
  const next = neighbour(moved.lesson.sections, id)
  if (next) return move(doc, id, next.id, side)
  const lesson = neighbour(lessonsIn(doc), moved.lesson.id)
  return lesson ? move(doc, id, lesson.id, over) : doc
}

/** A copy right behind it, with ids of its own; its sections begin with what those of the original say. */
export function duplicate(doc: Draft, id: string, newId: () => string): { doc: Draft; made: string } | undefined {
  const place = placeOf(doc, id)
  if (!place) return undefined
  const copied = new Map<string, string>()
  const idOf = (was: string) => {
    const made = newId()
    copied.set(was, made)
    return made
  }
  const section = (s: DraftSection): DraftSection => ({ ...s, id: idOf(s.id), copy_of: s.copy_of ?? s.id })
  // a copy of what was taken is one's own
  const lesson = ({ taken_from: _from, ...l }: DraftLesson): DraftLesson => ({
    ...l,
    id: idOf(l.id),
    after: l.after === null ? null : (copied.get(l.after) ?? l.after),
    sections: l.sections.map(section),
  })
  const behind = <T extends { id: string }>(list: readonly T[], item: T): T[] =>
    put(list, list.findIndex((x) => x.id === id) + 1, item)
  if (place.at === 'chapter') {
    const made = { ...place.chapter, id: idOf(id), lessons: place.chapter.lessons.map(lesson) }
    return { doc: { chapters: behind(doc.chapters, made) }, made: made.id }
  }
  if (place.at === 'lesson') {
    const made = lesson(place.lesson)
    const next = chaptersTo(doc, (c) => (c.id === place.chapter.id ? { ...c, lessons: behind(c.lessons, made) } : c))
    return { doc: next, made: made.id }
  }
  const made = section(place.section)
  const next = lessonsTo(doc, (l) => (l.id === place.lesson.id ? { ...l, sections: behind(l.sections, made) } : l))
  return { doc: next, made: made.id }
}

/** What was saved says what it says by itself. */
export const settledCopies = (doc: Draft, saved: Draft): Draft => {
  const there = new Set(sectionsIn(saved).map((s) => s.id))
  return lessonsTo(doc, (l) => ({
    ...l,
    sections: l.sections.map((s) => {
      if (s.copy_of === undefined || !there.has(s.id)) return s
      const { copy_of: _copy, ...rest } = s
      return rest
    }),
  }))
}

export interface OutlineLine {
  id: string
  level: number
  open: boolean | undefined
  place: OutlinePlace
}
/** Lines in sight, from the top down. */
export function outlineLines(doc: Draft, folded: ReadonlySet<string>): OutlineLine[] {
  const opened = (id: string, below: readonly unknown[]) => (below.length ? !folded.has(id) : undefined)
  return doc.chapters.flatMap((chapter): OutlineLine[] => {
    const open = opened(chapter.id, chapter.lessons)
    const lessons = chapter.lessons.flatMap((lesson): OutlineLine[] => {
      const shown = opened(lesson.id, lesson.sections)
      const sections = lesson.sections.map(
        (section): OutlineLine => ({
          id: section.id,
          level: 3,
          open: undefined,
          place: { at: 'section', chapter, lesson, section },
        }),
      )
      return [
        { id: lesson.id, level: 2, open: shown, place: { at: 'lesson', chapter, lesson } },
        ...(shown ? sections : []),
      ]
    })
    return [{ id: chapter.id, level: 1, open, place: { at: 'chapter', chapter } }, ...(open ? lessons : [])]
  })
}
