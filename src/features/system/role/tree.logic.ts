/** What of the permission tree is in sight and what each line says: folding, searching, why a line cannot be turned over. */
import { type ScreenName, screenOf } from '../../../contract/screens/index.ts'
import {
  carrierOf,
  changedBy,
  type GrantExtent,
  givenOf,
  isApart,
  lowest,
  permissionMarkOf,
  mayGrant,
  mayLend,
  openedBy,
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
/** Screens that some permissions open, and those of them that are not for reading only. */
export interface Rights {
  opened: ReadonlySet<ScreenName>
  changed: ReadonlySet<ScreenName>
}
export const rightsOf = (grants: 'all' | readonly string[]): Rights => ({
  opened: openedBy(grants),
  changed: changedBy(grants),
})
export type GrantLevel = Exclude<GrantExtent, 'some'>
/** Why a line stays as it is. */
export type LockedReason = { is: 'not-held' } | { is: 'partly-held' } | { is: 'carried'; by: ScreenName }

/** Screens without a view in this version are not offered: a folder that holds nothing else, neither. */
const offered = (n: PermissionNode): boolean => n.screens.some((s) => screenOf(s).built)

/** Nodes a search finds, with all above and below them; undefined when nothing is searched for. */
export function searchPermissions(typed: string, titleOf: (n: PermissionNode) => string): Set<string> | undefined {
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
export function permissionLinesOf(
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
      .filter((n) => n.kind === 'desk' || (n.kind === 'folder' && permissionMarkOf(n, opened) === 'some'))
      .map((n) => n.id),
  )

/** Whether a line offers reading by itself: where a screen that has a view can be changed too. */
export const offersReading = (n: PermissionNode): boolean =>
  isApart(n) && n.screens.some((s) => screenOf(s).built && screenOf(s).apart)

/** A line is ticked when all there is to it is given: of a folder what stands below it, screens without a view do not count. */
export function tickOf(n: PermissionNode, { opened, changed }: Rights): 'on' | 'some' | 'off' {
  const given = givenOf(n, opened, changed)
  if (given === 'all') return 'on'
  const shown = n.screens.filter((s) => screenOf(s).built)
  if (shown.length > 0 && shown.every((s) => changed.has(s))) return 'on'
  if (given === 'off' || !shown.some((s) => opened.has(s))) return 'off'
  return given === 'read' && !offersReading(n) ? 'on' : 'some'
}

/** How far the viewer can give a line: what comes with another screen stays, and nobody gives more than he has. */
export function steps(n: PermissionNode, role: Rights, held: Rights): GrantLevel[] {
  const least = lowest(n, role.opened, role.changed)
  if (least === 'all') return ['all']
  return [
    ...(least === 'off' ? (['off'] as const) : []),
    ...(offersReading(n) && mayLend(n, held.opened) ? (['read'] as const) : []),
    ...(mayGrant(n, held.changed) ? (['all'] as const) : []),
  ]
}

/** What choosing a line makes of it: everything there is to give, or nothing when that was given. */
export function nextGrantLevel(n: PermissionNode, role: Rights, held: Rights): GrantLevel | undefined {
  const can = steps(n, role, held)
  const now = givenOf(n, role.opened, role.changed)
  const next = now === can.at(-1) ? can[0] : can.at(-1)
  return next === now ? undefined : next
}

/** What the key for reading makes of a line: reading and nothing else, or nothing when that was it. */
export function lent(n: PermissionNode, role: Rights, held: Rights): GrantLevel | undefined {
  const can = steps(n, role, held)
  if (!can.includes('read')) return undefined
  if (givenOf(n, role.opened, role.changed) !== 'read') return 'read'
  return can.includes('off') ? 'off' : undefined
}

/** Why the viewer cannot turn a line over; undefined when he can. What he does not hold he can still take away. */
export function whyNot(n: PermissionNode, role: Rights, held: Rights): LockedReason | undefined {
  if (nextGrantLevel(n, role, held) !== undefined) return undefined
  const by = carrierOf(n, role.opened)
  if (by !== undefined && permissionMarkOf(n, role.opened) !== 'off') return { is: 'carried', by }
  return { is: n.children.some((c) => turnsOver(c, role, held)) ? 'partly-held' : 'not-held' }
}
/** Whether the viewer can turn over the line or one below it. */
const turnsOver = (n: PermissionNode, role: Rights, held: Rights): boolean =>
  nextGrantLevel(n, role, held) !== undefined || n.children.some((c) => turnsOver(c, role, held))

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

/** Of the screens of a role that have a view those that are for reading alone. */
export const readOnlyOf = ({ opened, changed }: Rights): ScreenName[] => builtOf(opened).filter((s) => !changed.has(s))

/** Calls that holders of such rights may make. */
export const callsOf = <C extends { screens: readonly string[]; changes: boolean }>(
  calls: readonly C[],
  { opened, changed }: { opened: ReadonlySet<string>; changed: ReadonlySet<string> },
): C[] => calls.filter((c) => c.screens.some((s) => (c.changes ? changed : opened).has(s)))
