/** People by name and account, for columns and sentences that say who did something: a name may be anybody's. */
import { signed } from '#src/contract/notice/byline.ts'

/** As part of a statement, of a row of the people's table; null where there is none. */
export const signedName = (u: string): string =>
  `(coalesce(nullif(${u}.data->>'name', '') || ' ', '') || '@' || (${u}.data->>'username'))`

/** Of a row; empty for whoever is gone. */
export const signedRow = (row: { data: { name?: string; username?: string } } | undefined): string =>
  row ? signed({ name: row.data.name ?? '', username: row.data.username ?? '' }) : ''
