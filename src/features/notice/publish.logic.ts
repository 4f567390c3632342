import { isDate } from '../../contract/lib/typedDate.ts'

/** When an announcement is published, as the form asks it: one value that is null, `now` or an instant. */
export type When = 'draft' | 'now' | 'at'

export const publishWhenOf = (value: unknown): When =>
  value === 'now' ? 'now' : typeof value === 'string' ? 'at' : 'draft'

/** It was published before the form was opened: its time stays. */
export const isPast = (value: unknown, now: Date): value is string =>
  typeof value === 'string' && isDate(value) && Date.parse(value) <= now.getTime()

const quarter = 15 * 60_000
/** The value a choice starts with: a time begins at the next full quarter of an hour that is at least a quarter away. */
export function initialPublishTime(when: When, now: Date): string | null {
  if (when === 'now') return 'now'
  if (when === 'draft') return null
  return new Date(Math.ceil((now.getTime() + quarter) / quarter) * quarter).toISOString()
}
