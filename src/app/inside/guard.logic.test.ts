import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { env } from '#config/env.ts'
import { access } from '../../contract/access.ts'
import { changeTypes, mustChange } from '../../contract/session/change.ts'
import { href, screens } from '../../contract/screens/index.ts'
import { noPermissions, type SessionPhase } from '../../kit/session/session.slice.ts'
import { looksLikeCode } from '../../contract/rules.ts'
import { decideScreen, screenAt } from './guard.logic.ts'

const user = {
  resource_id: 'u',
  username: 'u',
  rep_name: 'User',
  logo: '',
  is_admin: false,
  role: { id: 'r', key: 'student', name: 'S' },
  org: null,
}
const inside = (grants: 'all' | string[], must_change: 'first' | null = null): SessionPhase => ({
  at: 'in',
  user,
  must_change,
  permissions: { ...noPermissions, grants, stamp: '1' },
  locked: false,
})
const out: SessionPhase = { at: 'out', why: 'none' }
const at = (path: string) => {
  const u = new URL(path, 'http://x')
  return { pathname: u.pathname, search: u.search, hash: u.hash }
}
const rights = (grants: 'all' | string[]) => access(screens, grants === 'all' ? 'all' : new Set(grants))
const go = (path: string, phase: SessionPhase, grants: 'all' | string[] = [], embedded = false) =>
  decideScreen(at(path), phase, rights(grants), embedded)

describe('without a session', () => {
  test('a screen that is not public leads to the sign-in page and back', () => {
    expect(go('/cr/tool_magazine?q=a', out)).toEqual({
      show: 'redirect',
      to: '/login?redirect=%2Fcr%2Ftool_magazine%3Fq%3Da',
    })
    expect(go('/', out)).toEqual({ show: 'redirect', to: '/login' })
  })
  test('in a sub-frame nothing redirects', () => {
    for (const s of screens.filter((x) => x.built && !x.public && x.name !== 'token-entry'))
      expect(go(s.path.replace(/:\w+/g, '1'), out, [], true)).toEqual({ show: 'waiting-for-host' })
  })
  test('public screens open', () => {
    expect(go('/login', out)).toMatchObject({ show: 'screen', screen: { name: 'login' } })
    expect(go('/change-password/forgotten', out)).toMatchObject({ screen: { name: 'change-password' } })
  })
})

describe('with a session', () => {
  test('whoever asked for no page lands where he works: in the back office, or on his own page', () => {
    expect(go('/', inside('all'), 'all')).toEqual({ show: 'redirect', to: '/admin/dashboard' })
    const teaching = ['personal', 'practice', 'dashboard', 'exam-manage']
    expect(go('/', inside(teaching), teaching)).toEqual({ show: 'redirect', to: '/admin/dashboard' })
    const learning = ['personal', 'practice', 'contests']
    expect(go('/', inside(learning), learning)).toEqual({ show: 'redirect', to: '/personal' })
    expect(go('/', inside(['exam-manage']), ['exam-manage'])).toEqual({ show: 'redirect', to: href('exam-manage') })
  })
  test('the root of the back office leads to its home or to the other one', () => {
    expect(go('/admin', inside('all'), 'all')).toEqual({ show: 'redirect', to: '/admin/dashboard' })
    expect(go('/admin', inside(['personal']), ['personal'])).toEqual({ show: 'redirect', to: '/personal' })
    expect(go('/', inside([]), [])).toEqual({ show: 'nothing-permitted' })
  })
  test('whoever comes after another user stays where both may be, and starts at their own page elsewhere', () => {
    const mine = ['personal', 'practice']
    const after = (path: string) => decideScreen(at(path), inside(mine), rights(mine), true, true)
    expect(after(href('user-manage'))).toEqual({ show: 'redirect', to: '/' })
    expect(after('/personal')).toMatchObject({ show: 'screen', screen: { name: 'personal' } })
    expect(go(href('user-manage'), inside(mine), mine, true)).toEqual({ show: 'no-right' })
  })
  test('signing in replays the navigation, inside the app only', () => {
    expect(go('/login?redirect=%2Fcr%2Ftool_magazine', inside('all'), 'all')).toEqual({
      show: 'redirect',
      to: '/cr/tool_magazine',
    })
    expect(go('/login?redirect=%2F%2Fevil.example', inside('all'), 'all')).toEqual({ show: 'redirect', to: '/' })
  })
  test('signing in never leads to a page of the entrance', () => {
    const pages = ['/login', '/login/', '/404', ...changeTypes.map((type) => `/change-password/${type}`)]
    for (const page of pages)
      expect(go(`/login?redirect=${encodeURIComponent(page)}`, inside('all'), 'all'), page).toEqual({
        show: 'redirect',
        to: '/',
      })
  })
  test('a password that need not be changed is asked of nobody, and anybody may change their own', () => {
    for (const type of mustChange)
      expect(go(`/change-password/${type}`, inside('all'), 'all')).toEqual({ show: 'redirect', to: '/' })
    expect(go('/change-password/own', inside('all'), 'all')).toMatchObject({ show: 'screen' })
  })
  test('a password that must be changed comes before everything else', () => {
    expect(go('/personal', inside([], 'first'), [])).toEqual({ show: 'redirect', to: '/change-password/first' })
    expect(go('/change-password/first', inside([], 'first'), [])).toMatchObject({ show: 'screen' })
    for (const type of ['expired', 'own', 'forgotten'] as const)
      expect(go(`/change-password/${type}`, inside([], 'first'), [])).toEqual({
        show: 'redirect',
        to: '/change-password/first',
      })
  })
  test('a screen without a right says so; a planned or unknown one is not found', () => {
    expect(go('/admin/resource/tool', inside(['personal']), ['personal'])).toEqual({ show: 'no-right' })
    // his role opens it, and the licence does not
    const phase = inside(['tool-manage'])
    const closed = access(screens, new Set(['tool-manage']), new Set())
    expect(decideScreen(at('/admin/resource/tool'), phase, closed, false)).toEqual({ show: 'not-licensed' })
    expect(decideScreen(at('/admin/system/user'), phase, closed, false)).toEqual({ show: 'no-right' })
    expect(go('/admin/system-operation/cluster', inside('all'), 'all')).toEqual({ show: 'redirect', to: '/404' })
    expect(go('/a/b/c', inside('all'), 'all')).toEqual({ show: 'redirect', to: '/404' })
    expect(go('/nothing', inside('all'), 'all')).toEqual({ show: 'redirect', to: '/404' })
  })
  test('a one-time code is taken, a word in its place is not found', () => {
    expect(
      looksLikeCode('LgVSVnUrBmr7B5Zg0ctOmgdFHbv7GqYLpwlgWV0Bftc.v2tzKaDNm30mESBZ6q5onENqOYkxTuoe7WZ2wtXlwzU'),
    ).toBe(true)
    expect(
      go('/LgVSVnUrBmr7B5Zg0ctOmgdFHbv7GqYLpwlgWV0Bftc.v2tzKaDNm30mESBZ6q5onENqOYkxTuoe7WZ2wtXlwzU', out),
    ).toMatchObject({ screen: { name: 'token-entry' } })
  })
})

test('every built screen is found by its own path', () => {
  for (const s of screens.filter((x) => x.built)) {
    const path =
      s.path === '/:token'
        ? '/LgVSVnUrBmr7B5Zg0ctOmgdFHbv7GqYLpwlgWV0Bftc.v2tzKaDNm30mESBZ6q5onENqOYkxTuoe7WZ2wtXlwzU'
        : s.path.replace(/:\w+/g, 'x1')
    expect(screenAt(path)?.name).toBe(s.name)
  }
})

test('a redirect never leads to itself, whatever the location and the rights', () => {
  const paths = fc.constantFrom(
    ...screens.map((s) => s.path.replace(/:\w+/g, 'z9')),
    '/',
    '/admin',
    '/x',
    '/x/y',
    '/login?redirect=/login',
    '/login?redirect=/x/y',
  )
  const phases = fc.constantFrom<SessionPhase>(
    out,
    inside('all'),
    inside([]),
    inside(['personal']),
    inside([], 'first'),
    { at: 'starting' },
    { at: 'unreachable', code: 'network' },
  )
  fc.assert(
    fc.property(paths, phases, fc.boolean(), (path, phase, embedded) => {
      const grants = phase.at === 'in' ? phase.permissions.grants : []
      let here = path
      for (let i = 0; i < 6; i++) {
        const d = go(here, phase, grants, embedded)
        if (d.show !== 'redirect') return
        expect(d.to).not.toBe(here)
        here = d.to
      }
      throw new Error(`${path} never arrives`)
    }),
    { numRuns: env.whole ? 3000 : 400 },
  )
})
