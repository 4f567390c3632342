/** What somebody has when, as one list of sources: each answers for one person and a span of time. Whatever has a time adds a line. */
import type { ScheduleItem, ScheduleKind } from '#src/contract/classroom/schedule.routes.ts'
import type { Queryable } from '#mock/db/db.ts'
import { classSource } from './classes.ts'
import { examSource } from './exams.ts'
import { homeworkSource } from './homework.ts'
import { workSource } from './work.ts'

export interface ScheduleSpan {
  from: Date
  to: Date
  now: Date
}
export type ScheduleSource = (q: Queryable, user: string, span: ScheduleSpan) => Promise<ScheduleItem[]>

const sources: Readonly<Record<ScheduleKind, ScheduleSource>> = {
  class: classSource,
  exam: examSource,
  homework: homeworkSource,
  work: workSource,
}

/** In the order in which it comes. */
export async function scheduleOf(q: Queryable, user: string, span: ScheduleSpan): Promise<ScheduleItem[]> {
  const all = await Promise.all(Object.values(sources).map((source) => source(q, user, span)))
  return all
    .flat()
    .toSorted(
      (a, b) => a.starts_at.localeCompare(b.starts_at) || a.kind.localeCompare(b.kind) || a.id.localeCompare(b.id),
    )
}
