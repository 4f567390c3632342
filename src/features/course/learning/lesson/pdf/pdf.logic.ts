/** What a reader of documents may ask of one computer, and where a key leads. */

/** Pixels of one page's canvas, and of one picture in a document: about 40 MB each. */
export const mostPixels = 10_000_000
/** Pages beyond these are not shown: whoever wrote so many is told to cut the document. */
export const mostPages = 5000

export const zooms = ['page-width', 'page-fit', '0.5', '0.75', '1', '1.25', '1.5', '2', '3'] as const
export type Zoom = (typeof zooms)[number]
/** The next fixed zoom up or down from a scale. */
export function nextZoom(scale: number, by: 1 | -1): Zoom {
  const fixed = zooms.filter((z) => /^\d/.test(z))
  const found = by === 1 ? fixed.find((z) => Number(z) > scale + 0.01) : fixed.findLast((z) => Number(z) < scale - 0.01)
  return found ?? (by === 1 ? '3' : '0.5')
}

/** The page, from 0, that a text names by its number; undefined where it names none. */
export function pageNamed(text: string, pages: number): number | undefined {
  const n = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
  return n >= 1 && n <= pages ? n - 1 : undefined
}
export function pageFor(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case 'PageDown':
    case 'ArrowRight':
      return Math.min(last, at + 1)
    case 'PageUp':
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
