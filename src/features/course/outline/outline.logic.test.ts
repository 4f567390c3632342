import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutlineBody } from '../../../contract/course/outline.schema.ts'
import * as act from './outline.logic.ts'

const section = (id: string): act.DraftSection => act.newSection(id, 'text', id)
const lesson = (id: string, sections: string[] = [], after: string | null = null): act.DraftLesson => ({
  ...act.newLesson(id, id),
  sections: sections.map(section),
  after,
})
const doc: act.Draft = {
  chapters: [
    { ...act.newChapter('A', 'A'), lessons: [lesson('a1', ['x', 'y']), lesson('a2', ['z'], 'a1')] },
    { ...act.newChapter('B', 'B'), lessons: [lesson('b1', [], 'a2')] },
  ],
}
/** `A(a1[x,y] a2[z]) B(b1[])`, with what a lesson waits for. */
const drawn = (d: act.Draft): string =>
  d.chapters
    .map(
      (c) =>
        `${c.id}(${c.lessons.map((l) => `${l.id}[${l.sections.map((s) => s.id).join()}]${l.after ? `<${l.after}` : ''}`).join(' ')})`,
    )
    .join(' ')

describe('an act on an outline', () => {
  it('moves over the end of a lesson or a chapter into the one beside it', () => {
    expect(drawn(doc)).toBe('A(a1[x,y] a2[z]<a1) B(b1[]<a2)')
    expect(drawn(act.step(doc, 'y', 'down'))).toBe('A(a1[x] a2[y,z]<a1) B(b1[]<a2)')
    expect(drawn(act.step(doc, 'z', 'up'))).toBe('A(a1[x,y,z] a2[]<a1) B(b1[]<a2)')
    expect(drawn(act.step(doc, 'z', 'down'))).toBe('A(a1[x,y] a2[]<a1) B(b1[z]<a2)')
    expect(drawn(act.step(doc, 'a2', 'down'))).toBe('A(a1[x,y]) B(a2[z]<a1 b1[]<a2)')
    expect(act.step(doc, 'x', 'up')).toBe(doc)
    expect(act.step(doc, 'b1', 'down')).toBe(doc)
  })

  it('lets nobody wait for a lesson that comes later or is gone, and says whom it freed', () => {
    const swapped = act.move(doc, 'a1', 'b1', 'after')
    expect(drawn(swapped)).toBe('A(a2[z]) B(b1[]<a2 a1[x,y])')
    expect(act.freed(doc, swapped).map((l) => l.id)).toEqual(['a2'])
    expect(act.freed(doc, act.removePart(doc, 'A')).map((l) => l.id)).toEqual(['b1'])
  })

  it('drops only beside its like, or into what holds such', () => {
    expect(act.lands(doc, 'x', 'z', 'into')).toBe(false)
    expect(act.lands(doc, 'x', 'B', 'into')).toBe(false)
    expect(act.lands(doc, 'A', 'b1', 'after')).toBe(false)
    expect(drawn(act.move(doc, 'x', 'b1', 'into'))).toBe('A(a1[y] a2[z]<a1) B(b1[x]<a2)')
    expect(drawn(act.move(doc, 'b1', 'A', 'after'))).toBe('A(b1[] a1[x,y] a2[z]<a1) B()')
  })

  it('copies with ids of its own, and each section begins with what its original says', () => {
    let n = 0
    const made = act.duplicate(doc, 'A', () => `n${++n}`)
    expect(made && drawn(made.doc)).toBe('A(a1[x,y] a2[z]<a1) n1(n2[n3,n4] n5[n6]<n2) B(b1[]<a2)')
    const copies = made && act.sectionsIn(made.doc).filter((s) => s.copy_of)
    expect(copies?.map((s) => [s.id, s.copy_of])).toEqual([
      ['n3', 'x'],
      ['n4', 'y'],
      ['n6', 'z'],
    ])
    const again = made && act.duplicate(made.doc, 'n3', () => 'm')
    expect(again && act.sectionsIn(again.doc).find((s) => s.id === 'm')?.copy_of).toBe('x')
    expect(made && act.sectionsIn(act.settledCopies(made.doc, made.doc)).some((s) => s.copy_of)).toBe(false)
  })

  it('keeps every id once and leaves an outline that the server takes, whatever was done in whatever order', () => {
    const acts = fc.array(
      fc.record({
        what: fc.constantFrom('move', 'up', 'down', 'remove', 'duplicate', 'chapter', 'lesson', 'section', 'after'),
        one: fc.nat(),
        two: fc.nat(),
        side: fc.constantFrom('before' as const, 'into' as const, 'after' as const),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(acts, (list) => {
        let now = doc
        let n = 0
        const newId = () => `new${++n}`
        for (const { what, one, two, side } of list) {
          const lines = act.outlineLines(now, new Set())
          const at = (k: number) => lines[k % Math.max(1, lines.length)]
          const [x, y] = [at(one), at(two)]
          const before = lines.length
          if (what === 'chapter') now = act.appendChapter(now, act.newChapter(newId(), 'C'))
          if (!x || !y) continue
          if (what === 'move') now = act.move(now, x.id, y.id, side)
          if (what === 'up' || what === 'down') now = act.step(now, x.id, what)
          if (what === 'remove') now = act.removePart(now, x.id)
          if (what === 'duplicate') now = act.duplicate(now, x.id, newId)?.doc ?? now
          if (what === 'lesson') now = act.appendLesson(now, x.place.chapter.id, lesson(newId()))
          if (what === 'section' && x.place.at !== 'chapter')
            now = act.appendSection(now, x.place.lesson.id, section(newId()))
          if (what === 'after' && x.place.at === 'lesson' && y.place.at === 'lesson')
            now = act.writePart(now, x.id, { after: y.id })
          const after = act.outlineLines(now, new Set()).length
          if (['move', 'up', 'down', 'after'].includes(what)) expect(after).toBe(before)
        }
        const { error } = OutlineBody.safeParse(now)
        // what it may refuse is size alone
        expect(error?.issues.filter((i) => i.code !== 'too_big') ?? []).toEqual([])
      }),
    )
  })
})
