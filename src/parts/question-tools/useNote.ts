import { useEffect, useRef, useState } from 'react'
import type { Note } from '../../contract/practice/keep.schema.ts'
import { useWrite } from '../../kit/data/api.ts'
import { problemOf } from '../../lib/problem.ts'
import * as logic from './note.logic.ts'

/** Milliseconds between the last key and the save. */
const rest = 1200

/** A note that saves itself: after a rest of the keys, when the field is left, when the page is hidden, and when it goes. */
export function useNote(question: string, note: Note | null) {
  const [writing, setWriting] = useState(() => logic.beginNote(note))
  const [write] = useWrite('PUT /question-tools/:id/note')
  const now = useRef(writing)
  const set = (next: logic.NoteDraft) => {
    now.current = next
    setWriting(next)
  }
  const save = async (): Promise<void> => {
    const w = now.current
    if (!logic.isOwed(w)) return
    set(logic.savingNote(w))
    try {
      const { note: kept } = await write({
        params: { id: question },
        body: { text: w.text, version: w.stored.version },
      })
      set(logic.stored(now.current, w.text, kept))
    } catch (e) {
      const problem = problemOf(e)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server tells the note as it stands
      const current = problem.details?.['current'] as Note | null | undefined
      set(problem.code === 'stale_version' ? logic.overtaken(now.current, current ?? null) : logic.failed(now.current))
    }
  }
  const latest = useRef(save)
  latest.current = save
  const { text, phase } = writing
  useEffect(() => {
    if (phase.at !== 'typing') return undefined
    const timer = setTimeout(() => void latest.current(), rest)
    return () => clearTimeout(timer)
  }, [text, phase.at])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && void latest.current()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      void latest.current()
    }
  }, [])
  return {
    writing,
    type: (to: string) => set(logic.typedNote(now.current, to)),
    settle: (keep: 'mine' | 'theirs') => set(logic.resolvedNote(now.current, keep)),
    save,
  }
}
