/** Thirty days of signing in, as the audit trail would have kept them. */
import type { AuditRow } from '../audit/row.ts'
import type { Chance } from './random.ts'

export interface Regular {
  id: string
  username: string
  role: string
  /** First two parts of the addresses of his place. */
  network: string
  since: Date
}

const day = 86_400_000
const row = (c: Chance, who: Regular, at: Date, address: string, right: boolean): AuditRow => ({
  at,
  user_id: right ? who.id : null,
  username: who.username,
  role: right ? who.role : null,
  address,
  action: 'session.sign-in',
  entity: 'user',
  entity_id: who.id,
  result: right ? 'done' : 'refused',
  code: right ? null : 'wrong_credentials',
  request_id: c.id(at),
  details: { username: who.username },
})

/** Rows in the order of time, and when each of the people was there last. Working days are busier, the morning most of all. */
export function history(
  c: Chance,
  people: readonly Regular[],
  now: Date,
): { rows: AuditRow[]; last: Map<string, Date> } {
  const rows: AuditRow[] = []
  const last = new Map<string, Date>()
  const midnight = Math.floor(now.getTime() / day) * day
  for (let back = 29; back >= 0; back--) {
    const begins = midnight - back * day
    const weekday = new Date(begins).getUTCDay()
    const share = weekday === 0 || weekday === 6 ? 0.09 : 0.3
    for (const who of people) {
      if (!c.hit(share)) continue
      // 8:00 to 21:30 in China is 0:00 to 13:30 UTC
      const at = new Date(begins + Math.floor(Math.min(c.next(), c.next() + 0.25) * 13.5 * 3_600_000))
      if (at >= now || at < who.since) continue
      const address = `${who.network}.${c.between(1, 12)}.${c.between(2, 254)}`
      if (c.hit(0.06)) rows.push(row(c, who, new Date(at.getTime() - c.between(8, 40) * 1000), address, false))
      rows.push(row(c, who, at, address, true))
      last.set(who.id, at)
    }
  }
  rows.sort((a, b) => a.at.getTime() - b.at.getTime())
  return { rows, last }
}
