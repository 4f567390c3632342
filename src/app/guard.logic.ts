/** Where a location leads, as one pure decision: render a screen, go elsewhere, or show one of the waiting states. */
import { type Access, home, landing, visible } from '../contract/access.ts'
import { looksLikeCode, safeInternalPath } from '../contract/rules.ts'
import { href, type Screen, type ScreenName, screenOf, screens } from '../contract/screens/index.ts'
import type { SessionPhase } from '../kit/session/session.slice.ts'

export type Decision =
  | { show: 'screen'; screen: Screen }
  | { show: 'redirect'; to: string }
  | { show: 'starting' | 'unreachable' | 'waiting-for-host' | 'no-right' | 'not-licensed' | 'nothing-permitted' }

export interface At {
  pathname: string
  search: string
  hash: string
}

const weigh = (segment: string) => (segment.startsWith(':') ? 0 : 1)
const patterns = screens.map((screen) => ({ screen, parts: screen.path.split('/').filter(Boolean) }))

/** The built screen a path belongs to; a literal segment wins over a parameter, from the left. */
export function screenAt(pathname: string): Screen | undefined {
  const parts = pathname.split('/').filter(Boolean)
  const fits = patterns.filter(
    (p) =>
      p.screen.built && p.parts.length === parts.length && p.parts.every((s, i) => s.startsWith(':') || s === parts[i]),
  )
  fits.sort((a, b) => {
    for (let i = 0; i < parts.length; i++) {
      const d = weigh(b.parts[i] ?? '') - weigh(a.parts[i] ?? '')
      if (d) return d
    }
    return 0
  })
  const found = fits[0]?.screen
  return found?.name === 'token-entry' && !looksLikeCode(parts[0]) ? undefined : found
}

/** The path to return to after signing in; none for the start page. */
function signInPath(at: At): string {
  const back = `${at.pathname}${at.search}${at.hash}`
  return at.pathname === '/' ? href('login') : href('login', undefined, { redirect: back })
}

export function decide(at: At, phase: SessionPhase, access: Access, embedded: boolean): Decision {
  const path = at.pathname.replace(/\/+$/, '') || '/'
  const screen = screenAt(path)
  const notFound: Decision = { show: 'redirect', to: href('not-found') }
  if (screen?.name === 'token-entry' || screen?.name === 'not-found') return { show: 'screen', screen }
  if (phase.at === 'starting') return screen?.public ? { show: 'screen', screen } : { show: 'starting' }
  if (screen?.public && phase.at !== 'in') return { show: 'screen', screen }
  if (phase.at === 'unreachable') return { show: 'unreachable' }
  if (phase.at === 'waiting-for-host') return { show: 'waiting-for-host' }
  if (phase.at === 'out') return embedded ? { show: 'waiting-for-host' } : { show: 'redirect', to: signInPath(at) }

  if (phase.must_change) {
    const to = href('change-password', { type: phase.must_change })
    return screen?.name === 'change-password' ? { show: 'screen', screen } : { show: 'redirect', to }
  }
  if (screen?.name === 'login') {
    const back = safeInternalPath(new URLSearchParams(at.search).get('redirect'))
    return { show: 'redirect', to: back && screenAt(new URL(back, 'http://x').pathname)?.name !== 'login' ? back : '/' }
  }
  if (path === '/' || path === '/admin') {
    const { menu } = phase.permissions
    const start =
      (path === '/admin' ? home(screens, access.visible, 'admin', menu) : undefined) ??
      landing(screens, access.visible, menu)
    return start ? { show: 'redirect', to: start.path } : { show: 'nothing-permitted' }
  }
  if (!screen) return notFound
  if (access.visible.has(screen.name)) return { show: 'screen', screen }
  const { grants } = phase.permissions
  const roleOpens = visible(screen, grants === 'all' ? 'all' : new Set(grants), (name) => screenOf(name as ScreenName))
  return { show: roleOpens ? 'not-licensed' : 'no-right' }
}
