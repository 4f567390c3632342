import type { ContestCard } from '../../../contract/contest/play.schema.ts'

/** Learners may have a team of their own for it. */
export const takesTeams = (c: Pick<ContestCard, 'mode' | 'status' | 'founding' | 'closed'>): boolean =>
  c.mode === 'team' && c.founding && c.status !== 'finished' && c.closed !== 'staff'
