/** Roles by what their holders may do, asked of the database: nobody reads every role to know who holds a screen. */
import { changing } from '#src/contract/access.ts'
import { type ScreenName, screens } from '#src/contract/screens/index.ts'
import { documents } from './documents.ts'
import type { Add } from './where.ts'

const { table } = documents('role')

/** Condition on a row `r` of the roles: it is the one that ships under this key. */
export const shipped = (key: string): string => `(r.k_built_in and r.data->>'key' = '${key}')`

/** A statement with the ids of the roles whose holders may change what stands on one of the screens. */
export function rolesThatChange(wanted: readonly ScreenName[], add: Add): string {
  const names = add([...new Set(wanted.flatMap((s) => changing(screens, s)))])
  // the keys are folded, the names themselves decide
  return `select r.id from ${table} r where r.k_permissions && ${names}::text[] and r.data->'permissions' ?| ${names}::text[]
    union all select r.id from ${table} r where ${shipped('super')}`
}
