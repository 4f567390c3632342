/** What a marker typed and has not given yet, kept in the browser: a reload, a closed tab, a step to the next sheet or a lost server costs nothing. */
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import type { MarkingItem } from '../../contract/exam/run.schema.ts'
import { useMe } from '../../kit/session/use.ts'
import { scoped } from '../../lib/storage.ts'
import { type PointsDraft, emptyDraft, typedPointsOf, typedOf } from './points.logic.ts'

/** What this marker gave before, to be changed. */
function given(item: MarkingItem): PointsDraft {
  const mark = item.marks.find((m) => m.mine && m.round === item.may)
  return mark ? { typed: typedOf(mark.points), lines: mark.lines, comment: mark.comment } : emptyDraft
}

function read(key: string): PointsDraft | undefined {
  const text = scoped('local').get(key)
  if (!text) return undefined
  try {
    const { typed, lines, comment }: Partial<PointsDraft> = JSON.parse(text)
    return {
      typed: String(typed ?? ''),
      comment: String(comment ?? ''),
      lines: Array.isArray(lines) ? lines.filter(Number.isInteger) : emptyDraft.lines,
    }
  } catch {
    return undefined
  }
}

/** Two drafts that would give the same. */
const isSame = (a: PointsDraft, b: PointsDraft, score: number): boolean =>
  (typedPointsOf(a, score) ?? a.typed) === (typedPointsOf(b, score) ?? b.typed) &&
  a.lines.join() === b.lines.join() &&
  a.comment.trim() === b.comment.trim()

/** The place of a draft: by marker, so that nobody finds another's words. */
const placeOf = (marker: string, sheet: string, item: string): string => `marking:${marker}:${sheet}:${item}`

interface MarkDraft {
  draft: PointsDraft
  setDraft: Dispatch<SetStateAction<PointsDraft>>
  /** It says something else than what was given, and waits in this browser. */
  kept: boolean
}

/** The draft of one answer, begun from what was given before. */
export function useMarkDraft(sheet: string, item: MarkingItem): MarkDraft {
  const key = placeOf(useMe()?.resource_id ?? '', sheet, item.id)
  const [draft, setDraft] = useState(() => read(key) ?? given(item))
  const { refused: _refused, ...words } = draft
  const typed = isSame(draft, given(item), item.score) ? undefined : JSON.stringify(words)
  useEffect(() => {
    const store = scoped('local')
    if (typed === undefined) store.remove(key)
    else store.set(key, typed)
  }, [key, typed])
  return { draft, setDraft, kept: typed !== undefined }
}

/** Forgets the draft of an answer once its points are given, or not this marker's to give any more. */
export function useForgetDraft(): (sheet: string, item: string) => void {
  const marker = useMe()?.resource_id ?? ''
  return (sheet, item) => scoped('local').remove(placeOf(marker, sheet, item))
}
