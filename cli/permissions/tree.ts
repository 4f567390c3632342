/** The permission tree of this product's own contract: what every other one is compared with. */
import { api } from '#src/contract/api.ts'
import { type Route, routeRuleOf, splitKey } from '#src/contract/lib/route.ts'
import { type PermissionTree, screenTree } from '#src/contract/system/permissionTree.ts'
import { roles } from '#mock/seed/roles.ts'

/** The tree without roles: those live on a server. */
export const ownTree = (): PermissionTree => ({
  ...screenTree(),
  routes: (Object.entries(api) as [string, Route][]).map(([key, route]) => ({
    key,
    audience: typeof route.screens === 'string' ? route.screens : 'screens',
    screens: [...(typeof route.screens === 'string' ? (route.serves ?? []) : route.screens)],
    ...routeRuleOf(splitKey(key)[0], route),
  })),
  roles: [],
})

/** The roles as they ship. */
export const shippedRoles = (): PermissionTree['roles'] =>
  Object.entries(roles).map(([key, r]) => ({
    key,
    name: r.name,
    admin: r.is_admin,
    permissions: key === 'super' ? 'all' : [...r.permissions],
  }))
