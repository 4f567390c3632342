/** Exams that use papers: while there are any, a paper stays as it is. */
import type { Queryable } from '#mock/db/db.ts'
import type { Who } from '#mock/http/handler.ts'

export interface ExamUse {
  id: string
  name: string
  /** Whether this caller may know its name. */
  seen: boolean
}

/** By paper, for those that are used. The platform holds no exams yet, so nothing uses any. */
export async function papersInUse(
  _q: Queryable,
  _papers: readonly string[],
  _who: Who,
): Promise<ReadonlyMap<string, readonly ExamUse[]>> {
  return new Map()
}
