/** Who marks an exam, as a condition on row `t`: who was named; where nobody was, whoever it is shared with. */
import { exam } from '#src/contract/exam/exam.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import type { Scope } from '#mock/crud/where.ts'
import type { Who } from '#mock/http/handler.ts'

export const markedBy =
  (who: Who): Scope =>
  (add) => {
    const shared = sharedWith(exam, who)(add)
    return shared && `(t.k_markers && array[${add(who.id)}]::text[] or (cardinality(t.k_markers) = 0 and (${shared})))`
  }
