import { describe, expect, test } from 'vitest'
import { ownTree, type Tree } from './tree.ts'
import { type Finding, validateTree } from './validate.ts'

/** The product's tree with roles that are in order. */
function soundTree(): Tree {
  return {
    ...ownTree(),
    roles: [
      { name: 'super', permissions: 'all' },
      { name: 'teacher', permissions: ['personal', 'resources', 'dashboard', 'resource-management'] },
      { name: 'student', permissions: ['personal', 'tool-magazine', 'ghdb-library'] },
      { name: 'nobody', permissions: [] },
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
const faults: [Finding['code'], Mutation][] = [
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
  ['home_not_permitted', (t) => t.roles.push({ name: 'lost', permissions: ['tool-detail'] })],
  ['unknown_permission', (t, p) => oneOf(limited(t), p).permissions.push('tool_magazine')],
  ['duplicate_permission', (t) => limited(t)[0]!.permissions.push('personal')],
  [
    'too_many_permissions',
    (t, p) => (oneOf(limited(t), p).permissions = t.screens.slice(0, t.limit + 1).map((s) => s.name)),
  ],
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
    const kinds: Finding['code'][] = [
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
      'no_server_rule',
      'unknown_screen_in_call',
      'call_for_nobody',
    ]
    expect([...new Set(faults.map(([c]) => c))].toSorted()).toEqual(kinds.toSorted())
  })
})
