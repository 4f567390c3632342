/** What can be wrong with a permission tree, found without running it. */
import { readName } from '#src/contract/access.ts'
import type { PermissionTree as Tree } from '#src/contract/system/permissionTree.ts'

export interface PermissionFinding {
  code:
    | 'duplicate_name'
    | 'duplicate_path'
    | 'bad_path'
    | 'orphan'
    | 'cycle'
    | 'unknown_folder'
    | 'child_without_folder'
    | 'unreachable'
    | 'home_missing'
    | 'home_not_permitted'
    | 'unknown_permission'
    | 'nothing_to_change'
    | 'changes_unmarked'
    | 'duplicate_permission'
    | 'too_many_permissions'
    | 'duplicate_role'
    | 'duplicate_call'
    | 'no_server_rule'
    | 'unknown_screen_in_call'
    | 'call_for_nobody'
  /** Screen, role or call. */
  at: string
  detail: string
}
type Node = Tree['screens'][number]

/** All findings, in the order of the tree. An empty list means the tree is sound. */
export function validateTree(tree: Tree): PermissionFinding[] {
  const out: PermissionFinding[] = []
  const say = (code: PermissionFinding['code'], at: string, detail: string) => out.push({ code, at, detail })
  const byName = new Map<string, Node>()
  const byPath = new Map<string, string>()
  const folderLayout = new Map(tree.folders.map((f) => [f.name, f.layout]))

  for (const s of tree.screens) {
    if (byName.has(s.name)) say('duplicate_name', s.name, 'two screens have this name')
    else byName.set(s.name, s)
    const shape = s.path.replace(/:\w+/g, ':').replace(/\/+$/, '')
    const other = byPath.get(shape)
    if (other !== undefined) say('duplicate_path', s.name, `${s.path} is also the path of ${other}`)
    else byPath.set(shape, s.name)
    const names = [...s.path.matchAll(/:(\w+)/g)].map((m) => m[1])
    if (!/^\/(?!\/)[\w:./-]*$/.test(s.path) || s.path.includes('//') || new Set(names).size !== names.length)
      say('bad_path', s.name, s.path)
    else if (s.layout === 'admin' && !s.path.startsWith('/admin/'))
      say('bad_path', s.name, `${s.path} is outside /admin/ and would open in the learner layout`)
    else if (s.layout === 'learner' && /\/admin(\/|$)/.test(s.path))
      say('bad_path', s.name, `${s.path} is inside /admin/ and would open in the back office`)
  }
  for (const f of tree.folders)
    if (tree.folders.filter((x) => x.name === f.name)[0] !== f)
      say('duplicate_name', f.name, 'two folders have this name')

  for (const s of tree.screens) {
    if (s.under !== null && !byName.has(s.under)) say('orphan', s.name, `it is under ${s.under}, which does not exist`)
    const seen = new Set<string>()
    let top: Node | undefined = s
    while (top && top.under !== null && !seen.has(top.name)) {
      seen.add(top.name)
      top = byName.get(top.under)
    }
    const circle = top !== undefined && seen.has(top.name)
    if (circle) say('cycle', s.name, [...seen].join(' → '))
    if (s.folder !== null && !folderLayout.has(s.folder)) say('unknown_folder', s.name, s.folder)
    else if (
      s.folder !== null &&
      (s.layout === 'learner' || s.layout === 'admin') &&
      folderLayout.get(s.folder) !== s.layout
    )
      say('unknown_folder', s.name, `${s.folder} belongs to the ${folderLayout.get(s.folder)} layout`)
    if (!s.auth || circle) continue
    if (s.hidden && s.folder === null && s.under === null)
      say(
        'child_without_folder',
        s.name,
        'it is hidden, under no screen and in no folder: nothing can grant it with its area',
      )
    else if (!s.hidden && s.folder === null)
      say('unreachable', s.name, 'it is listed in no folder, so no menu leads to it')
    else if (s.hidden && top && top.hidden && top.under === null && s !== top)
      say('unreachable', s.name, `the screens it is under end at ${top.name}, which is in no menu`)
  }

  for (const layout of ['learner', 'admin'] as const) {
    const name = tree.homes[layout]
    const s = byName.get(name)
    if (!s || !s.built || s.layout !== layout || s.hidden || !s.auth)
      say('home_missing', layout, `${name} is no built, listed, protected screen of this layout`)
  }

  const served = new Set(tree.routes.flatMap((r) => r.screens))
  for (const s of tree.screens)
    if (s.built && s.name !== 'not-found' && !served.has(s.name)) say('no_server_rule', s.name, 'no call serves it')
  const calls = new Set<string>()
  for (const r of tree.routes) {
    if (calls.has(r.key)) say('duplicate_call', r.key, 'it is listed twice, and the rules may differ')
    calls.add(r.key)
    for (const n of r.screens) if (!byName.has(n)) say('unknown_screen_in_call', r.key, n)
    for (const n of r.changes && r.audience === 'screens' ? r.screens : []) {
      const s = byName.get(n)
      if (s && s.layout !== 'learner' && !s.apart && !s.form)
        say('changes_unmarked', r.key, `it changes what is on ${n}, which says that nothing is changed there`)
    }
    if (r.audience === 'screens' && r.screens.length === 0)
      say('call_for_nobody', r.key, 'it names no screen, so nobody may call it')
  }

  const roles = new Set<string>()
  for (const role of tree.roles) {
    if (roles.has(role.name)) say('duplicate_role', role.name, 'two roles have this name')
    roles.add(role.name)
    if (role.permissions === 'all') continue
    const held = role.permissions
    const lent = held.flatMap((p) => readName(p) ?? [])
    if (held.length > tree.limit) say('too_many_permissions', role.name, `${held.length} of ${tree.limit}`)
    if (new Set(held).size !== held.length)
      say('duplicate_permission', role.name, held.filter((p, i) => held.indexOf(p) !== i).join(', '))
    for (const p of held) {
      const name = readName(p) ?? p
      if (!byName.has(name) && !folderLayout.has(name)) say('unknown_permission', role.name, p)
      else if (name !== p && held.includes(name)) say('duplicate_permission', role.name, p)
      else if (name !== p && !tree.screens.some((s) => s.apart && opens(s, [name], byName)))
        say('nothing_to_change', role.name, `${p} reads what nobody changes: ${name} says it`)
    }
    for (const layout of ['learner', 'admin'] as const) {
      const sees = tree.screens.filter(
        (s) =>
          s.layout === layout && s.built && s.auth && (opens(s, held, byName) || (!s.form && opens(s, lent, byName))),
      )
      if (sees.length > 0 && !sees.some((s) => !s.hidden))
        say(
          'home_not_permitted',
          role.name,
          `it opens ${sees.length} screens of the ${layout} layout and none it could start from`,
        )
    }
  }
  return out
}

function opens(s: Node, held: readonly string[], byName: ReadonlyMap<string, Node>): boolean {
  const seen = new Set<string>()
  for (
    let at: Node | undefined = s;
    at && !seen.has(at.name);
    at = at.under === null ? undefined : byName.get(at.under)
  ) {
    seen.add(at.name)
    if (held.includes(at.name) || (at.folder !== null && held.includes(at.folder))) return true
  }
  return false
}
