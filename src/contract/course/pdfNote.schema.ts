import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { reorders } from '../lib/oneLine.ts'
import { pdfNoteKinds, pdfNoteLimits } from './pdfNote.ts'

const Share = z.number().min(0).max(1)
/** Rounding of the last digit is no error. */
const slack = 0.0005
const PdfRect = z
  .strictObject({ x: Share, y: Share, w: Share.positive(), h: Share.positive() })
  .refine((r) => r.x + r.w <= 1 + slack && r.y + r.h <= 1 + slack, { params: { rule: 'outside_page' } })
export type PdfRect = z.output<typeof PdfRect>
const note = {
  id: LocalId,
  /** From 1. */
  page: z.number().int().min(1).max(pdfNoteLimits.pages),
  kind: z.enum(pdfNoteKinds),
  rects: z.array(PdfRect).min(1).max(pdfNoteLimits.rects),
  /** Empty: it is highlighted, and that says it. */
  text: z
    .string()
    .trim()
    .max(pdfNoteLimits.text)
    .refine((v) => !reorders(v), { params: { rule: 'reordered_text' } })
    .default(''),
}
export const WrittenPdfNotes = z
  .array(z.strictObject(note))
  .max(pdfNoteLimits.notes)
  .superRefine((all, ctx) => {
    const ids = new Set<string>()
    for (const [n, { id }] of all.entries()) {
      if (ids.has(id))
        ctx.addIssue({ code: 'custom', message: 'distinct', path: [n, 'id'], params: { rule: 'distinct' } })
      ids.add(id)
    }
  })
export const PdfNote = z.object({ ...note, by_id: Id, by_name: z.string(), at: Timestamp })
export type PdfNote = z.output<typeof PdfNote>

/** A PDF with what was said in it. */
export const NotedDocument = z.object({
  file: Id,
  name: z.string(),
  size: z.number().int(),
  /** Of its notes, for whoever writes them. */
  version: z.number().int(),
  notes: z.array(PdfNote),
})
export type NotedDocument = z.output<typeof NotedDocument>

/** One that goes with a report. */
export const ReportDocument = NotedDocument.extend({
  /** It goes with the report; else another has taken its place. */
  current: z.boolean(),
  /** When it was handed in first; null: not yet. */
  handed_at: Timestamp.nullable(),
})
export type ReportDocument = z.output<typeof ReportDocument>
