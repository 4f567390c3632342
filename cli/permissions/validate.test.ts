/** B8: Planted holes in the tree of permissions are found. */
import { describe, expect, test } from 'vitest'
import type { PermissionTree as Tree } from '#src/contract/system/permissionTree.ts'
import { compareTrees, type PermissionDifference, differenceCodes } from './compare.ts'
import { ownTree, shippedRoles } from './tree.ts'
import { type PermissionFinding, validateTree } from './validate.ts'

/** The product's tree with roles that are in order. */
function soundTree(): Tree {
  return {
    ...ownTree(),
    roles: [
      { key: 'super', name: 'super', admin: true, permissions: 'all' },
      {
        key: '',
        name: 'assistant',
        admin: false,
        permissions: ['personal', 'resources', 'dashboard', 'resource-management'],
      },
      { key: '', name: 'learner', admin: false, permissions: ['personal', 'tool-magazine', 'ghdb-library'] },
      { key: '', name: 'nobody', admin: false, permissions: [] },
    ],
  }
}
/** Small reproducible random source (mulberry32, public domain by T. Ettinger). */
function seeded(seed: number): (below: number) => number {
  let a = seed
  return (below) => {
    a = (a + 0x6d2b79f5) | 0
    let x = Math.imul(a ^ (a >>> 15), 1 | a)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) % below
  }
}
type Mutation = (t: Tree, pick: (below: number) => number) => void
const oneOf = <T>(items: readonly T[], pick: (below: number) => number): T => items[pick(items.length)] as T
const listed = (t: Tree) => t.screens.filter((s) => s.auth && !s.hidden)
const children = (t: Tree) => t.screens.filter((s) => s.under !== null)
const limited = (t: Tree) => t.roles.filter((r) => r.permissions !== 'all') as { name: string; permissions: string[] }[]

/** Ways a tree goes wrong in practice, with what must be found. */
const faults: [PermissionFinding['code'], Mutation][] = [
  ['duplicate_name', (t, p) => (oneOf(listed(t), p).name = oneOf(children(t), p).name)],
  ['duplicate_name', (t, p) => t.screens.push({ ...oneOf(t.screens, p), path: `/somewhere/else${p(1000)}` })],
  ['duplicate_path', (t, p) => t.screens.push({ ...oneOf(t.screens, p), name: `copy-${p(1000)}` })],
  [
    'duplicate_path',
    (t, p) => {
      const s = oneOf(
        t.screens.filter((x) => x.path.includes('/:')),
        p,
      )
      t.screens.push({ ...s, name: 'other', path: s.path.replace(/:\w+/, ':renamed') })
    },
  ],
  [
    'bad_path',
    (t, p) =>
      (oneOf(
        t.screens.filter((s) => s.layout === 'admin'),
        p,
      ).path = `/manage/x${p(1000)}`),
  ],
  [
    'bad_path',
    (t, p) =>
      (oneOf(
        t.screens.filter((s) => s.layout === 'learner'),
        p,
      ).path = `/admin/x${p(1000)}`),
  ],
  ['orphan', (t, p) => (oneOf(children(t), p).under = 'gone')],
  [
    'orphan',
    (t, p) => {
      const parent = oneOf(children(t), p).under
      t.screens = t.screens.filter((s) => s.name !== parent)
    },
  ],
  [
    'cycle',
    (t, p) => {
      const child = oneOf(children(t), p)
      const parent = t.screens.find((s) => s.name === child.under)
      if (parent) parent.under = child.name
    },
  ],
  ['unknown_folder', (t, p) => (oneOf(listed(t), p).folder = 'no-such-folder')],
  [
    'unknown_folder',
    (t, p) =>
      (oneOf(
        listed(t).filter((s) => s.layout === 'admin'),
        p,
      ).folder = 'resources'),
  ],
  [
    'child_without_folder',
    (t, p) =>
      Object.assign(
        oneOf(
          children(t).filter((c) => !children(t).some((d) => d.under === c.name)),
          p,
        ),
        { under: null, folder: null },
      ),
  ],
  ['unreachable', (t, p) => (oneOf(listed(t), p).folder = null)],
  ['home_missing', (t) => (t.homes.learner = 'gone')],
  ['home_missing', (t) => (t.homes.admin = 'tool-edit')],
  ['home_not_permitted', (t) => t.roles.push({ key: '', name: 'lost', admin: false, permissions: ['tool-detail'] })],
  ['unknown_permission', (t, p) => oneOf(limited(t), p).permissions.push('tool_magazine')],
  ['duplicate_permission', (t) => limited(t)[0]!.permissions.push('personal')],
  ['duplicate_permission', (t) => limited(t)[0]!.permissions.push('resource-import:read', 'resource-import')],
  ['nothing_to_change', (t) => limited(t)[0]!.permissions.push('tool-magazine:read')],
  ['unknown_permission', (t) => limited(t)[0]!.permissions.push('gone:read')],
  [
    'home_not_permitted',
    (t) => t.roles.push({ key: '', name: 'looks on', admin: false, permissions: ['exam-scoring:read'] }),
  ],
  ['changes_unmarked', (t) => (screen(t, 'tool-manage').apart = false)],
  [
    'too_many_permissions',
    (t, p) => (oneOf(limited(t), p).permissions = t.screens.slice(0, t.limit + 1).map((s) => s.name)),
  ],
  ['duplicate_call', (t, p) => t.routes.push({ ...oneOf(t.routes, p) })],
  ['duplicate_role', (t, p) => t.roles.push({ ...oneOf(t.roles, p) })],
  [
    'no_server_rule',
    (t, p) => {
      const s = oneOf(
        t.screens.filter((x) => x.built && x.name !== 'not-found'),
        p,
      )
      for (const r of t.routes) r.screens = r.screens.filter((n) => n !== s.name)
    },
  ],
  [
    'no_server_rule',
    (t, p) =>
      (oneOf(
        // screens to come may be named by routes already
        t.screens.filter((s) => !s.built && !t.routes.some((r) => r.screens.includes(s.name))),
        p,
      ).built = true),
  ],
  ['unknown_screen_in_call', (t, p) => oneOf(t.routes, p).screens.push('gone')],
  [
    'call_for_nobody',
    (t, p) =>
      (oneOf(
        t.routes.filter((r) => r.audience === 'screens'),
        p,
      ).screens = []),
  ],
]

describe('B8 permission trees', () => {
  test('the product’s own tree is sound, with and without roles', () => {
    expect(validateTree(ownTree())).toEqual([])
    expect(validateTree(soundTree())).toEqual([])
  })

  test.each(Array.from({ length: 60 }, (_, i) => i))('seeded fault %i of 60 is found', (seed) => {
    const [code, mutate] = faults[seed % faults.length]!
    const tree = structuredClone(soundTree())
    mutate(tree, seeded(seed + 1))
    expect(validateTree(tree).map((f) => f.code)).toContain(code)
  })

  test('every kind of finding is among the faults', () => {
    const kinds: PermissionFinding['code'][] = [
      'duplicate_name',
      'duplicate_path',
      'bad_path',
      'orphan',
      'cycle',
      'unknown_folder',
      'child_without_folder',
      'unreachable',
      'home_missing',
      'home_not_permitted',
      'unknown_permission',
      'duplicate_permission',
      'too_many_permissions',
      'duplicate_role',
      'duplicate_call',
      'no_server_rule',
      'unknown_screen_in_call',
      'call_for_nobody',
      'nothing_to_change',
      'changes_unmarked',
    ]
    expect([...new Set(faults.map(([c]) => c))].toSorted()).toEqual(kinds.toSorted())
  })
})

/** What a server publishes whose rights are as they ship. */
const published = (): Tree => ({
  ...ownTree(),
  roles: [
    ...shippedRoles(),
    { key: 'auditor', name: 'auditor', admin: false, permissions: ['audit-log:read', 'personal'] },
  ],
})
const screen = (t: Tree, name: string) => t.screens.find((s) => s.name === name)!
const call = (t: Tree, key: string) => t.routes.find((r) => r.key === key)!
const role = (t: Tree, key: string) => t.roles.find((r) => r.key === key) as { permissions: string[]; admin: boolean }

/** Holes somebody may dig into a server, with what has to be said and where. */
const holes: [string, PermissionFinding['code'] | PermissionDifference['code'], string, (t: Tree) => void][] = [
  ['a call that is public', 'call_opened', 'POST /users', (t) => (call(t, 'POST /users').audience = 'public')],
  ['a call for anybody signed in', 'call_opened', 'GET /users', (t) => (call(t, 'GET /users').audience = 'signed-in')],
  [
    'a call that lost a screen',
    'call_lacks_screen',
    'GET /roles/calls',
    (t) => (call(t, 'GET /roles/calls').screens = ['role-manage']),
  ],
  [
    'a call that serves one screen more',
    'call_extra_screen',
    'POST /users',
    (t) => call(t, 'POST /users').screens.push('personal'),
  ],
  [
    'a screen without its authentication flag',
    'screen_without_auth',
    'user-manage',
    (t) => (screen(t, 'user-manage').auth = false),
  ],
  ['a screen that is public', 'screen_public', 'user-manage', (t) => (screen(t, 'user-manage').public = true)],
  [
    'a role that holds more than it ships with',
    'role_beyond',
    'student',
    (t) => role(t, 'student').permissions.push('user-manage'),
  ],
  ['a role that counts as an administrator', 'role_administers', 'teacher', (t) => (role(t, 'teacher').admin = true)],
  [
    'a folder that grants a screen of another',
    'screen_moved',
    'user-manage',
    (t) => (screen(t, 'user-manage').folder = 'resource-management'),
  ],
  ['a parent that is missing', 'orphan', 'tool-edit', (t) => (screen(t, 'tool-edit').under = 'gone')],
  ['a parent that is another', 'screen_moved', 'tool-edit', (t) => (screen(t, 'tool-edit').under = 'personal')],
  ['a circle of parents', 'cycle', 'tool-edit', (t) => (screen(t, 'tool-manage').under = 'tool-edit')],
  [
    'two screens of one path',
    'duplicate_path',
    'copy',
    (t) => t.screens.push({ ...screen(t, 'user-manage'), name: 'copy' }),
  ],
  ['a planned screen that is opened', 'screen_opened', '', (t) => (t.screens.find((s) => !s.built)!.built = true)],
  [
    'a folder without its module',
    'module_dropped',
    'question-banks',
    (t) => (t.folders.find((f) => f.name === 'question-banks')!.module = null),
  ],
  [
    'a changing call that whoever reads may make',
    'call_for_readers',
    'POST /users/remove',
    (t) => (call(t, 'POST /users/remove').changes = false),
  ],
  ['a form that reading opens', 'screen_for_readers', 'user-add', (t) => (screen(t, 'user-add').form = false)],
  [
    'a screen that says it has nothing to change',
    'changes_unmarked',
    'POST /users/remove',
    (t) => (screen(t, 'user-manage').apart = false),
  ],
  [
    'a role that changes where it should read',
    'role_beyond',
    'auditor',
    (t) => role(t, 'auditor').permissions.splice(0, 1, 'audit-log'),
  ],
  [
    'a changing call that leaves no row in the audit trail',
    'call_unaudited',
    'POST /users',
    (t) => (call(t, 'POST /users').audited = false),
  ],
  [
    'a call that works before the first password is changed',
    'call_rule',
    'POST /users',
    (t) => (call(t, 'POST /users').restricted = true),
  ],
  [
    'a call that may be made as often as one likes to',
    'call_rule',
    'PUT /account/password',
    (t) => (call(t, 'PUT /account/password').rate = 'upload'),
  ],
  [
    'a call nobody knows',
    'call_unknown',
    'POST /back/entrance',
    (t) => t.routes.push({ ...call(t, 'POST /users'), key: 'POST /back/entrance' }),
  ],
  [
    'a call that is gone',
    'call_missing',
    'GET /users',
    (t) => t.routes.splice(t.routes.indexOf(call(t, 'GET /users')), 1),
  ],
  [
    'a screen that is gone',
    'screen_missing',
    'user-manage',
    (t) => t.screens.splice(t.screens.indexOf(screen(t, 'user-manage')), 1),
  ],
  [
    'a screen nobody knows',
    'screen_unknown',
    'attic',
    (t) => t.screens.push({ ...screen(t, 'user-manage'), name: 'attic', path: '/admin/attic' }),
  ],
  ['a screen in the menu that was not', 'screen_differs', 'tool-edit', (t) => (screen(t, 'tool-edit').hidden = false)],
  [
    'a folder of another layout',
    'folder_differs',
    'resources',
    (t) => (t.folders.find((f) => f.name === 'resources')!.layout = 'admin'),
  ],
  ['more permissions than a role may hold', 'limit_raised', 'roles', (t) => (t.limit = 1000)],
]

describe('holes in a server’s rights', () => {
  const found = (t: Tree) => [...validateTree(t), ...compareTrees(t, published())]

  test('what ships raises no alarm, and neither does a role that was made here or gives less', () => {
    expect(found(published())).toEqual([])
    const tree = published()
    tree.roles.push({ key: '', name: 'Night shift', admin: false, permissions: ['user-manage', 'personal'] })
    role(tree, 'student').permissions.splice(1)
    expect(found(tree)).toEqual([])
  })

  test.each(holes)('%s is found', (_, code, at, dig) => {
    const tree = published()
    dig(tree)
    const all = found(tree)
    const name = tree.roles.find((r) => r.key === at)?.name
    expect(all.map((f) => f.code)).toContain(code)
    if (at) expect(all.filter((f) => f.code === code).map((f) => f.at)).toContain(name ?? at)
  })

  test('of roles that were accepted every change is found: more, less, new and gone', () => {
    const tree = published()
    const accepted = published().roles
    role(tree, 'student').permissions.splice(1)
    role(tree, 'teacher').permissions.push('user-manage')
    tree.roles.push({ key: '', name: 'Night shift', admin: false, permissions: ['personal'] })
    tree.roles = tree.roles.filter((r) => r.key !== 'referee')
    const nameOf = (key: string) => accepted.find((r) => r.key === key)?.name
    expect(
      compareTrees(tree, published(), accepted)
        .map((f) => [f.code, f.at])
        .sort(),
    ).toEqual([
      ['role_beyond', nameOf('teacher')],
      ['role_missing', nameOf('referee')],
      ['role_short', nameOf('student')],
      ['role_unknown', 'Night shift'],
    ])
  })

  test('every kind of difference is among the holes', () => {
    const dug = new Set<string>([...holes.map(([, code]) => code), 'role_short', 'role_unknown', 'role_missing'])
    expect(differenceCodes.filter((d) => !dug.has(d))).toEqual([])
  })
})
