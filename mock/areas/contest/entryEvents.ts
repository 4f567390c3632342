/** What became of an entry, for whoever looks after it and for its people. */
import type { EntryHistoryEvent } from '#src/contract/contest/entry.routes.ts'
import type { Queryable } from '#mock/db/db.ts'

interface EntryHappening {
  what: EntryHistoryEvent
  at: Date
  by: string
  reason?: string
  about?: string
}
export async function noteEntry(
  q: Queryable,
  entries: readonly string[],
  { what, at, by, reason = '', about = '' }: EntryHappening,
): Promise<void> {
  if (!entries.length) return
  await q.query(
    `insert into contest_entry_event (participant_id, at, what, by, reason, about) select p, $2, $3, $4, $5, $6 from unnest($1::text[]) p`,
    [[...entries], at.toISOString(), what, by, reason, about],
  )
}

interface Noted {
  at: string
  what: EntryHistoryEvent
  by: string
  reason: string
  about: string
}
export async function entryHistory(q: Queryable, entry: string): Promise<Noted[]> {
  const { rows } = await q.query<Noted>(
    'select at, what, by, reason, about from contest_entry_event where participant_id = $1 order by at desc, what limit 200',
    [entry],
  )
  return rows
}
