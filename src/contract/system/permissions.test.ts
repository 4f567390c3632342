import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { access, screensBeyond, readPermissionOf } from '../access.ts'
import { limits } from '../limits.ts'
import { folders, type ScreenName, screenOf, screens } from '../screens/index.ts'
import {
  carrierOf,
  changedBy,
  givenOf,
  isApart,
  isPermission,
  lowest,
  permissionMarkOf,
  mayGrant,
  nodeOf,
  normalised,
  openedBy,
  permissionBreaks,
  permissionTree,
  setGiven,
  toggledGrants,
  walk,
} from './permissions.ts'
import { env } from '#config/env.ts'

const numRuns = Number(process.env.RUNS ?? (env.whole ? 20_000 : 800))
const nodes = [...walk()]
const names = [...new Set(nodes.flatMap((n) => n.grant ?? []))]
const free = new Set<string>(screens.filter((s) => s.public || s.name === 'token-entry').map((s) => s.name))
/** What grants open, read from the rule the guard and the server follow. */
const reference = (chosen: readonly string[]) =>
  new Set([...access(screens, new Set(chosen)).granted].filter((s) => !free.has(s)))
const chosen = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 12 })
const mixed = fc.uniqueArray(fc.constantFrom(...names, ...names.map(readPermissionOf).filter(isPermission)), {
  maxLength: 12,
})
const part = fc.constantFrom(...nodes)
const node = (id: string) => {
  const found = nodeOf(id)
  if (!found) throw new Error(id)
  return found
}
const minus = (a: ReadonlySet<ScreenName>, b: readonly ScreenName[]) => new Set([...a].filter((s) => !b.includes(s)))

describe('the permission tree', () => {
  it('has every screen that has to be given once, and every folder', () => {
    const there = nodes.filter((n) => n.kind === 'screen').map((n) => n.name)
    expect(there.toSorted()).toEqual(
      screens
        .map((s) => s.name as string)
        .filter((s) => !free.has(s))
        .toSorted(),
    )
    expect(nodes.filter((n) => n.kind === 'folder').map((n) => n.name)).toEqual(Object.keys(folders))
    expect(new Set(nodes.map((n) => n.id)).size).toBe(nodes.length)
  })

  it('knows a permission from any other name', () => {
    for (const name of ['practice', 'system-management', 'role-manage', 'screen-3-visual'])
      expect(isPermission(name), name).toBe(true)
    for (const name of ['login', 'token-entry', 'all', '', 'constructor', '__proto__', 'Practice'])
      expect(isPermission(name), name).toBe(false)
  })

  it(`opens what the visibility rule opens, by fewer names, and the second time changes nothing (${numRuns} selections)`, () => {
    fc.assert(
      fc.property(chosen, (some) => {
        const opened = openedBy(some)
        expect(opened).toEqual(reference(some))
        const once = normalised(some)
        expect(openedBy(once)).toEqual(opened)
        expect(normalised(once)).toEqual(once)
        expect(once.length).toBeLessThanOrEqual(some.length)
        for (const name of once)
          expect(openedBy(once.filter((n) => n !== name)).size, `${name} is needed`).toBeLessThan(opened.size)
      }),
      { numRuns },
    )
  })

  it(`gives and takes exactly the part that is turned over (${numRuns} turns)`, () => {
    fc.assert(
      fc.property(chosen, part, (some, n) => {
        const before = openedBy(some)
        const mark = permissionMarkOf(n, before)
        const after = toggledGrants(some, n)
        const opened = openedBy(after)
        expect(normalised(after)).toEqual(after)
        if (mark === 'on') {
          if (carrierOf(n, before)) expect(opened).toEqual(before)
          else expect(opened).toEqual(minus(before, n.screens))
        } else {
          expect(permissionMarkOf(n, opened)).toBe('on')
          const added = n.grant === undefined ? n.screens : [...openedBy([n.grant])]
          expect(opened).toEqual(new Set([...before, ...added]))
        }
      }),
      { numRuns },
    )
  })

  it(`gives reading without changing, and the rule of the screens says the same (${numRuns / 4} selections)`, () => {
    fc.assert(
      fc.property(mixed, (some) => {
        const [opened, changed] = [openedBy(some), changedBy(some)]
        const rule = access(screens, new Set(some))
        expect(opened).toEqual(minus(rule.granted, [...free] as ScreenName[]))
        expect(changed).toEqual(minus(rule.changes, [...free] as ScreenName[]))
        const once = normalised(some)
        expect([openedBy(once), changedBy(once)]).toEqual([opened, changed])
        expect(normalised(once)).toEqual(once)
        for (const name of once) {
          const less = once.filter((n) => n !== name)
          expect(openedBy(less).size + changedBy(less).size, `${name} is needed`).toBeLessThan(
            opened.size + changed.size,
          )
        }
      }),
      { numRuns: numRuns / 4 },
    )
  })

  it(`gives a part as far as it is told, and touches nothing beside it (${numRuns / 4} turns)`, () => {
    fc.assert(
      fc.property(mixed, part, fc.constantFrom('off', 'read', 'all'), (some, n, to) => {
        const before = [openedBy(some), changedBy(some)] as const
        const least = lowest(n, ...before)
        const after = setGiven(some, n, to)
        const now = [openedBy(after), changedBy(after)] as const
        expect(normalised(after)).toEqual(after)
        const inside = new Set([...n.screens, ...(n.grant === undefined ? [] : openedBy([n.grant]))])
        for (const [a, b] of [0, 1].map((i) => [before[i], now[i]] as const))
          expect([...(b ?? [])].filter((s) => !inside.has(s)).toSorted()).toEqual(
            [...(a ?? [])].filter((s) => !inside.has(s)).toSorted(),
          )
        const asked = to === 'read' && !isApart(n) ? 'all' : to
        const order = ['off', 'read', 'all']
        const wanted = order[Math.max(order.indexOf(asked), order.indexOf(least))]
        // a desk has parts in which there is nothing to change: for reading they are there in full
        if (n.grant !== undefined || wanted !== 'read') expect(givenOf(n, ...now)).toBe(wanted)
        else expect(n.screens.filter((s) => now[1].has(s) && screenOf(s).apart)).toEqual([])
      }),
      { numRuns: numRuns / 4 },
    )
  })

  it('leaves for reading what came for reading with a screen that has nothing to change', () => {
    const monitor = node('screen:user-operation-monitor')
    const reading = ['dashboard:read']
    expect(lowest(monitor, openedBy(reading), changedBy(reading))).toBe('read')
    expect(setGiven(reading, monitor, 'off')).toEqual(reading)
    const all = setGiven(reading, monitor, 'all')
    expect(givenOf(monitor, openedBy(all), changedBy(all))).toBe('all')
  })

  it('gives a list for reading without its forms, one more of it in full, and the rest stays as it is', () => {
    expect(setGiven([], node('screen:exam-manage'), 'read')).toEqual(['exam-manage:read'])
    expect(openedBy(['exam-manage:read']).has('exam-add')).toBe(false)
    expect(openedBy(['exam-manage:read']).has('exam-scoring')).toBe(true)
    const marks = setGiven(['exam-manage:read'], node('screen:exam-scoring'), 'all')
    expect(marks).toEqual(['exam-manage:read', 'exam-scoring'])
    expect(setGiven(marks, node('screen:exam-scoring'), 'off')).toEqual(['exam-manage:read'])
    expect(setGiven(marks, node('screen:exam-manage'), 'all')).toEqual(['exam-manage'])
    expect(setGiven(['system-management'], node('screen:user-manage'), 'read')).toContain('user-manage:read')
    // its list has nothing to change, so that reading it is all there is
    const looks = ['dashboard:read']
    expect(setGiven(looks, node('screen:user-operation-monitor'), 'off')).toEqual(looks)
    expect(setGiven(looks, node('screen:user-operation-monitor'), 'all')).toEqual(['dashboard'])
    expect(setGiven([], node('folder:question-banks'), 'read')).toEqual(['question-banks:read'])
    expect(setGiven(['question-banks:read'], node('screen:paper-bank'), 'off')).toEqual([
      'exercise-bank:read',
      'theory-bank:read',
      'flags-solve:read',
      'attack-defense-bank:read',
      'operation-bank:read',
      'cfs-bank:read',
    ])
    for (const none of ['tool-add:read', 'system-log:read', 'practice:read', ':read', 'exam-manage:read:read'])
      expect(isPermission(none), none).toBe(false)
  })

  it('lets nobody give more than he has: who reads gives reading', () => {
    const more = (a: string, b: string) => screensBeyond(screens, new Set([a]), new Set([b]))
    expect(more('tool-manage:read', 'tool-manage')).toEqual([])
    expect(more('tool-manage', 'tool-manage:read')).toEqual(['tool-manage', 'tool-add', 'tool-edit', 'tool-category'])
    expect(more('tool-category', 'tool-manage:read')).toEqual(['tool-category'])
  })

  it('takes a chosen folder as one name, and its screens as theirs', () => {
    expect(toggledGrants([], node('folder:contests'))).toEqual(['contests'])
    expect(toggledGrants(['contests'], node('screen:arena'))).toEqual([
      'exam-list',
      'flag-contest',
      'attack-defense-contest',
      'operation-contest',
      'cfs-contest',
    ])
    expect(toggledGrants(['exam-list', 'user-manage'], node('folder:contests'))).toEqual(['contests', 'user-manage'])
    expect(toggledGrants(['single-list'], node('screen:group-training'))).toEqual(['training'])
    expect(toggledGrants([], node('desk:learner')).length).toBeLessThanOrEqual(limits.permissionsPerRole)
    expect(toggledGrants(toggledGrants([], node('desk:learner')), node('desk:learner'))).toEqual([])
  })

  it('takes nothing that comes with an open screen', () => {
    const opened = openedBy(['tool-manage', 'personal'])
    expect(carrierOf(node('screen:tool-edit'), opened)).toBe('tool-manage')
    expect(carrierOf(node('screen:tool-manage'), opened)).toBeUndefined()
    expect(carrierOf(node('screen:my-profession'), opened)).toBe('personal')
    expect(carrierOf(node('screen:personal'), opened)).toBeUndefined()
    expect(toggledGrants(['tool-manage'], node('screen:tool-edit'))).toEqual(['tool-manage'])
    expect(toggledGrants(['personal'], node('screen:personal'))).toEqual(['my-profession'])
  })

  it('lets a folder be given by whoever holds all of its screens, however they were given to him', () => {
    const folder = node('folder:training')
    expect(mayGrant(folder, openedBy(['single-list']))).toBe(false)
    expect(mayGrant(folder, openedBy(['single-list', 'group-training']))).toBe(true)
    expect(mayGrant(node('screen:personal'), openedBy(['my-profession']))).toBe(false)
    expect(screensBeyond(screens, new Set(['training']), new Set(['single-list', 'group-training']))).toEqual([])
    expect(permissionTree.every((desk) => mayGrant(desk, openedBy('all')))).toBe(true)
  })
})

describe('a list of permissions', () => {
  it('may hold known names, each once, at most a hundred', () => {
    expect(permissionBreaks(['personal', 'role-manage'])).toEqual([])
    expect(permissionBreaks(['personal', 'login', 'personal'])).toEqual([
      { at: 1, rule: 'unknown_permission', params: { name: 'login' } },
      { at: 2, rule: 'listed_twice', params: { name: 'personal' } },
    ])
    expect(permissionBreaks(['exam-manage:read', 'exam-scoring'])).toEqual([])
    expect(permissionBreaks(['exam-manage', 'exam-manage:read', 'personal:read'])).toEqual([
      { at: 1, rule: 'listed_twice', params: { name: 'exam-manage:read' } },
      { at: 2, rule: 'unknown_permission', params: { name: 'personal:read' } },
    ])
    const many = names.slice(0, limits.permissionsPerRole)
    expect(permissionBreaks(many)).toEqual([])
    expect(permissionBreaks([...many, ...names.slice(100, 101)])).toEqual([
      { at: undefined, rule: 'permissions_max', params: { max: 100, n: 101 } },
    ])
  })
})
