/** A note while it is written: what is typed, what is stored, and which of two texts stays. */
import type { Note } from '../../contract/practice/keep.schema.ts'

export interface NoteDraft {
  text: string
  /** As the server has it; version 0 before the first. */
  stored: { text: string; version: number }
  phase:
    | { at: 'idle' | 'typing' | 'saving' | 'saved' | 'failed' }
    /** Written elsewhere meanwhile. */
    | { at: 'stale'; theirs: { text: string; version: number } }
}
export const beginNote = (note: Note | null): NoteDraft => ({
  text: note?.text ?? '',
  stored: { text: note?.text ?? '', version: note?.version ?? 0 },
  phase: { at: 'idle' },
})

/** While two texts stand against each other typing goes on, but nothing is saved. */
export function typedNote(w: NoteDraft, text: string): NoteDraft {
  if (w.phase.at === 'stale' || w.phase.at === 'saving') return { ...w, text }
  return { ...w, text, phase: { at: text === w.stored.text ? 'saved' : 'typing' } }
}
export const isOwed = (w: NoteDraft): boolean =>
  w.text !== w.stored.text && (w.phase.at === 'typing' || w.phase.at === 'failed')
export const savingNote = (w: NoteDraft): NoteDraft => ({ ...w, phase: { at: 'saving' } })

/** The server has `sent`; what was typed meanwhile is owed. */
export function stored(w: NoteDraft, sent: string, note: Note | null): NoteDraft {
  const at = { text: note?.text ?? '', version: note?.version ?? 0 }
  // a note of spaces alone is none
  const same = w.text === sent
  return { text: w.text, stored: same ? { ...at, text: sent } : at, phase: { at: same ? 'saved' : 'typing' } }
}
export const failed = (w: NoteDraft): NoteDraft => ({ ...w, phase: { at: 'failed' } })
export const overtaken = (w: NoteDraft, theirs: Note | null): NoteDraft => ({
  ...w,
  phase: { at: 'stale', theirs: { text: theirs?.text ?? '', version: theirs?.version ?? 0 } },
})
export function resolvedNote(w: NoteDraft, keep: 'mine' | 'theirs'): NoteDraft {
  if (w.phase.at !== 'stale') return w
  const { theirs } = w.phase
  const text = keep === 'mine' ? w.text : theirs.text
  return { text, stored: theirs, phase: { at: text === theirs.text ? 'saved' : 'typing' } }
}
