/** What is written in one place, as its page reads it. */
import './part.ts'
import { useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { EntriesByItem } from '../answer-sheet/entry.ts'
import { emptyWriting, type Writing } from './writing.logic.ts'
import { type WritingKey, writingActions, type WithWriting } from './writing.slice.ts'

/** @param stored what the server has; undefined until it is known. A new `epoch` begins anew. */
export function useWriting(place: WritingKey, stored: EntriesByItem | undefined, epoch: string): Writing {
  const dispatch = useDispatch()
  const known = stored !== undefined
  useEffect(() => {
    if (stored === undefined) return undefined
    dispatch(writingActions.opened({ place, stored }))
    return () => void dispatch(writingActions.flushAsked())
    // the server's answer counts when the place is opened, not each time the page is read again
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [dispatch, place, epoch, known])
  return useSelector((s: WithWriting) => s.writing?.[place]) ?? emptyWriting
}
