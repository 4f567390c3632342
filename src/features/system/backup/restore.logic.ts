/** What a restore would change, table by table, the largest differences first. Pure. */
import type { BackupPreview } from '../../../contract/backup/backup.schema.ts'

export interface RowCountDifference {
  name: string
  was: number
  now: number
}

const shown = 8

/** @param whole all that differ, instead of the largest */
export function tableDifferences(
  { tables }: Pick<BackupPreview, 'tables'>,
  whole = false,
): {
  first: RowCountDifference[]
  /** How many differ, and how many of those are not among the first. */
  differ: number
  more: number
  same: number
} {
  const all = tables.filter((t) => t.was !== t.now).sort((a, b) => Math.abs(b.was - b.now) - Math.abs(a.was - a.now))
  return {
    first: whole ? all : all.slice(0, shown),
    differ: all.length,
    more: whole ? 0 : Math.max(0, all.length - shown),
    same: tables.length - all.length,
  }
}

/** The resource whose rows a table of documents holds. */
export const resourceIn = (table: string): string => table.replace(/^r_/, '').replaceAll('_', '-')
