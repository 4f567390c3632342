import type { ArenaCard } from '../../../contract/contest/arena.routes.ts'
import { format, t } from '../../../i18n/index.ts'

export const seasonTones = { coming: 'info', open: 'ok', closing: 'warn', closed: 'idle' } as const

/** What comes next of a season, by the server's clock. */
export function seasonClock(s: NonNullable<ArenaCard['season']>, now: number): string {
  const left = (at: string) => format.span(Math.max(0, Math.ceil((Date.parse(at) - now) / 1000)))
  switch (s.state) {
    case 'coming':
      return t('contest.starts_in', { time: left(s.starts_at) })
    case 'open':
      return t('contest.ends_in', { time: left(s.ends_at) })
    case 'closing':
    case 'closed':
      return t('contest.ended', { time: format.dateTime(s.ends_at) })
  }
}
