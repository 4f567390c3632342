/** Rules of outlines and of learning in them, as properties of any outline. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { courseProgress, isLessonDone, lessonLock, nextSection, type SectionRecord } from './learn.ts'
import { editionChange, lessonsOf, isEmptyContent, sectionsOf, slidesOf } from './outline.ts'
import { Outline, type OutlineLesson } from './outline.schema.ts'

const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString())
/** Ids by place, and lessons that wait for one before them. */
const outline = fc
  .array(
    fc.array(
      fc.record({
        sections: fc.array(
          fc.record({
            optional: fc.boolean(),
            rule: fc.constantFrom('read' as const, 'ticked' as const),
            revision: fc.integer({ min: 0, max: 3 }),
          }),
          { maxLength: 3 },
        ),
        waits: fc.option(fc.nat()),
        opens_at: fc.option(instant),
      }),
      { maxLength: 4 },
    ),
    { maxLength: 4 },
  )
  .map((chapters) => {
    const passed: string[] = []
    return Outline.parse({
      chapters: chapters.map((lessons, c) => ({
        id: `c${c}`,
        title: 'C',
        lessons: lessons.map(({ sections, waits, opens_at }, l) => {
          const id = `c${c}l${l}`
          const after = waits === null ? null : (passed[waits % Math.max(1, passed.length)] ?? null)
          passed.push(id)
          return {
            id,
            title: 'L',
            opens_at,
            after,
            sections: sections.map((s, n) => ({ id: `${id}s${n}`, title: 'S', kind: 'text', ...s })),
          }
        }),
      })),
    })
  })
type Any = ReturnType<(typeof Outline)['parse']>
const records = (o: Any, marks: readonly number[]) =>
  new Map<string, SectionRecord>(
    sectionsOf(o).flatMap((s, n) => {
      const mark = marks[n % Math.max(1, marks.length)] ?? 0
      return mark === 0
        ? []
        : [[s.id, { done_at: mark === 2 ? '2026-02-02T00:00:00.000Z' : null, share: null, tries: 0 }]]
    }),
  )
const marks = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 7 })
const moment = instant.map((at) => new Date(at))

describe('an edition', () => {
  it('changes nothing against itself, and adds all where nothing was shown', () => {
    fc.assert(
      fc.property(outline, (o) => {
        expect(editionChange(o, o)).toEqual({ added: [], removed: [], rewritten: [], ruled: [] })
        expect(editionChange(undefined, o).added).toEqual(sectionsOf(o))
      }),
    )
  })
  it('adds one way what it removes the other, and rewrites only what both have', () => {
    fc.assert(
      fc.property(outline, outline, (a, b) => {
        const ids = (list: readonly { id: string }[]) => list.map((s) => s.id).toSorted()
        const [there, back] = [editionChange(a, b), editionChange(b, a)]
        expect(ids(there.added)).toEqual(ids(back.removed))
        expect(ids(there.rewritten)).toEqual(ids(back.rewritten))
        expect(ids(there.ruled)).toEqual(ids(back.ruled))
        const both = new Set(sectionsOf(a).map((s) => s.id))
        for (const s of [...there.rewritten, ...there.ruled]) expect(both.has(s.id)).toBe(true)
      }),
    )
  })
})

describe('learning', () => {
  it('never closes a lesson that somebody has begun', () => {
    fc.assert(
      fc.property(outline, marks, moment, (o, m, now) => {
        const had = records(o, m)
        for (const l of lessonsOf(o))
          if (l.sections.some((s) => had.has(s.id))) expect(lessonLock(o, l, had, now)).toBeUndefined()
      }),
    )
  })
  it('closes a lesson for a date that is still to come, or for one before it that is not done, and for nothing else', () => {
    fc.assert(
      fc.property(outline, marks, moment, (o, m, now) => {
        const had = records(o, m)
        const byId = new Map(lessonsOf(o).map((l): [string, OutlineLesson] => [l.id, l]))
        for (const l of lessonsOf(o)) {
          const lock = lessonLock(o, l, had, now)
          if (lock?.why === 'date') expect(Date.parse(lock.at)).toBeGreaterThan(now.getTime())
          const before = byId.get(lock?.why === 'after' ? lock.lesson : '')
          if (lock?.why === 'after') expect(before && !isLessonDone(before, had)).toBe(true)
        }
      }),
    )
  })
  it('goes on with something that counts, is open and is not done, and is complete when nothing counts against it', () => {
    fc.assert(
      fc.property(outline, marks, moment, (o, m, now) => {
        const had = records(o, m)
        const progress = courseProgress(o, had)
        expect(progress.share).toBeGreaterThanOrEqual(0)
        expect(progress.share).toBeLessThanOrEqual(1)
        expect(progress.complete).toBe(progress.sections > 0 && progress.done === progress.sections)
        const next = nextSection(o, had, now)
        if (progress.complete) expect(next).toBeUndefined()
        if (next) {
          expect(next.section.optional).toBe(false)
          expect(had.get(next.section.id)?.done_at ?? null).toBeNull()
          expect(lessonLock(o, next.lesson, had, now)).toBeUndefined()
        }
      }),
    )
  })
  it('is never further back after one section more is done', () => {
    fc.assert(
      fc.property(outline, marks, fc.nat(), (o, m, n) => {
        const had = records(o, m)
        const all = sectionsOf(o)
        const one = all[n % Math.max(1, all.length)]
        if (!one) return
        const more = new Map(had).set(one.id, { done_at: '2026-02-03T00:00:00.000Z', share: null, tries: 0 })
        expect(courseProgress(o, more).done).toBeGreaterThanOrEqual(courseProgress(o, had).done)
      }),
    )
  })
})

describe('slides', () => {
  it('end where a line is three dashes alone', () => {
    expect(slidesOf('a\n---\nb\r\n---  \r\nc\n\n---\n')).toEqual(['a', 'b', 'c'])
    expect(slidesOf('| a | b |\n| --- | --- |\n| c | d |')).toHaveLength(1)
    const slides = { kind: 'slides', body: '---\n---\n', body_other: 'x', pdf: null, pdf_other: null } as const
    expect(isEmptyContent(slides)).toBe(true)
    expect(isEmptyContent({ ...slides, pdf: { file: 'f', name: 'f.pdf', size: 1 } })).toBe(false)
    expect(isEmptyContent({ kind: 'text', body: ' \n', body_other: '' })).toBe(true)
  })
})
