import type { z } from 'zod'
import type { PdfNote, WrittenPdfNotes } from '#src/contract/course/pdfNote.schema.ts'
import { deepEqual } from '#src/contract/lib/equal.ts'
import { signed } from '#src/contract/notice/byline.ts'
import type { Caller, Platform } from '#mock/http/request/handler.ts'

/** Notes as they are kept: who wrote one stays its author until somebody changes it. */
export function signedNotes(
  had: readonly PdfNote[],
  written: z.output<typeof WrittenPdfNotes>,
  { who, platform }: { who: Caller; platform: Pick<Platform, 'now'> },
): PdfNote[] {
  const before = new Map(had.map((n) => [n.id, n]))
  const signature = { by_id: who.id, by_name: signed(who), at: platform.now().toISOString() }
  return written.map((n) => {
    const old = before.get(n.id)
    if (!old) return { ...n, ...signature }
    const { by_id: _by, by_name: _name, at: _at, ...said } = old
    return deepEqual(said, n) ? old : { ...n, ...signature }
  })
}
