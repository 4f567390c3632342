/** What pages of this browser wrote of a homework and did not send, for when it is not written any more. */
import { useMemo, useState } from 'react'
import { useMe } from '../../kit/session/use.ts'
import { scoped } from '../../lib/storage.ts'
import type { EntriesByItem } from '../answer-sheet/entry.ts'
import { writingJournal } from './journal.ts'

/** @param stored what the server has: that is not left behind. @returns it, and how it is put aside */
export function useLeftBehind(course: string, section: string, stored: EntriesByItem): [EntriesByItem, () => void] {
  const user = useMe()?.resource_id ?? ''
  const [seen, setSeen] = useState(0)
  const journal = useMemo(() => writingJournal(scoped('local')), [])
  // of no page: nothing of it is sent
  const place = `homework ${course} ${section} 0 none` as const
  const left = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(journal.left?.(user, place) ?? {}).filter(
          ([item, e]) => JSON.stringify(e.answer) !== JSON.stringify(stored[item]?.answer ?? null),
        ),
      ),
    // looked at again once it was put aside
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [journal, user, place, stored, seen],
  )
  return [
    left,
    () => {
      journal.write(user, place, {}, {})
      setSeen(seen + 1)
    },
  ]
}
