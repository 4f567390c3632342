/** Where a location leads, as one pure decision: render a screen, go elsewhere, or show one of the states in between. */
import { type Access, homeScreen, landing, isRouteVisible } from '../../contract/access.ts'
import { safeInternalPath } from '../../contract/rules.ts'
import { mustChange } from '../../contract/session/change.ts'
import { entranceAt } from '../../contract/screens/entrance.ts'
import { href, type Screen, isScreenName, screenOf, screens } from '../../contract/screens/index.ts'
import { finder } from '../../contract/screens/path.ts'
import type { SessionPhase } from '../../kit/session/session.slice.ts'
import { type AppLocation, decideOutside, type EntranceDecision as Outside, plainPath } from '../entrance.logic.ts'

export type GuardDecision = Outside | { show: 'no-right' | 'not-licensed' | 'nothing-permitted' }

const find = finder(screens.filter((s) => s.built && s.name !== 'token-entry'))
/** The built screen a path belongs to. */
export const screenAt = (pathname: string): Screen | undefined => find(pathname) ?? entranceAt(pathname)

/** The screen that will probably open there, before rights are known: at the start, the learner's. */
export const likelyAt = (pathname: string): Screen | undefined =>
  plainPath(pathname) === '/' ? screenOf('personal') : screenAt(pathname)

/** @param inherited the address is still the one that another user left: where it is closed to this one, he starts at his own */
export function decideScreen(
  at: AppLocation,
  phase: SessionPhase,
  access: Access,
  embedded: boolean,
  inherited = false,
): GuardDecision {
  const outside = decideOutside(at, phase, embedded)
  if (outside || phase.at !== 'in') return outside ?? { show: 'starting' }
  const path = plainPath(at.pathname)
  const screen = screenAt(path)
  if (phase.must_change) {
    const to = href('change-password', { type: phase.must_change })
    return screen && path === to ? { show: 'screen', screen } : { show: 'redirect', to }
  }
  // said to nobody who need not change it: the addresses stay in the history of who did
  if (mustChange.some((type) => path === href('change-password', { type }))) return { show: 'redirect', to: '/' }
  if (screen?.name === 'login') {
    const back = safeInternalPath(new URLSearchParams(at.search).get('redirect'))
    // signing in has done what an entrance page is for
    const ahead = back && !entranceAt(plainPath(new URL(back, 'http://x').pathname))
    return { show: 'redirect', to: ahead ? back : '/' }
  }
  if (path === '/' || path === '/admin') {
    const { menu } = phase.permissions
    const start =
      (path === '/admin' ? homeScreen(screens, access.visible, 'admin', menu) : undefined) ??
      landing(screens, access.visible, menu)
    return start ? { show: 'redirect', to: start.path } : { show: 'nothing-permitted' }
  }
  if (!screen) return { show: 'redirect', to: href('not-found') }
  if (access.visible.has(screen.name)) return { show: 'screen', screen }
  if (inherited) return { show: 'redirect', to: '/' }
  const { grants } = phase.permissions
  const roleOpens = isRouteVisible(screen, grants === 'all' ? 'all' : new Set(grants), (name) =>
    isScreenName(name) ? screenOf(name) : undefined,
  )
  return { show: roleOpens ? 'not-licensed' : 'no-right' }
}
