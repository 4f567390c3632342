/** A document with its notes as other readers show them: highlights of PDF with what was said in each. Written by PDF.js in its own worker. */
import type { PdfNote } from '../../../../../../contract/course/pdfNote.schema.ts'
import { loadPdfjs, startPdfWorker } from '../pdfjs.ts'

/** What its storage writes into a document begins so. */
const written = 'pdfjs_internal_editor_'
const colours = { highlight: [255, 221, 64], area: [255, 170, 120] } as const

export async function annotatedCopy(bytes: Uint8Array, notes: readonly PdfNote[]): Promise<Blob> {
  const { port, ready, end } = startPdfWorker()
  const [{ lib }] = await Promise.all([loadPdfjs(), ready])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types say that there is no port, its documents that there may be
  const worker = new lib.PDFWorker({ port: port as never })
  const task = lib.getDocument({ data: bytes.slice(), worker, isEvalSupported: false, enableXfa: false } as Parameters<
    typeof lib.getDocument
  >[0])
  try {
    const doc = await task.promise
    for (const [n, note] of notes.entries()) {
      if (note.page > doc.numPages) continue
      const viewport = (await doc.getPage(note.page)).getViewport({ scale: 1 })
      const quads = note.rects.map((r) => {
        const at = (x: number, y: number): number[] =>
          viewport.convertToPdfPoint(x * viewport.width, y * viewport.height)
        const [ax = 0, ay = 0] = at(r.x, r.y)
        const [bx = 0, by = 0] = at(r.x + r.w, r.y + r.h)
        return { left: Math.min(ax, bx), right: Math.max(ax, bx), top: Math.max(ay, by), bottom: Math.min(ay, by) }
      })
      const rect = [
        Math.min(...quads.map((q) => q.left)),
        Math.min(...quads.map((q) => q.bottom)),
        Math.max(...quads.map((q) => q.right)),
        Math.max(...quads.map((q) => q.top)),
      ]
      doc.annotationStorage.setValue(`${written}${n}`, {
        annotationType: lib.AnnotationEditorType.HIGHLIGHT,
        color: colours[note.kind],
        opacity: 0.6,
        thickness: 12,
        quadPoints: quads.flatMap((q) => [q.left, q.top, q.right, q.top, q.left, q.bottom, q.right, q.bottom]),
        outlines: quads.map((q) => [q.left, q.top, q.right, q.top, q.right, q.bottom, q.left, q.bottom]),
        pageIndex: note.page - 1,
        rect,
        rotation: 0,
        structTreeParentId: null,
        user: note.by_name,
        date: new Date(note.at),
        ...(note.text ? { popup: { contents: note.text, rect } } : {}),
      })
    }
    const copy = await doc.saveDocument()
    return new Blob([Uint8Array.from(copy)], { type: 'application/pdf' })
  } finally {
    await task.destroy()
    worker.destroy()
    end()
  }
}
