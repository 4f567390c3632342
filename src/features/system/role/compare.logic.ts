/** Two roles side by side: what each opens and the other does not, folder by folder. */
import { href, type ScreenName } from '../../../contract/screens/index.ts'
import { openedBy, type PermissionNode, permissionTree } from '../../../contract/system/permissions.ts'

export type Grants = 'all' | readonly string[]
export type Whose = 'both' | 'first' | 'second'
export interface CompareGroup {
  node: PermissionNode
  desk: PermissionNode
  lines: { screen: ScreenName; whose: Whose }[]
}
export interface Comparison {
  groups: CompareGroup[]
  count: Record<Whose, number>
}

/** Address of a comparison, to be kept and passed on. */
export const comparing = (ids: readonly string[]): string => href('role-manage', undefined, { compare: ids.join(',') })

/** The two ids of such an address; undefined when it names no pair. */
export function compared(value: string | null): [string, string] | undefined {
  const [a, b, ...more] = (value ?? '').split(',')
  return a && b && more.length === 0 ? [a, b] : undefined
}

/** @param differences only screens that one of the two opens alone */
export function comparison(a: Grants, b: Grants, differences: boolean): Comparison {
  const [first, second] = [openedBy(a), openedBy(b)]
  const count = { both: 0, first: 0, second: 0 }
  const groups = permissionTree.flatMap((desk) =>
    desk.children.map((node): CompareGroup => {
      const lines = node.screens.flatMap((screen) => {
        const [x, y] = [first.has(screen), second.has(screen)]
        if (!x && !y) return []
        const whose: Whose = x && y ? 'both' : x ? 'first' : 'second'
        count[whose]++
        return differences && whose === 'both' ? [] : [{ screen, whose }]
      })
      return { node, desk, lines }
    }),
  )
  return { groups: groups.filter((g) => g.lines.length > 0), count }
}
