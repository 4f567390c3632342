import { access } from '#src/contract/access.ts'
import { api } from '#src/contract/api.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { type ScreenName, screens } from '#src/contract/screens/index.ts'
import type { Queryable } from '#mock/db/db.ts'
import { documents } from '#mock/crud/documents.ts'
import { roleFacts } from './grants.ts'

const roles = documents('role')

/** Routes whoever holds the screens may call, in the order of the contract. */
function routesFor(granted: ReadonlySet<ScreenName>): string[] {
  const open = ({ screens: who }: Route) => typeof who === 'string' || who.some((s) => granted.has(s))
  return Object.entries(api)
    .filter(([, route]) => open(route))
    .map(([key]) => key)
}

/** Per role: what it sees and what it may call. */
export async function reach(q: Queryable, now: Date) {
  const ids = await roles.ids(q, { sort: 'created_at' })
  const found = await roles.byIds(q, ids)
  const items = ids
    .flatMap((id) => found.get(id) ?? [])
    .map((doc) => {
      const { id, key, name, grants } = roleFacts(doc)
      const { visible, granted } = access(screens, grants)
      return {
        role: { id, key, name },
        grants: grants === 'all' ? ('all' as const) : [...grants],
        screens: screens.map((s) => s.name).filter((s) => visible.has(s)),
        routes: routesFor(granted),
        at: now.toISOString(),
      }
    })
  return { items }
}
