/**
 * What a role may be given, derived from the screen table: the front desk and the back office, their folders, the screens of each, the
 * screens under those, and full-screen displays, which have no folder. A permission is a name; choosing a folder is one permission, its
 * name. Where a screen shares its folder's name (`practice`, `personal`) the name opens the folder, so they come and go together.
 * `name:read` gives the same screens for reading, without forms; there is one wherever that is less than the name itself.
 */
import { type Grants, layoutOfPath, openers, readPermissionOf, readName } from '../access.ts'
import { limits } from '../limits.ts'
import { folders, isScreenName, type Screen, type ScreenName, screens } from '../screens/index.ts'
import { keysOf } from '../lib/typed.ts'

type Desk = 'learner' | 'admin'
type Kind = 'desk' | 'folder' | 'displays' | 'screen'
export interface PermissionNode {
  id: `${Kind}:${string}`
  kind: Kind
  name: string
  /** The permission that opens it; a desk and its displays are opened by those of their parts. */
  grant: string | undefined
  children: readonly PermissionNode[]
  /** The screen itself and every screen below. */
  screens: readonly ScreenName[]
  parent: PermissionNode | undefined
}
export type PermissionMark = 'on' | 'some' | 'off'
/** How far a part of the tree is given: not at all, for reading what can be read, in full; `some` is anything between. */
export type GrantExtent = 'off' | 'read' | 'all' | 'some'

/** Public screens and the entry by a signed link open for whoever comes: nobody has to be given them. */
const given = screens.filter((s) => !s.public && s.name !== 'token-entry')
const byName = new Map<string, Screen>(given.map((s) => [s.name, s]))

const opens = new Map<string, Set<ScreenName>>()
for (const s of given)
  for (const name of openers(s, (n) => byName.get(n))) opens.set(name, (opens.get(name) ?? new Set()).add(s.name))

const apart = new Set<ScreenName>(given.flatMap((s) => (s.apart ? [s.name] : [])))
const forms = new Set<ScreenName>(given.flatMap((s) => (s.form ? [s.name] : [])))
const inFull = [...opens]
for (const [name, all] of inFull)
  if ([...all].some((s) => apart.has(s)))
    opens.set(readPermissionOf(name), new Set([...all].filter((s) => !forms.has(s))))

const none: ReadonlySet<ScreenName> = new Set()
export const isPermission = (name: string): boolean => opens.has(name)
/** Screens that one permission opens; none for a name that is no permission. */
export const opensOf = (name: string): ReadonlySet<ScreenName> => opens.get(name) ?? none

/** Screens that grants open, whatever the licence says. */
export function openedBy(grants: Grants | readonly string[]): ReadonlySet<ScreenName> {
  if (grants === 'all') return new Set(given.map((s) => s.name))
  const out = new Set<ScreenName>()
  for (const name of grants) for (const s of opensOf(name)) out.add(s)
  return out
}

/** Screens one permission opens and lets change, or that have nothing to change. */
function changesOf(name: string): ReadonlySet<ScreenName> {
  if (readName(name) === undefined) return opensOf(name)
  return new Set([...opensOf(name)].filter((s) => !apart.has(s)))
}
/** Of the screens that grants open, those that are not for reading only. */
export function changedBy(grants: Grants | readonly string[]): ReadonlySet<ScreenName> {
  if (grants === 'all') return openedBy(grants)
  const out = new Set<ScreenName>()
  for (const name of grants) for (const s of changesOf(name)) out.add(s)
  return out
}

function node(
  kind: Kind,
  name: string,
  grant: string | undefined,
  children: PermissionNode[],
  own: readonly ScreenName[] = [],
): PermissionNode {
  const all = [...own, ...children.flatMap((c) => c.screens)]
  const made: PermissionNode = { id: `${kind}:${name}`, kind, name, grant, children, screens: all, parent: undefined }
  for (const child of children) child.parent = made
  return made
}
const screenNode = (s: Screen): PermissionNode =>
  node('screen', s.name, s.name, given.filter((c) => c.under === s.name).map(screenNode), [s.name])

function deskNode(desk: Desk): PermissionNode {
  const inside = keysOf(folders)
    .filter((f) => folders[f].layout === desk)
    .map((f) => node('folder', f, f, given.filter((s) => s.folder === f && !s.under).map(screenNode)))
  const displays = given.filter((s) => s.layout === 'full' && layoutOfPath(s.path) === desk)
  return node('desk', desk, undefined, [...inside, node('displays', desk, undefined, displays.map(screenNode))])
}

export const permissionTree: readonly PermissionNode[] = [deskNode('learner'), deskNode('admin')]

export function* walk(nodes: readonly PermissionNode[] = permissionTree): Generator<PermissionNode> {
  for (const n of nodes) {
    yield n
    yield* walk(n.children)
  }
}
const byId = new Map<string, PermissionNode>([...walk()].map((n) => [n.id, n]))
export const nodeOf = (id: string): PermissionNode | undefined => byId.get(id)

/** Whether reading this part can be given without changing it. */
export const isApart = (n: PermissionNode): boolean => n.screens.some((s) => apart.has(s))
/** The permission that gives a part for reading: its own name where there is nothing else to it, none where it is only forms. */
function readGrant(n: PermissionNode): string | undefined {
  if (n.grant === undefined) return undefined
  const reading = readPermissionOf(n.grant)
  if (isPermission(reading)) return reading
  return [...opensOf(n.grant)].some((s) => forms.has(s)) ? undefined : n.grant
}

/** The same rights by fewer names, in the order of the tree: what a chosen folder or screen gives anyway is left out. */
export function normalised(names: Iterable<string>): string[] {
  const chosen = new Set(names)
  const visit = (n: PermissionNode, read: boolean): string[] => {
    const g = n.grant
    if (g !== undefined && chosen.has(g) && !(read && readGrant(n) === g)) return [g]
    const reading = g === undefined ? undefined : readPermissionOf(g)
    const reads = !read && reading !== undefined && chosen.has(reading) && isPermission(reading)
    const inside = n.children.flatMap((c) => visit(c, read || reads))
    if (!reads) return inside
    const changed = changedBy(inside)
    return [...opensOf(reading)].every((s) => changed.has(s)) ? inside : [reading, ...inside]
  }
  return permissionTree.flatMap((n) => visit(n, false))
}

/** Names that open exactly these screens of a part of the tree, as few as can be. */
function naming(
  nodes: readonly PermissionNode[],
  wanted: ReadonlySet<ScreenName>,
  grantOf: (n: PermissionNode) => string | undefined = (n) => n.grant,
): string[] {
  return nodes.flatMap((n) => {
    const grant = grantOf(n)
    if (grant !== undefined && [...opensOf(grant)].every((s) => wanted.has(s))) return [grant]
    return naming(n.children, wanted, grantOf)
  })
}

export const permissionMarkOf = (n: PermissionNode, opened: ReadonlySet<ScreenName>): PermissionMark => {
  const open = n.screens.reduce((sum, s) => sum + (opened.has(s) ? 1 : 0), 0)
  return open === 0 ? 'off' : open === n.screens.length ? 'on' : 'some'
}

/** The screen of its name: the part itself, or the one that a folder shares its name with. */
const screenBy = ({ name }: PermissionNode): ScreenName | undefined => (isScreenName(name) ? name : undefined)

/** The open screen that this one comes with and cannot be taken from: one it is under, or the one that shares the folder's name. */
export function carrierOf(n: PermissionNode, opened: ReadonlySet<ScreenName>): ScreenName | undefined {
  const own = screenBy(n)
  if (n.kind !== 'screen' || !own) return undefined
  for (let at = n.parent; at; at = at.parent) {
    const name = screenBy(at)
    const inside = at.kind === 'screen' || (at.kind === 'folder' && name !== n.name)
    if (inside && name && opened.has(name) && opensOf(name).has(own)) return name
  }
  return undefined
}

/** Whether somebody who holds these screens may give this part of the tree away. */
export const mayGrant = (n: PermissionNode, held: ReadonlySet<ScreenName>): boolean =>
  (n.grant === undefined ? n.screens : [...opensOf(n.grant)]).every((s) => held.has(s))

const ancestors = function* (n: PermissionNode): Generator<PermissionNode> {
  for (let at = n.parent; at; at = at.parent) yield at
}

/** How far a part is given by what is open and what of it may be changed. */
export function givenOf(
  n: PermissionNode,
  opened: ReadonlySet<ScreenName>,
  changed: ReadonlySet<ScreenName>,
): GrantExtent {
  const all = permissionMarkOf(n, changed)
  if (all === 'on') return 'all'
  if (permissionMarkOf(n, opened) === 'off') return 'off'
  const more = n.screens.some((s) => (apart.has(s) || forms.has(s)) && changed.has(s))
  return !more && isApart(n) && n.screens.every((s) => forms.has(s) || opened.has(s)) ? 'read' : 'some'
}

/** Whether somebody who opens these screens may give this part of the tree for reading. */
export function mayLend(n: PermissionNode, opened: ReadonlySet<ScreenName>): boolean {
  const grant = readGrant(n)
  return (grant === undefined ? n.screens.filter((s) => !forms.has(s)) : [...opensOf(grant)]).every((s) =>
    opened.has(s),
  )
}

/** Gives a part of the tree. When all of its folder is open by that, the folder's name takes the place of its screens'. */
function give(names: readonly string[], n: PermissionNode): string[] {
  const out = [...names, ...naming([n], new Set(n.grant === undefined ? n.screens : opensOf(n.grant)))]
  const changed = changedBy(out)
  for (const at of ancestors(n))
    if (at.kind === 'folder' && at.grant !== undefined && permissionMarkOf(at, changed) === 'on') out.push(at.grant)
  return normalised(out)
}

/** Gives a part of the tree for reading, and takes back what was more. A folder's name stands for all of it here too. */
function lend(names: readonly string[], n: PermissionNode): string[] {
  const grant = readGrant(n)
  const wanted = grant === undefined ? n.screens.filter((s) => !forms.has(s)) : opensOf(grant)
  const kept = take(names, n, (name) => readName(name) === undefined)
  const out = [...kept, ...naming([n], new Set(wanted), readGrant)]
  const [opened, changed] = [openedBy(out), changedBy(out)]
  for (const at of ancestors(n))
    if (at.kind === 'folder' && at.grant !== undefined && givenOf(at, opened, changed) === 'read')
      out.push(readPermissionOf(at.grant))
  return normalised(out)
}

/** Takes a part of the tree back; the rest of what opened it stays, by its own names. */
function take(names: readonly string[], n: PermissionNode, of: (name: string) => boolean = () => true): string[] {
  const gone = new Set(n.screens)
  return normalised(
    names.flatMap((name) => {
      const all = [...opensOf(name)]
      if (!of(name) || !all.some((s) => gone.has(s))) return [name]
      const left = new Set(all.filter((s) => !gone.has(s)))
      return naming(permissionTree, left, readName(name) === undefined ? undefined : readGrant)
    }),
  )
}

/** How far a part can be given by itself: what comes with another screen is not taken from it. */
export function lowest(
  n: PermissionNode,
  opened: ReadonlySet<ScreenName>,
  changed: ReadonlySet<ScreenName>,
): GrantExtent {
  const own = screenBy(n)
  // a screen in which there is nothing to change is there in full for reading too, and carries no more than that
  if (carrierOf(n, changed) && own && changed.has(own)) return 'all'
  if (!n.screens.some((s) => opened.has(s)) || !carrierOf(n, opened)) return 'off'
  return isApart(n) ? 'read' : own && forms.has(own) ? 'off' : 'all'
}

/** Gives a part of the tree as far as that, or as far as what it comes with leaves it. */
export function setGiven(names: readonly string[], n: PermissionNode, to: 'off' | 'read' | 'all'): string[] {
  const least = lowest(n, openedBy(names), changedBy(names))
  if (least === 'all') return normalised(names)
  if (to === 'all') return give(names, n)
  if (to === 'read' || least === 'read') return isApart(n) ? lend(names, n) : give(names, n)
  return take(names, n)
}

/** Turns a part of the tree over: what is open in full goes, anything less is completed. What comes with another screen stays. */
export const toggledGrants = (names: readonly string[], n: PermissionNode): string[] =>
  setGiven(names, n, permissionMarkOf(n, changedBy(names)) === 'on' ? 'off' : 'all')

/** What whoever makes a role should know of it; nothing of it keeps him from saving. */
export type PermissionWarning =
  | { rule: 'reaches_nothing' }
  /** Screens that open although nothing leads to them, each with the screen that would. */
  | { rule: 'without_menu'; screens: readonly { screen: ScreenName; from: ScreenName }[] }

/** The listed screen from which one that is in no menu is reached. */
function entryOf(s: Screen): Screen {
  let at = s
  for (let up = at.under && byName.get(at.under); up; up = up.under && byName.get(up.under)) at = up
  return at
}

/** A role that would reach nothing, and pages without the page that leads to them. */
export function permissionWarnings(grants: Grants | readonly string[]): PermissionWarning[] {
  const built = [...openedBy(grants)].flatMap((name) => byName.get(name) ?? []).filter((s) => s.built)
  const open = new Set(built.map((s) => s.name))
  // what is in a menu, or is a display of its own
  const reached = built.filter((s) => open.has(entryOf(s).name))
  const lost = built.flatMap((s) => {
    const from = entryOf(s)
    return open.has(from.name) ? [] : [{ screen: s.name, from: from.name }]
  })
  return [
    ...(reached.length ? [] : [{ rule: 'reaches_nothing' } as const]),
    ...(lost.length ? [{ rule: 'without_menu', screens: lost } as const] : []),
  ]
}

export interface PermissionBreak {
  /** Place in the list; none when it is the list itself. */
  at: number | undefined
  rule: 'permissions_max' | 'unknown_permission' | 'listed_twice'
  params: Record<string, string | number>
}

/** What a list of permissions breaks. */
export function permissionBreaks(names: readonly string[]): PermissionBreak[] {
  const max = limits.permissionsPerRole
  if (names.length > max) return [{ at: undefined, rule: 'permissions_max', params: { max, n: names.length } }]
  return names.flatMap((name, at): PermissionBreak[] => [
    ...(isPermission(name) ? [] : [{ at, rule: 'unknown_permission', params: { name } } as const]),
    ...(names.indexOf(name) < at || names.includes(readName(name) ?? '')
      ? [{ at, rule: 'listed_twice', params: { name } } as const]
      : []),
  ])
}
