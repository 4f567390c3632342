/** Questions of foreign files as the theory bank takes them: answers there are chosen or typed, files are handed in with exercises. */
import type { Format } from '../format.ts'
import type { FoundRow, ImportedRow } from '../found.ts'
import { rowRefusal } from '../rows.ts'

function typed({ uploads, ...row }: ImportedRow): FoundRow {
  if (!uploads) return row
  if (!uploads.report)
    return rowRefusal('theory-question', row.place, row.label, [{ path: '', rule: 'upload_question' }])
  return { ...row, notes: [...(row.notes ?? []), { path: '', rule: 'note_upload' }] }
}

export const typedQuestions = (format: Format): Format => ({
  ...format,
  async *read(source, beside) {
    for await (const row of format.read(source, beside)) yield 'data' in row ? typed(row) : row
  },
})
