/** What a marker highlights and says in a PDF: on a page, at rectangles that are shares of it, from its left and its top. */
export const pdfNoteKinds = ['highlight', 'area'] as const
export const pdfNoteLimits = {
  /** Of one document. */
  notes: 500,
  /** Lines of one highlight. */
  rects: 60,
  text: 1000,
  /** Pages of a document that are shown. */
  pages: 5000,
} as const
