/** Who may read and write the discussion of a course: whoever learns in it, or has completed it, and its keepers. */
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail } from '#mock/http/request/handler.ts'
import { learnableCourse, isMember, mayPreview } from './seen.ts'

/** @returns who owns the course: their words are marked. Throws for whoever may not read along. */
export async function courseTalk(q: Queryable, who: Caller, id: string, now: Date): Promise<string | undefined> {
  if (!(await mayPreview(q, who, id)) && !isMember(await learnableCourse(q, who, id, { now })))
    throw new Fail('not_found')
  return (await documents('course').get(q, id))?.owner_id
}
