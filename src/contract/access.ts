/**
 * Who may see which screen: section 6 of the specification as pure functions over the screen table.
 * Four derivations, each on its own: what is allowed, the menu, the breadcrumb trail, the lit menu entry.
 */
import {
  type FolderIcon,
  type FolderName,
  folders,
  type LayoutName,
  type Screen,
  type ScreenName,
  screens,
} from './screens/index.ts'
import { inGivenOrder, type MenuConfig, usualMenu } from './menu.ts'
import { keysOf } from './lib/typed.ts'

/** Names of screens and folders a user holds; `all` is the super administrator. */
export type Grants = 'all' | ReadonlySet<string>

/** What the rule needs to know of a screen; the product's table satisfies it, tests make random ones. */
export interface ScreenFacts {
  name: string
  folder?: string | undefined
  under?: string | undefined
  hidden: boolean
  public: boolean
  auth: boolean
  apart?: boolean
  form?: boolean
}

const suffix = ':read'
/** The permission that gives for reading what the name gives in full. */
export const readPermissionOf = (name: string): string => name + suffix
/** The name such a permission stands on; undefined for one that gives in full. */
export const readName = (permission: string): string | undefined =>
  permission.endsWith(suffix) ? permission.slice(0, -suffix.length) : undefined

/**
 * Names whose grant opens the screen: itself, the screens it is under (the breadcrumb parents) and its folder.
 * A chain that runs in a circle ends where it closes.
 */
export function openers(node: ScreenFacts, find: (name: string) => ScreenFacts | undefined): Set<string> {
  const names = new Set<string>()
  for (let at: ScreenFacts | undefined = node; at && !names.has(at.name); at = at.under ? find(at.under) : undefined) {
    names.add(at.name)
    if (at.folder) names.add(at.folder)
    if (at.under && !find(at.under)) names.add(at.under)
  }
  return names
}

/** Names that open a screen, and those that give it for reading where that is less than all. */
interface Opening {
  full: readonly string[]
  reading: readonly string[]
}
const openingOf = (node: ScreenFacts, find: (name: string) => ScreenFacts | undefined): Opening => {
  const full = [...openers(node, find)]
  return { full, reading: node.form ? [] : full.map(readPermissionOf) }
}

/** How far grants open a screen. Where reading and changing are one, reading is all there is. */
type Level = 'none' | 'read' | 'all'
function levelOf(node: ScreenFacts, grants: Grants, { full, reading }: Opening): Level {
  if (grants === 'all') return 'all'
  for (const name of full) if (grants.has(name)) return 'all'
  for (const name of reading) if (grants.has(name)) return node.apart ? 'read' : 'all'
  return 'none'
}

/** True when the grants themselves open the screen; the absence of the authentication flag does not count here. */
export const granted = (node: ScreenFacts, grants: Grants, find: (name: string) => ScreenFacts | undefined): boolean =>
  levelOf(node, grants, openingOf(node, find)) !== 'none'

/** The visibility rule of a route. Convenience for the user: the server is the wall. */
export function isRouteVisible(
  node: ScreenFacts,
  grants: Grants,
  find: (name: string) => ScreenFacts | undefined,
): boolean {
  return node.public || !node.auth || granted(node, grants, find)
}

export interface Access {
  readonly visible: ReadonlySet<ScreenName>
  /** Screens the grants open, without those that merely carry no authentication flag: what a call may serve. */
  readonly granted: ReadonlySet<ScreenName>
  /** Those of them that were not given for reading only. */
  readonly changes: ReadonlySet<ScreenName>
}

/** By table: a role is held against it in a tenth of the time when the chains have not to be walked again. */
const openings = new WeakMap<readonly ScreenFacts[], readonly Opening[]>()
function openingsOf(table: readonly ScreenFacts[]): readonly Opening[] {
  const had = openings.get(table)
  if (had) return had
  const byName = new Map(table.map((s) => [s.name, s]))
  const made = table.map((s) => openingOf(s, (name) => byName.get(name)))
  openings.set(table, made)
  return made
}

/** Permissions each of which lets its holder change what stands on the screen. */
export function changing(table: readonly Screen[], name: ScreenName): readonly string[] {
  const at = table.findIndex((s) => s.name === name)
  const [screen, opening] = [table[at], openingsOf(table)[at]]
  if (!screen || !opening) return []
  return screen.apart ? opening.full : [...opening.full, ...opening.reading]
}

/**
 * Everything a user may see, in one pass over the table.
 * @param modules licensed modules that are open; undefined means all
 */
export function access(table: readonly Screen[], grants: Grants, modules?: ReadonlySet<string>): Access {
  const opening = openingsOf(table)
  const seen = new Set<ScreenName>()
  const held = new Set<ScreenName>()
  const changes = new Set<ScreenName>()
  for (const [n, s] of table.entries()) {
    if (s.module && modules && !modules.has(s.module)) continue
    const by = opening[n]
    const level = by ? levelOf(s, grants, by) : 'none'
    if (level !== 'none') held.add(s.name)
    if (level === 'all') changes.add(s.name)
    if (level !== 'none' || s.public || !s.auth) seen.add(s.name)
  }
  return { visible: seen, granted: held, changes }
}

/** Screens that the grants open, or let change, and those held do not: what their holder would give away beyond his own. */
export function screensBeyond(table: readonly Screen[], grants: Grants, held: Grants): ScreenName[] {
  const own = access(table, held)
  const more = access(table, grants)
  return [...more.granted].filter((s) => !own.granted.has(s) || (more.changes.has(s) && !own.changes.has(s)))
}

export interface MenuFolder {
  folder: FolderName
  icon: FolderIcon
  screens: Screen[]
}

/** Menu of a layout: built, permitted, listed screens by folder, as they were arranged; folders without an entry are left out. */
export function menu(
  table: readonly Screen[],
  allowed: ReadonlySet<ScreenName>,
  layout: LayoutName,
  config: MenuConfig = usualMenu,
): MenuFolder[] {
  const left = new Set(config.hidden)
  const names = keysOf(folders).filter((f) => folders[f].layout === layout)
  const given = layout === 'learner' || layout === 'admin' ? config.folders[layout] : undefined
  return inGivenOrder(names, given).flatMap((folder) => {
    if (left.has(`folder.${folder}`)) return []
    const listed = table.filter(
      (s) => s.folder === folder && s.layout === layout && !s.hidden && s.built && allowed.has(s.name),
    )
    const byName = new Map(listed.map((s) => [s.name, s]))
    const shown = inGivenOrder([...byName.keys()], config.screens[folder])
      .filter((name) => !left.has(`screen.${name}`))
      .flatMap((name) => byName.get(name) ?? [])
    return shown.length ? [{ folder, icon: folders[folder].icon, screens: shown }] : []
  })
}

/** The one screen that a menu with everything would show of a folder; undefined where it has several, or none. */
export function soleScreen(folder: FolderName): ScreenName | undefined {
  const [only, ...more] = screens.filter((s) => s.folder === folder && !s.hidden && s.built)
  return more.length === 0 ? only?.name : undefined
}

/** Breadcrumb: the folder, the screens it is under from the top down, itself. From the table, never from the menu. */
export function breadcrumbOf(
  table: readonly Screen[],
  name: ScreenName,
): { folder: FolderName | undefined; screens: Screen[] } {
  const byName = new Map(table.map((s) => [s.name, s]))
  const chain: Screen[] = []
  for (let s = byName.get(name); s && !chain.includes(s); s = s.under ? byName.get(s.under) : undefined)
    chain.unshift(s)
  return { folder: chain[0]?.folder, screens: chain }
}

/** The menu entry that is lit while a screen is open: the nearest listed screen among itself and those it is under. */
export function lit(table: readonly Screen[], name: ScreenName): ScreenName | undefined {
  return breadcrumbOf(table, name)
    .screens.filter((s) => !s.hidden && s.folder)
    .at(-1)?.name
}

const homes = { learner: 'personal', admin: 'dashboard' } as const

/**
 * Default redirect of a layout: its home, or else the first permitted screen in the order of the menu that is titled (listed with a title,
 * which every built screen has), asks for authentication and is no child; undefined when the user may see none.
 */
export function homeScreen(
  table: readonly Screen[],
  allowed: ReadonlySet<ScreenName>,
  layout: 'learner' | 'admin',
  config: MenuConfig = usualMenu,
): Screen | undefined {
  const listed = menu(table, allowed, layout, config).flatMap((f) => f.screens)
  const fits = (s: Screen) => s.layout === layout && s.built && s.auth && !s.hidden && allowed.has(s.name)
  // a menu with everything left out of it still has a place to arrive at
  return listed.find((s) => s.name === homes[layout]) ?? listed.find(fits) ?? table.find(fits)
}

/**
 * Where somebody arrives who asked for no page: whoever has work in the back office at its start, everybody else at his personal one; undefined
 * when he may see none.
 */
export function landing(
  table: readonly Screen[],
  allowed: ReadonlySet<ScreenName>,
  config: MenuConfig = usualMenu,
): Screen | undefined {
  const [own, other] = allowed.has(homes.admin) ? (['admin', 'learner'] as const) : (['learner', 'admin'] as const)
  return homeScreen(table, allowed, own, config) ?? homeScreen(table, allowed, other, config)
}

/** The layout a path belongs to: the back office when it contains /admin/, otherwise the learner portal. */
export function layoutOfPath(path: string): 'admin' | 'learner' {
  return /\/admin(\/|$)/.test(path.split(/[?#]/)[0] ?? '') ? 'admin' : 'learner'
}
