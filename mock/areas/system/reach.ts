import { type Access, access } from '#src/contract/access.ts'
import { api } from '#src/contract/api.ts'
import { type Route, routeRuleOf, splitKey } from '#src/contract/lib/route.ts'
import { screens } from '#src/contract/screens/index.ts'
import type { Queryable } from '#mock/db/db.ts'
import { documents } from '#mock/crud/documents.ts'
import { roleFacts } from './grants.ts'

const roles = documents('role')

/** Routes whoever holds the screens may call, in the order of the contract. */
function routesFor({ granted, changes }: Access): string[] {
  return (Object.entries(api) as [string, Route][]).flatMap(([key, route]) => {
    if (typeof route.screens === 'string') return [key]
    const held = routeRuleOf(splitKey(key)[0], route).changes ? changes : granted
    return route.screens.some((s) => held.has(s)) ? [key] : []
  })
}

/** Per role: what it sees and what it may call. */
export async function accessByRole(q: Queryable, now: Date) {
  const ids = await roles.ids(q, { sort: 'created_at' })
  const found = await roles.byIds(q, ids)
  const items = ids
    .flatMap((id) => found.get(id) ?? [])
    .map((doc) => {
      const { id, key, name, grants } = roleFacts(doc)
      const opened = access(screens, grants)
      return {
        role: { id, key, name },
        grants: grants === 'all' ? ('all' as const) : [...grants],
        screens: screens.map((s) => s.name).filter((s) => opened.visible.has(s)),
        routes: routesFor(opened),
        at: now.toISOString(),
      }
    })
  return { items }
}
