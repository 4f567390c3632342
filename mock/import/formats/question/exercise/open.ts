/**
 * Open questions of foreign files as exercises: what a person judges there, a person judges here. Questions of other types belong into the
 * theory bank and are refused with that sentence.
 */
import type { Format } from '../../format.ts'
import type { FoundRow, ImportedRow } from '../../found.ts'
import { rowRefusal } from '../../rows.ts'
import { uploadOf } from './row.ts'

function exercise({ key, uploads, ...row }: ImportedRow): FoundRow {
  const { type, ...data } = row.data
  if (type !== 'short') return rowRefusal('exercise', row.place, row.label, [{ path: '', rule: 'no_exercise' }])
  return {
    ...row,
    resource: 'exercise',
    key: `exercise:${key}`,
    data: uploads ? { ...data, upload: uploadOf(uploads.files, uploads.ends), report: uploads.report } : data,
  }
}

export const openQuestions = (format: Format): Format => ({
  ...format,
  resources: ['exercise'],
  async *read(source, beside) {
    for await (const row of format.read(source, beside)) {
      if ('data' in row) yield exercise(row)
      else if ('unread' in row || row.whole) yield row
      else {
        const { given: _, ...refused } = row
        yield { ...refused, resource: 'exercise' }
      }
    }
  },
})
