/** What a marker typed and has not confirmed, kept in the tab over a reload. */
import { scoped } from '../../../../lib/storage.ts'
import { type Draft, emptyDraft } from '../points.logic.ts'

const name = (sheet: string, item: string) => `marking:${sheet}:${item}`

export function keepDraft(sheet: string, item: string, draft: Draft | undefined): void {
  const store = scoped('session')
  if (draft && (draft.typed || draft.comment)) store.set(name(sheet, item), JSON.stringify(draft))
  else store.remove(name(sheet, item))
}
export function draftOf(sheet: string, item: string): Draft | undefined {
  const text = scoped('session').get(name(sheet, item))
  if (!text) return undefined
  try {
    const { typed, lines, comment } = JSON.parse(text) as Partial<Draft>
    return {
      typed: String(typed ?? ''),
      comment: String(comment ?? ''),
      lines: Array.isArray(lines) ? lines.filter(Number.isInteger) : emptyDraft.lines,
    }
  } catch {
    return undefined
  }
}
