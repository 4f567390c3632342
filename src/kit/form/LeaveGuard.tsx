/**
 * Asks before a page with unsaved words is left: by a link, the back button, a reload, or the host going elsewhere. Whether there are
 * any is asked at the moment of leaving, so that nothing is asked on the way out of a save.
 */
import { useCallback, useEffect, useState } from 'react'
import { useBlocker, useHref } from 'react-router-dom'
import { t } from '../../i18n/index.ts'
import { Confirm } from '../../ui/Confirm.tsx'

interface LeaveGuardProps {
  /** Something was typed; decides whether the browser is told. */
  dirty: boolean
  isDirty(): boolean
  /** The user leaves all the same. */
  onLeave(): void
}

/** What a host on single-spa (qiankun) says before it changes the page: https://single-spa.js.org/docs/api#before-routing-event */
interface RoutingDetail {
  newUrl: string
  cancelNavigation?(): void
}

export function LeaveGuard({ dirty, isDirty, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    useCallback(
      (o: { currentLocation: { pathname: string }; nextLocation: { pathname: string } }) =>
        o.currentLocation.pathname !== o.nextLocation.pathname && isDirty(),
      [isDirty],
    ),
  )
  const base = useHref('/')
  const [away, setAway] = useState<string>()

  useEffect(() => {
    if (!dirty) return
    const ask = (e: BeforeUnloadEvent) => {
      if (!isDirty()) return
      e.preventDefault()
      // older browsers ask only for a value
      e.returnValue = true
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty, isDirty])

  useEffect(() => {
    if (!dirty) return
    const ask = (e: Event) => {
      const { newUrl, cancelNavigation } = (e as CustomEvent<RoutingDetail>).detail ?? {}
      if (!cancelNavigation || !newUrl || !isDirty() || inside(newUrl, base)) return
      cancelNavigation()
      setAway(newUrl)
    }
    window.addEventListener('single-spa:before-routing-event', ask)
    return () => window.removeEventListener('single-spa:before-routing-event', ask)
  }, [dirty, isDirty, base])

  const stay = () => {
    if (blocker.state === 'blocked') blocker.reset()
    setAway(undefined)
  }
  const leave = () => {
    onLeave()
    if (away) window.history.pushState(null, '', away)
    else if (blocker.state === 'blocked') blocker.proceed()
    setAway(undefined)
  }
  const asking = blocker.state === 'blocked' || away !== undefined
  if (!asking) return null
  return (
    <Confirm open danger title={t('kit.form.leave_title')} confirm={t('kit.form.leave')} onConfirm={leave} onClose={stay}>
      <p>{t('kit.form.leave_text')}</p>
    </Confirm>
  )
}

/** Whether an address is one of the app's own pages. */
export function inside(url: string, base: string): boolean {
  const { origin, pathname } = new URL(url, location.href)
  const root = base.replace(/\/$/, '')
  return origin === location.origin && (pathname === root || pathname.startsWith(`${root}/`))
}
