/** Who marks an exam, as a condition on row `t`: who was named; where nobody was, whoever it is shared with. */
import { exam } from '#src/contract/exam/exam.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import type { Scope } from '#mock/crud/where.ts'
import type { Who } from '#mock/http/handler.ts'

export const markedBy =
  (who: Who): Scope =>
  (add) => {
    if (who.role_key === 'referee') return `(t.k_markers && array[${add(who.id)}]::text[])`
    const shared = sharedWith(exam, who)(add)
    return shared && `(t.k_markers && array[${add(who.id)}]::text[] or (cardinality(t.k_markers) = 0 and (${shared})))`
  }

/** Exams that are there for this caller at all: a referee knows of those that name him, and of his own. */
export const knownTo =
  (who: Who): Scope =>
  (add) => {
    const me = who.role_key === 'referee' ? add(who.id) : undefined
    return me && `(t.owner_id = ${me} or t.k_markers && array[${me}]::text[])`
  }
