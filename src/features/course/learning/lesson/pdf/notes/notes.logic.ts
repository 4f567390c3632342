/** Notes in a PDF: what a selection comes to on its pages, and how a rectangle is moved by keys. Shares of the page. */
import { pdfNoteLimits } from '../../../../../../contract/course/pdfNote.ts'
import type { PdfNote, PdfRect } from '../../../../../../contract/course/pdfNote.schema.ts'

/** As it is written; who wrote it is the server's to say. */
export type DraftNote = Omit<PdfNote, 'by_id' | 'by_name' | 'at'> & Partial<Pick<PdfNote, 'by_name' | 'at'>>
export interface ScreenBox {
  left: number
  top: number
  width: number
  height: number
}
const digits = (n: number): number => Math.round(n * 10_000) / 10_000
const within = (n: number, most = 1): number => Math.min(most, Math.max(0, n))

/** A box on the screen as a share of its page; undefined where nothing of it is on the page. */
export function rectOn(page: ScreenBox, box: ScreenBox): PdfRect | undefined {
  if (page.width <= 0 || page.height <= 0) return undefined
  const [x, y] = [within((box.left - page.left) / page.width), within((box.top - page.top) / page.height)]
  const [right, bottom] = [
    within((box.left + box.width - page.left) / page.width),
    within((box.top + box.height - page.top) / page.height),
  ]
  const rect = { x: digits(x), y: digits(y), w: digits(right - x), h: digits(bottom - y) }
  return rect.w > 0 && rect.h > 0 ? rect : undefined
}

/** Pieces of the same line are one; a selection has one for each run of letters. */
export function highlightLines(rects: readonly PdfRect[]): PdfRect[] {
  const lines: PdfRect[] = []
  for (const r of rects.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const line = lines.find((l) => Math.min(l.y + l.h, r.y + r.h) - Math.max(l.y, r.y) > Math.min(l.h, r.h) / 2)
    if (!line) {
      lines.push({ ...r })
      continue
    }
    const [right, bottom] = [Math.max(line.x + line.w, r.x + r.w), Math.max(line.y + line.h, r.y + r.h)]
    line.x = Math.min(line.x, r.x)
    line.y = Math.min(line.y, r.y)
    line.w = digits(right - line.x)
    line.h = digits(bottom - line.y)
  }
  return lines.slice(0, pdfNoteLimits.rects)
}

/** The rectangle between two points of a page. */
export function rectBetween(a: { x: number; y: number }, b: { x: number; y: number }): PdfRect | undefined {
  const [x, y] = [within(Math.min(a.x, b.x)), within(Math.min(a.y, b.y))]
  const rect = {
    x: digits(x),
    y: digits(y),
    w: digits(within(Math.max(a.x, b.x)) - x),
    h: digits(within(Math.max(a.y, b.y)) - y),
  }
  // a click is no rectangle
  return rect.w > 0.005 && rect.h > 0.005 ? rect : undefined
}

const step = 0.01
/** An arrow moves a rectangle, with Shift its lower right corner; it stays on its page. Undefined for other keys. */
export function movedByKey(r: PdfRect, key: string, larger: boolean): PdfRect | undefined {
  const dx = key === 'ArrowLeft' ? -step : key === 'ArrowRight' ? step : 0
  const dy = key === 'ArrowUp' ? -step : key === 'ArrowDown' ? step : 0
  if (dx === 0 && dy === 0) return undefined
  return larger
    ? {
        ...r,
        w: digits(Math.min(1 - r.x, Math.max(step, r.w + dx))),
        h: digits(Math.min(1 - r.y, Math.max(step, r.h + dy))),
      }
    : { ...r, x: digits(within(r.x + dx, 1 - r.w)), y: digits(within(r.y + dy, 1 - r.h)) }
}

/** As they are read: by page, from top to bottom. */
export const notesInOrder = <N extends Pick<DraftNote, 'page' | 'rects'>>(notes: readonly N[]): N[] =>
  notes.toSorted((a, b) => a.page - b.page || (a.rects[0]?.y ?? 0) - (b.rects[0]?.y ?? 0))
/** As they are sent. */
export const written = (notes: readonly DraftNote[]) =>
  notes.map(({ id, page, kind, rects, text }) => ({ id, page, kind, rects, text: text.trim() }))
