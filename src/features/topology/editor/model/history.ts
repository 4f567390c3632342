/** Undo and redo without limit, as a value: every state of the drawing that was, sharing whatever did not change. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'

interface Past {
  doc: TopologyDocument
  before: Past | null
}
export interface History {
  now: TopologyDocument
  past: Past | null
  future: Past | null
  /** Of the last change, while the next may still join it. */
  mark: string | undefined
}

export const newHistory = (doc: TopologyDocument): History => ({ now: doc, past: null, future: null, mark: undefined })

export function recordChange(h: History, doc: TopologyDocument, mark?: string): History {
  if (doc === h.now) return h
  if (mark !== undefined && mark === h.mark) return { ...h, now: doc, future: null }
  return { now: doc, past: { doc: h.now, before: h.past }, future: null, mark }
}

/** The next change stands for itself, whatever its mark. */
export const closeUndoStep = (h: History): History => (h.mark === undefined ? h : { ...h, mark: undefined })

export const undo = (h: History): History =>
  h.past ? { now: h.past.doc, past: h.past.before, future: { doc: h.now, before: h.future }, mark: undefined } : h

export const redo = (h: History): History =>
  h.future ? { now: h.future.doc, past: { doc: h.now, before: h.past }, future: h.future.before, mark: undefined } : h
