import { pointUnit } from '../../contract/contest/ledger.ts'
import type { ContestCard } from '../../contract/contest/play.schema.ts'
import { format, t } from '../../i18n/index.ts'

/** Points of an amount in the ledger's unit. */
export const ledgerPoints = (amount: number): number => amount / pointUnit
export const pointsText = (amount: number): string => format.number(ledgerPoints(amount))

/** What comes next, by the server's clock. */
export function clockText(
  c: Pick<ContestCard, 'status' | 'start_mode' | 'starts_at' | 'ends_at'>,
  now: number,
): string {
  const left = (at: string) => {
    const seconds = Math.max(0, Math.ceil((Date.parse(at) - now) / 1000))
    return seconds < 86_400 ? format.clock(seconds) : format.span(seconds)
  }
  switch (c.status) {
    case 'unstarted':
      return c.start_mode === 'go' ? t('contest.starts_go') : t('contest.starts_in', { time: left(c.starts_at) })
    case 'ongoing':
      return t('contest.ends_in', { time: left(c.ends_at) })
    case 'paused':
      return t('contest.is_paused')
    case 'finished':
      return t('contest.ended', { time: format.dateTime(c.ends_at) })
  }
}
/** Points given or taken: with their sign. */
export const signedPoints = (amount: number): string => `${amount > 0 ? '+' : ''}${pointsText(amount)}`
