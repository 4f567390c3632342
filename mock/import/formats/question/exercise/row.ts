/** What the readers of exercises share. */
import type { ReadRow } from '../../found.ts'
import type { Foreign } from '../question.ts'

/** @param files how many are handed in; none: 0 */
export const uploadOf = (files: number, ends: readonly string[]) =>
  files > 0 ? { wanted: true, files, ends: [...new Set(ends)] } : { wanted: false, files: 1, ends: [] }

/** @param topology name of the one its scene is made from; empty for none, undefined where the file says nothing of it */
export function exerciseRow(q: Foreign, set: string, data: Record<string, unknown>, topology?: string): ReadRow {
  const row = q.row('exercise', set, data)
  if (topology === undefined) return row
  if (!('problem' in row)) return { ...row, data: { ...row.data, topology } }
  return row.whole || !row.given ? row : { ...row, given: { ...row.given, topology } }
}
