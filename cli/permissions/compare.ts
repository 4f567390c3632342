/** Where a tree gives more, or less, than the one it should be: what a plan of rights cannot show by itself. */
import { screensBeyond } from '#src/contract/access.ts'
import type { PermissionTree } from '#src/contract/system/permissionTree.ts'
import { screens as ownScreens } from '#src/contract/screens/index.ts'

export const differenceCodes = [
  'call_opened',
  'call_for_readers',
  'call_lacks_screen',
  'call_extra_screen',
  'call_unaudited',
  'call_rule',
  'call_unknown',
  'call_missing',
  'screen_without_auth',
  'screen_public',
  'screen_opened',
  'screen_for_readers',
  'screen_moved',
  'screen_differs',
  'screen_unknown',
  'screen_missing',
  'module_dropped',
  'folder_differs',
  'role_beyond',
  'role_short',
  'role_administers',
  'role_unknown',
  'role_missing',
  'limit_raised',
] as const
export interface PermissionDifference {
  code: (typeof differenceCodes)[number]
  /** Screen, folder, role or call. */
  at: string
  detail: string
}
type Tree = PermissionTree
type Role = Tree['roles'][number]

const lacks = (a: readonly string[], b: readonly string[]): string[] => a.filter((x) => !b.includes(x))
const named = <T extends { name: string }>(all: readonly T[]) => new Map(all.map((x) => [x.name, x]))
const audiences = { screens: 0, 'signed-in': 1, public: 2 } as const
const says = (name: string | null): string => name ?? 'nothing'

/**
 * @param expected the tree it should be: the contract's own, with the roles as they ship
 * @param accepted the roles somebody looked at and kept. They stand in the place of those that ship, and whatever changed since is a difference;
 *   of a role as it ships only what it gives more
 * @returns every difference, holes first where one place has several
 */
export function compareTrees(tree: Tree, expected: Tree, accepted?: readonly Role[]): PermissionDifference[] {
  const out: PermissionDifference[] = []
  const say = (code: PermissionDifference['code'], at: string, detail: string): void =>
    void out.push({ code, at, detail })
  screensOf(tree, expected, say)
  foldersOf(tree, expected, say)
  routesOf(tree, expected, say)
  for (const role of tree.roles) {
    const kept = accepted?.find((r) => sameRole(r, role))
    const should = kept ?? expected.roles.find((r) => sameRole(r, role))
    if (should) roleOf(role, should, say)
    else if (accepted) say('role_unknown', role.name, 'it was not among the roles that were accepted')
    if (kept) roleLess(role, kept, say)
  }
  for (const kept of accepted ?? [])
    if (!tree.roles.some((r) => sameRole(r, kept))) say('role_missing', kept.name, 'it was accepted and is not there')
  if (tree.limit > expected.limit)
    say('limit_raised', 'roles', `a role may hold ${tree.limit} permissions instead of ${expected.limit}`)
  return out
}

type Say = (code: PermissionDifference['code'], at: string, detail: string) => void

/** A role that ships is known by its key, whatever it is called; another one by its name. */
const sameRole = (a: Role, b: Role): boolean => (a.key || b.key ? a.key === b.key : a.name === b.name)

function screensOf(tree: Tree, expected: Tree, say: Say): void {
  const have = named(tree.screens)
  const want = named(expected.screens)
  for (const s of tree.screens) {
    const w = want.get(s.name)
    if (!w) {
      say('screen_unknown', s.name, `${s.path} is not a screen of this version`)
      continue
    }
    if (w.auth && !s.auth) say('screen_without_auth', s.name, 'it opens for anybody signed in, without a permission')
    if (!w.public && s.public) say('screen_public', s.name, 'it opens without signing in')
    if (!w.built && s.built) say('screen_opened', s.name, 'it is planned, and has no view')
    if (w.form && !s.form)
      say('screen_for_readers', s.name, 'it is for changing only, and opens for whoever may only read')
    if (s.folder !== w.folder || s.under !== w.under)
      say(
        'screen_moved',
        s.name,
        s.folder !== w.folder
          ? `holders of ${says(s.folder)} open it in place of those of ${says(w.folder)}`
          : `it is under ${says(s.under)} instead of ${says(w.under)}`,
      )
    for (const field of ['path', 'layout', 'hidden', 'auth', 'public', 'built', 'apart', 'form'] as const)
      if (
        s[field] !== w[field] &&
        !(field === 'form' && w.form) &&
        !(field === 'auth' && w.auth) &&
        !((field === 'public' || field === 'built') && s[field])
      )
        say('screen_differs', s.name, `${field} is ${s[field]} instead of ${w[field]}`)
  }
  for (const s of expected.screens) if (!have.has(s.name)) say('screen_missing', s.name, `${s.path} is not there`)
}

function foldersOf(tree: Tree, expected: Tree, say: Say): void {
  const have = named(tree.folders)
  const want = named(expected.folders)
  for (const f of tree.folders) {
    const w = want.get(f.name)
    if (!w) say('folder_differs', f.name, 'it is not a folder of this version')
    else if (f.module !== w.module)
      say(
        f.module === null ? 'module_dropped' : 'folder_differs',
        f.name,
        `a licence for ${says(f.module)} opens it instead of ${says(w.module)}`,
      )
    else if (f.layout !== w.layout) say('folder_differs', f.name, `its layout is ${f.layout} instead of ${w.layout}`)
  }
  for (const f of expected.folders) if (!have.has(f.name)) say('folder_differs', f.name, 'it is not there')
  for (const layout of ['learner', 'admin'] as const)
    if (tree.homes[layout] !== expected.homes[layout])
      say('screen_differs', layout, `it starts at ${tree.homes[layout]} instead of ${expected.homes[layout]}`)
}

function routesOf(tree: Tree, expected: Tree, say: Say): void {
  const have = new Map(tree.routes.map((r) => [r.key, r]))
  const want = new Map(expected.routes.map((r) => [r.key, r]))
  for (const r of tree.routes) {
    const w = want.get(r.key)
    if (!w) {
      say('call_unknown', r.key, `it is not a call of this version; ${whoMay(r)} may make it`)
      continue
    }
    if (audiences[r.audience] > audiences[w.audience])
      say('call_opened', r.key, `${whoMay(r)} may make it instead of ${whoMay(w)}`)
    else if (r.audience !== w.audience) say('call_rule', r.key, `only ${whoMay(r)} may make it, not ${whoMay(w)}`)
    else {
      const [extra, missing] = [lacks(r.screens, w.screens), lacks(w.screens, r.screens)]
      if (extra.length) say('call_extra_screen', r.key, `holders of ${extra.join(', ')} may make it too`)
      if (missing.length) say('call_lacks_screen', r.key, `holders of ${missing.join(', ')} may not make it`)
    }
    if (w.changes && !r.changes) say('call_for_readers', r.key, 'whoever may only read its screens may make it')
    if (w.audited && !r.audited) say('call_unaudited', r.key, 'it leaves no row in the audit trail')
    for (const rule of ['writes', 'changes', 'audited', 'restricted', 'finishes', 'rate'] as const)
      if (r[rule] !== w[rule] && !((rule === 'audited' || rule === 'changes') && w[rule]))
        say('call_rule', r.key, `${rule} is ${r[rule]} instead of ${w[rule]}`)
  }
  for (const r of expected.routes) if (!have.has(r.key)) say('call_missing', r.key, 'nothing answers it')
}

const whoMay = ({ audience, screens }: Tree['routes'][number]): string =>
  audience === 'public'
    ? 'anybody'
    : audience === 'signed-in'
      ? 'anybody signed in'
      : `holders of ${screens.join(' or ') || 'nothing'}`

const grantsOf = (r: Role) => (r.permissions === 'all' ? ('all' as const) : new Set(r.permissions))
const listed = (names: readonly string[]): string => `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`

function roleOf(role: Role, should: Role, say: Say): void {
  const more = screensBeyond(ownScreens, grantsOf(role), grantsOf(should))
  if (more.length) say('role_beyond', role.name, `it opens or changes ${more.length} more: ${listed(more)}`)
  if (role.admin && !should.admin) say('role_administers', role.name, 'it counts as an administrator')
}

function roleLess(role: Role, kept: Role, say: Say): void {
  const fewer = screensBeyond(ownScreens, grantsOf(kept), grantsOf(role))
  if (fewer.length) say('role_short', role.name, `it opens or changes ${fewer.length} fewer: ${listed(fewer)}`)
}
