import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WrittenPdfNotes } from '../../../../../../contract/course/pdfNote.schema.ts'
import { notesInOrder, highlightLines, movedByKey, rectBetween, rectOn, written } from './notes.logic.ts'

const page = { left: 100, top: 50, width: 600, height: 800 }
const number = fc.double({ min: -2000, max: 3000, noNaN: true })
const taken = (rects: unknown[]) =>
  WrittenPdfNotes.safeParse([{ id: 'a', page: 1, kind: 'area', rects, text: '' }]).success

it('what is chosen on the screen is on its page, or nothing', () => {
  expect(rectOn(page, { left: 160, top: 130, width: 300, height: 16 })).toEqual({ x: 0.1, y: 0.1, w: 0.5, h: 0.02 })
  expect(rectOn(page, { left: 0, top: 0, width: 50, height: 20 })).toBeUndefined()
  fc.assert(
    fc.property(number, number, number, number, (left, top, width, height) => {
      const rect = rectOn(page, { left, top, width: Math.abs(width), height: Math.abs(height) })
      if (rect) expect(taken([rect])).toBe(true)
    }),
  )
})

it('runs of letters of one line are one rectangle', () => {
  expect(
    highlightLines([
      { x: 0.5, y: 0.101, w: 0.2, h: 0.02 },
      { x: 0.1, y: 0.1, w: 0.3, h: 0.02 },
      { x: 0.1, y: 0.13, w: 0.6, h: 0.02 },
    ]),
  ).toEqual([
    { x: 0.1, y: 0.1, w: 0.6, h: 0.021 },
    { x: 0.1, y: 0.13, w: 0.6, h: 0.02 },
  ])
})

it('keys never move a rectangle off its page, and a click makes none', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const keys = fc.array(fc.tuple(fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'), fc.boolean()), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(share, share, share, share, keys, (ax, ay, bx, by, pressed) => {
      let rect = rectBetween({ x: ax, y: ay }, { x: bx, y: by })
      if (!rect) return
      for (const [key, larger] of pressed) rect = movedByKey(rect, key, larger) ?? rect
      expect(taken([rect])).toBe(true)
    }),
  )
  expect(movedByKey({ x: 0, y: 0, w: 1, h: 1 }, 'a', false)).toBeUndefined()
  expect(rectBetween({ x: 0.5, y: 0.5 }, { x: 0.501, y: 0.501 })).toBeUndefined()
})

it('notes are read by page, from top to bottom, and sent without their signature', () => {
  const note = (id: string, at: number, y: number) => ({
    id,
    page: at,
    kind: 'area' as const,
    rects: [{ x: 0, y, w: 0.1, h: 0.1 }],
    text: ' a ',
    by_name: 'Somebody',
  })
  const all = [note('c', 2, 0), note('b', 1, 0.5), note('a', 1, 0.2)]
  expect(notesInOrder(all).map((n) => n.id)).toEqual(['a', 'b', 'c'])
  expect(WrittenPdfNotes.safeParse(written(all)).success).toBe(true)
})
