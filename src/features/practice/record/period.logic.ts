/** Days that records are narrowed to, as the viewer's clock has them. */
export interface Period {
  from?: string
  to?: string
}
export const periods = ['week', 'month', 'quarter'] as const
const days = { week: 7, month: 30, quarter: 90 } as const

const text = (at: Date): string =>
  [at.getFullYear(), String(at.getMonth() + 1).padStart(2, '0'), String(at.getDate()).padStart(2, '0')].join('-')

/** So many days up to today. */
export function lately(period: (typeof periods)[number], now: Date): Period {
  const from = new Date(now)
  from.setDate(from.getDate() - days[period] + 1)
  return { from: text(from), to: text(now) }
}
