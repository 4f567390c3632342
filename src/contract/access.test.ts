/** B3: Which screens grants open, against a slow reference. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import {
  access,
  changing,
  type Grants,
  granted,
  homeScreen,
  layoutOfPath,
  lit,
  menu,
  type ScreenFacts,
  breadcrumbOf,
  isRouteVisible,
} from './access.ts'
import { folders, screens } from './screens/index.ts'

/**
 * The clauses of section 6 of the specification, each written out and applied until nothing changes: slow, plain, and nothing shared
 * with the code under test.
 */
function reference(nodes: readonly ScreenFacts[], grants: Grants): Set<string> {
  const open = new Set<string>()
  const holds = (name: string) => grants === 'all' || grants.has(name)
  const ancestors = (node: ScreenFacts): string[] => {
    const names: string[] = []
    let up = node.under
    const seen = new Set<string>([node.name])
    while (up !== undefined && !seen.has(up)) {
      seen.add(up)
      names.push(up)
      const parent = nodes.find((n) => n.name === up)
      if (parent?.folder) names.push(parent.folder)
      up = parent?.under
    }
    if (node.folder) names.push(node.folder)
    return names
  }
  for (const node of nodes) {
    if (grants === 'all') open.add(node.name)
    if (holds(node.name)) open.add(node.name)
    if (node.under !== undefined && holds(node.under)) open.add(node.name)
    if (node.auth === false || node.public) open.add(node.name)
    if (ancestors(node).some(holds)) open.add(node.name)
    if (node.hidden && node.under === undefined && node.folder && holds(node.folder)) open.add(node.name)
  }
  return open
}

const tree = fc
  .record({
    screens: fc.integer({ min: 1, max: 14 }),
    folders: fc.integer({ min: 0, max: 4 }),
    seed: fc.infiniteStream(fc.nat(1_000_000)),
  })
  .map(({ screens: n, folders: f, seed }) => {
    const next = (max: number) => (seed.next().value as number) % max
    const nodes: ScreenFacts[] = []
    for (let i = 0; i < n; i++) {
      const under = next(2) === 0 ? `s${next(n + 1)}` : undefined
      nodes.push({
        name: `s${i}`,
        folder: f > 0 && next(3) > 0 ? `f${next(f)}` : undefined,
        under: under === `s${i}` ? undefined : under,
        hidden: next(2) === 0,
        public: next(12) === 0,
        auth: next(6) !== 0,
      })
    }
    const names = [...nodes.map((x) => x.name), ...Array.from({ length: f }, (_, i) => `f${i}`)]
    const grants: Grants = next(20) === 0 ? 'all' : new Set(names.filter(() => next(4) === 0))
    return { nodes, grants }
  })

describe('B3 the visibility rule', () => {
  test('agrees with a slow reading of the clauses on thousands of random trees', () => {
    let opened = 0
    let closed = 0
    fc.assert(
      fc.property(tree, ({ nodes, grants }) => {
        const byName = new Map(nodes.map((n) => [n.name, n]))
        const expected = reference(nodes, grants)
        for (const n of nodes) {
          const seen = isRouteVisible(n, grants, (x) => byName.get(x))
          expect(seen, `${n.name} of ${JSON.stringify(nodes)}`).toBe(expected.has(n.name))
          if (seen) opened++
          else closed++
        }
      }),
      { numRuns: env.whole ? 20_000 : 2_000 },
    )
    expect(opened).toBeGreaterThan(env.whole ? 10_000 : 1_000)
    expect(closed).toBeGreaterThan(env.whole ? 10_000 : 1_000)
  })

  test('a screen without the authentication flag is visible and yet opens no call', () => {
    const a = access(screens, new Set())
    expect(a.visible.has('resource-import-screen')).toBe(true)
    expect(a.granted.has('resource-import-screen')).toBe(false)
  })

  test('a closed module closes its folders for everybody', () => {
    const a = access(screens, 'all', new Set(['course']))
    expect(a.visible.has('tool-magazine')).toBe(false)
    expect(a.visible.has('all-course')).toBe(true)
    expect(a.visible.has('dashboard')).toBe(true)
  })

  test('a hidden child opens with its folder and with the screen it is under', () => {
    const find = (name: string) => screens.find((s) => s.name === name)
    const edit = find('tool-edit')!
    expect(granted(edit, new Set(['resource-management']), find)).toBe(true)
    expect(granted(edit, new Set(['tool-manage']), find)).toBe(true)
    expect(granted(edit, new Set(['tool-add']), find)).toBe(false)
  })
})

describe('what follows from the table', () => {
  const all = access(screens, 'all').visible

  test('the menu holds built, listed screens only, in table order, and no empty folder', () => {
    for (const layout of ['learner', 'admin'] as const)
      for (const f of menu(screens, all, layout)) {
        expect(f.screens.length).toBeGreaterThan(0)
        expect(folders[f.folder].layout).toBe(layout)
        for (const s of f.screens) expect([s.built, s.hidden, s.folder]).toEqual([true, false, f.folder])
      }
  })

  test('the trail of a hidden screen keeps its parents though the menu lacks it', () => {
    expect(breadcrumbOf(screens, 'tool-edit').screens.map((s) => s.name)).toEqual(['tool-manage', 'tool-edit'])
    expect(breadcrumbOf(screens, 'tool-edit').folder).toBe('resource-management')
    expect(lit(screens, 'tool-edit')).toBe('tool-manage')
  })

  test('the start page is the configured one, else the first permitted listed screen, else none', () => {
    expect(homeScreen(screens, all, 'learner')?.name).toBe('personal')
    expect(homeScreen(screens, all, 'admin')?.name).toBe('dashboard')
    expect(homeScreen(screens, access(screens, new Set(['ghdb-library'])).visible, 'learner')?.name).toBe(
      'ghdb-library',
    )
    expect(homeScreen(screens, access(screens, new Set(['tool-detail'])).visible, 'learner')).toBeUndefined()
    expect(homeScreen(screens, access(screens, new Set(['ghdb-library'])).visible, 'admin')).toBeUndefined()
  })

  test('the layout follows from /admin/ in the path', () => {
    expect(layoutOfPath('/admin/dashboard')).toBe('admin')
    expect(layoutOfPath('/admin')).toBe('admin')
    expect(layoutOfPath('/administrator')).toBe('learner')
    expect(layoutOfPath('/personal?from=/admin/')).toBe('learner')
  })
})

test('a permission lets its holder change a screen exactly when it is said to', () => {
  const said = new Map(screens.map((s) => [s.name, new Set(changing(screens, s.name))]))
  const names = new Set(screens.flatMap((s) => changing(screens, s.name)))
  const wrong = [...names, ...[...names].map((n) => `${n}:read`)].flatMap((name) => {
    const { changes } = access(screens, new Set([name]))
    return screens.filter((s) => changes.has(s.name) !== said.get(s.name)?.has(name)).map((s) => `${name} on ${s.name}`)
  })
  expect(wrong).toEqual([])
})
