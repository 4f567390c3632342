/** Where somebody is who is signed in: the table of all screens and his rights decide. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { href } from '../../contract/screens/index.ts'
import { useAccess } from '../../kit/session/access.ts'
import { useInherited, useSession, useSettings } from '../../kit/session/use.ts'
import { ErrorBoundary } from '../../ui/layout/ErrorBoundary.tsx'
import { HeldContext } from '../../ui/feedback/held.ts'
import { Decided } from '../Decided.tsx'
import { HeldNotice } from '../layouts/banner/HeldNotice.tsx'
import { SessionOverlay } from '../layouts/state/SessionOverlay.tsx'
import type { Loader } from '../screens/loader.ts'
import { decideScreen } from './guard.logic.ts'
import { NoRightPage, NothingPermitted } from './states.tsx'

export { likelyAt, screenAt } from './guard.logic.ts'
export { views } from './views.ts'

/** Where he is, and over it, once his session has died, the way back in. */
export function SignedInApp({ loader }: { loader: Loader }) {
  const phase = useSession()
  const { asksHost } = useSettings()
  const place = useRef<HTMLDivElement>(null)
  const locked = phase.at === 'in' && phase.locked
  // the window is the host's, and its sign-in may be anywhere in it
  const held = locked && asksHost
  useEffect(() => {
    if (place.current) place.current.inert = held
  }, [held])
  return (
    <div className={held ? 'mg-held' : 'mg-inside'}>
      <div ref={place} className="mg-inside">
        <HeldContext.Provider value={held}>
          <Place loader={loader} />
        </HeldContext.Provider>
      </div>
      <ErrorBoundary>{locked && (held ? <HeldNotice /> : <SessionOverlay />)}</ErrorBoundary>
    </div>
  )
}

function Place({ loader }: { loader: Loader }) {
  const location = useLocation()
  const phase = useSession()
  const { embedded } = useSettings()
  const access = useAccess()
  useHomeOfView(phase.at === 'in' ? (phase.permissions.viewing?.id ?? '') : undefined)
  const left = useLeftAddress(phase.at === 'in' ? phase.user.resource_id : '')
  const decision = decideScreen(location, phase, access, embedded, left)
  switch (decision.show) {
    case 'no-right':
      return <NoRightPage why="right" />
    case 'not-licensed':
      return <NoRightPage why="licence" />
    case 'nothing-permitted':
      return <NothingPermitted />
    default:
      return <Decided decision={decision} loader={loader} />
  }
}

/** Whether the address is still the one that another user was at. */
function useLeftAddress(user: string): boolean {
  const { key } = useLocation()
  const inherited = useInherited()
  const [came, setCame] = useState({ user, key })
  if (came.user !== user) setCame({ user, key })
  return inherited && came.user === user && came.key === key
}

/** Who begins to look as a role lands on its home; who ends it, where roles are. */
function useHomeOfView(role: string | undefined): void {
  const go = useNavigate()
  const before = useRef(role)
  useEffect(() => {
    if (role === undefined) return
    if (before.current !== undefined && before.current !== role)
      void go(role ? '/' : href('role-manage'), { replace: true })
    before.current = role
  }, [role, go])
}
