/** Whose entries a caller looks after, over all contests: those of contests that are theirs to change, and of those that name them. */
import { arena } from '#src/contract/contest/arena.ts'
import { flagContest } from '#src/contract/contest/flagContest.ts'
import { managesResource } from '#mock/crud/keeps.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Add } from '#mock/crud/where.ts'
import type { Caller } from '#mock/http/request/handler.ts'

/** A condition on the id of a contest: the same as `look` and `judge` of its row say. */
export function judgedContests(who: Caller, add: Add, deed: 'look' | 'judge', id: string): string {
  const parts = deed === 'look' ? ['organiser', 'referee', 'observer'] : ['organiser', 'referee']
  const named = `${id} in (select s.contest_id from contest_staff s where s.user_id = ${add(who.id)} and s.part = any(${add(parts)}::text[]))`
  // whatever screens the role holds, a referee acts in contests that name them alone
  if (who.role_key === 'referee') return named
  const kept = [flagContest, arena].flatMap((line) =>
    managesResource(line, who)
      ? [`${id} in (select t.id from ${tableOf(line.name)} t where ${sharedWith(line, who, 'change')(add) ?? 'true'})`]
      : [],
  )
  return `(${[named, ...kept].join(' or ')})`
}
