/** What of the permission tree is in sight and what each line says: folding, searching, why a line cannot be turned over. */
import { type ScreenName, screenOf } from '../../../contract/screens/index.ts'
import {
  carrierOf,
  type Mark,
  markOf,
  mayGrant,
  type PermissionNode,
  permissionTree,
  walk,
} from '../../../contract/system/permissions.ts'

export interface PermissionLine {
  id: string
  level: number
  open: boolean | undefined
  node: PermissionNode
}
/** Why a line stays as it is. */
export type Why = { is: 'not-held' } | { is: 'carried'; by: ScreenName }

/** Screens without a view in this version are not offered: a folder that holds nothing else, neither. */
export const offered = (n: PermissionNode): boolean => n.screens.some((s) => screenOf(s).built)

/** Nodes a search finds, with all above and below them; undefined when nothing is searched for. */
export function found(typed: string, titleOf: (n: PermissionNode) => string): Set<string> | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  const out = new Set<string>()
  for (const n of walk()) {
    if (!titleOf(n).toLowerCase().includes(text) && !(n.grant ?? '').includes(text)) continue
    for (const inside of walk([n])) out.add(inside.id)
    for (let at = n.parent; at; at = at.parent) out.add(at.id)
  }
  return out
}

/** Lines in sight, from the top down. A search opens what is on the way to a hit, and only that. */
export function linesOf(
  unfolded: ReadonlySet<string>,
  search: { found: Set<string>; hit: (n: PermissionNode) => boolean } | undefined,
): PermissionLine[] {
  const out: PermissionLine[] = []
  const visit = (nodes: readonly PermissionNode[], level: number): void => {
    for (const n of nodes) {
      if (!offered(n) || (search && !search.found.has(n.id))) continue
      const leads = search && n.children.some((c) => [...walk([c])].some(search.hit))
      const open = !n.children.some(offered) ? undefined : unfolded.has(n.id) || leads === true
      out.push({ id: n.id, level, open, node: n })
      if (open) visit(n.children, level + 1)
    }
  }
  visit(permissionTree, 1)
  return out
}

/** Everything that has something below it. */
export const foldable = (): string[] => [...walk()].filter((n) => n.children.length > 0).map((n) => n.id)

/** What stands open at first: the two desks, and folders that are chosen in part. */
export const atFirst = (opened: ReadonlySet<ScreenName>): Set<string> =>
  new Set(
    [...walk()]
      .filter((n) => n.kind === 'desk' || (n.kind === 'folder' && markOf(n, opened) === 'some'))
      .map((n) => n.id),
  )

/** Why the viewer cannot turn a line over; undefined when he can. What he does not hold he can still take away. */
export function whyNot(
  n: PermissionNode,
  opened: ReadonlySet<ScreenName>,
  held: ReadonlySet<ScreenName>,
): Why | undefined {
  const mark: Mark = markOf(n, opened)
  if (mark === 'on') {
    const by = carrierOf(n, opened)
    return by === undefined ? undefined : { is: 'carried', by }
  }
  return mayGrant(n, held) ? undefined : { is: 'not-held' }
}

/** A text in pieces, those that match what is searched for marked. */
export function pieces(text: string, typed: string): { text: string; hit: boolean }[] {
  const wanted = typed.trim().toLowerCase()
  const lower = text.toLowerCase()
  if (wanted === '' || lower.length !== text.length) return [{ text, hit: false }]
  const out: { text: string; hit: boolean }[] = []
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) out.push({ text: text.slice(from, at), hit: false })
    out.push({ text: text.slice(at, at + wanted.length), hit: true })
    from = at + wanted.length
  }
  if (from < text.length) out.push({ text: text.slice(from), hit: false })
  return out
}

/** Screens of the list that have a view in this version. */
export const builtOf = (opened: Iterable<ScreenName>): ScreenName[] => [...opened].filter((s) => screenOf(s).built)

/** How many calls holders of these screens may make. */
export const callsOf = (calls: readonly { screens: readonly string[] }[], opened: ReadonlySet<string>): number =>
  calls.filter((c) => c.screens.some((s) => opened.has(s))).length
