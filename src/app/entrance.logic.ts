/** Where a location leads before anybody is signed in, as one pure decision. */
import { entranceAt, entranceHref } from '../contract/screens/entrance.ts'
import type { Screen } from '../contract/screens/index.ts'
import type { SessionPhase } from '../kit/session/session.slice.ts'

export type EntranceDecision =
  | { show: 'screen'; screen: Screen }
  | { show: 'redirect'; to: string }
  | { show: 'starting' | 'unreachable' | 'waiting-for-host' }

export interface AppLocation {
  pathname: string
  search: string
  hash: string
}

/** A path as screens are found by: without a slash at its end. */
export const plainPath = (pathname: string): string => pathname.replace(/\/+$/, '') || '/'

/** The path to return to after signing in; none for the start page. */
function signInPath(at: AppLocation): string {
  const back = `${at.pathname}${at.search}${at.hash}`
  return at.pathname === '/' ? entranceHref('login') : entranceHref('login', undefined, { redirect: back })
}

/** Undefined where somebody is signed in and the table of all screens decides. */
export function decideOutside(at: AppLocation, phase: SessionPhase, embedded: boolean): EntranceDecision | undefined {
  const screen = entranceAt(plainPath(at.pathname))
  if (screen && (!screen.public || screen.name === 'not-found')) return { show: 'screen', screen }
  if (phase.at === 'in') return undefined
  if (screen) return { show: 'screen', screen }
  if (phase.at === 'out') return embedded ? { show: 'waiting-for-host' } : { show: 'redirect', to: signInPath(at) }
  return { show: phase.at }
}
