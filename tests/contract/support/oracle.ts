/**
 * Who may call what, read a second time: from the specification's rule of visibility, the lines of the screen table and the grants of the
 * roles, without the product's own functions. A difference between the two readings is a mistake in one of them.
 */
import { api } from '#src/contract/api.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { screens } from '#src/contract/screens/index.ts'
import { roles } from '#mock/seed/roles.ts'
import { type AccountName, accounts } from './people.ts'

export type Cell =
  | 'served'
  | 'unauthenticated'
  | 'change_password_first'
  | 'no_operation_permission'
  | 'read_only_right'
export const callers = ['anonymous', ...(Object.keys(accounts) as AccountName[])] as const
export type Caller = (typeof callers)[number]

const table = new Map(screens.map((s) => [s.name as string, s]))

/** Clauses 1, 2 and 4 of section 6: its name, a breadcrumb parent, or a folder is granted. Clause 3 opens pages, never calls. */
function held(screen: string, grants: readonly string[], end = ''): boolean {
  const seen: string[] = []
  let at: string | undefined = screen
  while (at !== undefined && !seen.includes(at)) {
    const line = table.get(at)
    if (grants.includes(at + end) || (line?.folder !== undefined && grants.includes(line.folder + end))) return true
    seen.push(at)
    at = line?.under
  }
  return false
}

/** What a caller gets from a route before his arguments are looked at. */
export function cell(key: string, route: Route, caller: Caller): Cell {
  if (route.screens === 'public') return 'served'
  if (caller === 'anonymous') return 'unauthenticated'
  const account = accounts[caller]
  const gone = ('status' in account && account.status !== undefined) || 'expires_on' in account
  if (gone) return 'unauthenticated'
  if ('is_default' in account && route.restricted !== true) return 'change_password_first'
  if (route.screens === 'signed-in' || account.role === 'super') return 'served'
  const permissions: readonly string[] = roles[account.role].permissions
  if (route.screens.some((s) => held(s, permissions))) return 'served'
  // a name for reading opens what is no form; where a screen sets reading and changing apart, only for reading
  const read = route.screens.filter((s) => !table.get(s)?.form && held(s, permissions, ':read'))
  const changes = route.guarded === true || (!key.startsWith('GET ') && !route.safe && !route.personal)
  if (!changes || read.some((s) => !table.get(s)?.apart)) return read.length ? 'served' : 'no_operation_permission'
  return read.length ? 'read_only_right' : 'no_operation_permission'
}

/** The whole matrix: per route, the callers by what they get. */
export function oracle(): Record<string, Partial<Record<Cell, Caller[]>>> {
  const out: Record<string, Partial<Record<Cell, Caller[]>>> = {}
  for (const [key, route] of Object.entries(api as Record<string, Route>).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const row: Partial<Record<Cell, Caller[]>> = {}
    for (const caller of callers) row[cell(key, route, caller)] = [...(row[cell(key, route, caller)] ?? []), caller]
    out[key] = row
  }
  return out
}
