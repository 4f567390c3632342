/** Undo and redo without limit, as a value: every state of a document that was, sharing whatever did not change. */

interface Past<D> {
  doc: D
  before: Past<D> | null
}
export interface History<D> {
  now: D
  past: Past<D> | null
  future: Past<D> | null
  /** Of the last change, while the next may still join it. */
  mark: string | undefined
}

export const newHistory = <D>(doc: D): History<D> => ({ now: doc, past: null, future: null, mark: undefined })

export function recordChange<D>(h: History<D>, doc: D, mark?: string): History<D> {
  if (doc === h.now) return h
  if (mark !== undefined && mark === h.mark) return { ...h, now: doc, future: null }
  return { now: doc, past: { doc: h.now, before: h.past }, future: null, mark }
}

/** The next change stands for itself, whatever its mark. */
export const closeUndoStep = <D>(h: History<D>): History<D> => (h.mark === undefined ? h : { ...h, mark: undefined })

export const undo = <D>(h: History<D>): History<D> =>
  h.past ? { now: h.past.doc, past: h.past.before, future: { doc: h.now, before: h.future }, mark: undefined } : h

export const redo = <D>(h: History<D>): History<D> =>
  h.future ? { now: h.future.doc, past: { doc: h.now, before: h.past }, future: h.future.before, mark: undefined } : h
