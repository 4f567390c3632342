/** Two roles side by side: what each opens and the other does not, folder by folder. */
import { href, type ScreenName } from '../../../contract/screens/index.ts'
import { type PermissionNode, permissionTree } from '../../../contract/system/permissions.ts'
import { builtOf, type Rights, rightsOf } from './tree.logic.ts'

export type RoleGrants = 'all' | readonly string[]
/** Who has a screen, or has more of it; `both` have it alike. */
type Whose = 'both' | 'first' | 'second'
export type Has = 'none' | 'read' | 'all'
interface CompareGroup {
  node: PermissionNode
  desk: PermissionNode
  lines: { screen: ScreenName; whose: Whose; has: readonly [Has, Has] }[]
}
export interface Comparison {
  groups: CompareGroup[]
  count: Record<Whose, number>
}

/** Address of a comparison, to be kept and passed on. */
export const comparing = (ids: readonly string[]): string =>
  href('role-manage', undefined, { compare: [ids[0] ?? '', ids[1] ?? ''].join(',') })

/** The two ids of such an address, as far as they are chosen; undefined when it is none. */
export function compared(value: string | null): [string | undefined, string | undefined] | undefined {
  const [a, b, ...more] = (value ?? ',,').split(',')
  return more.length === 0 ? [a || undefined, b || undefined] : undefined
}

/** Where a side is not chosen, the first role that is not on the other one. */
export function bothOf(
  { first, second }: Record<'first' | 'second', string | undefined>,
  roles: readonly string[],
): [string | undefined, string | undefined] {
  const one = first ?? roles.find((id) => id !== second)
  return [one, second ?? roles.find((id) => id !== one)]
}

const weights: readonly Has[] = ['none', 'read', 'all']
const hasOf = (r: Rights, s: ScreenName): Has => (!r.opened.has(s) ? 'none' : r.changed.has(s) ? 'all' : 'read')

/**
 * Screens that have a view in this version, as the editor of roles counts them.
 * @param differences only those that one of the two opens alone, or lets change alone
 */
export function comparison(a: RoleGrants, b: RoleGrants, differences: boolean): Comparison {
  const [first, second] = [rightsOf(a), rightsOf(b)]
  const count = { both: 0, first: 0, second: 0 }
  const groups = permissionTree.flatMap((desk) =>
    desk.children.map((node): CompareGroup => {
      const lines = builtOf(node.screens).flatMap((screen) => {
        const has = [hasOf(first, screen), hasOf(second, screen)] as const
        const [x, y] = [weights.indexOf(has[0]), weights.indexOf(has[1])]
        if (x + y === 0) return []
        const whose: Whose = x === y ? 'both' : x > y ? 'first' : 'second'
        count[whose]++
        return differences && whose === 'both' ? [] : [{ screen, whose, has }]
      })
      return { node, desk, lines }
    }),
  )
  return { groups: groups.filter((g) => g.lines.length > 0), count }
}
