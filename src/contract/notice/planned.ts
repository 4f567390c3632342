/** Whether an announcement as it is planned reaches anybody: asked by the form while it is written, and by the server once it is sent. */
import type { FieldProblem } from '../problems.ts'

/** @param now milliseconds; what is published `now` begins then */
export function announcementBreaks(
  a: { target: string; org_ids: readonly string[]; published_at: string | null; ends_at: string | null },
  now: number,
): FieldProblem[] {
  const begins = a.published_at === null || a.published_at === 'now' ? now : Date.parse(a.published_at)
  return [
    ...(a.target === 'orgs' && a.org_ids.length === 0 ? [{ path: 'org_ids', rule: 'orgs_needed' }] : []),
    ...(a.ends_at !== null && Date.parse(a.ends_at) <= begins ? [{ path: 'ends_at', rule: 'ends_before_start' }] : []),
  ]
}
