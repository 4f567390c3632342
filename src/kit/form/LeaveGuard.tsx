/**
 * Asks before a page with unsaved words is left: by a link, the back button, a reload, or the host going elsewhere. Whether there are
 * any is asked at the moment of leaving, so that nothing is asked on the way out of a save.
 */
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useHref } from 'react-router-dom'
import { t } from '../../i18n/index.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { useLatest } from '../resource/useLatest.ts'
import { HistoryContext, useBlocker } from '../navigation/useBlocker.ts'

interface LeaveGuardProps {
  /** Something was typed; decides whether the browser is told. */
  dirty: boolean
  isDirty: () => boolean
  /** The page shows another form when only the query of its address changes. */
  byQuery?: true
  /** What is asked and what becomes of it, where it is not lost. */
  title?: string
  text?: string
  /** The user leaves all the same. */
  onLeave?: () => void
}

/** What a host on single-spa (qiankun) says before it changes the page: https://single-spa.js.org/docs/api#before-routing-event */
interface RoutingDetail {
  oldUrl: string
  newUrl: string
  cancelNavigation?: () => void
}

export function LeaveGuard({ dirty, isDirty, byQuery, title, text, onLeave }: LeaveGuardProps) {
  const leaving = useRef(false)
  const holds = useLatest(() => !leaving.current && isDirty())
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation: from, nextLocation: to }) =>
        (from.pathname !== to.pathname || (byQuery === true && from.search !== to.search)) && holds.current(),
      [holds, byQuery],
    ),
  )
  const base = useHref('/')
  const history = useContext(HistoryContext)
  const { own } = history
  /** Goes to the address of the host's that it was held back from. */
  const [away, setAway] = useState<() => void>()

  useEffect(() => {
    if (!dirty) return
    const onUnload = (e: BeforeUnloadEvent) => {
      if (!holds.current()) return
      e.preventDefault()
      // older browsers ask only for a value
      e.returnValue = true
    }
    const onHost = (e: Event) => {
      const { oldUrl, newUrl, cancelNavigation }: RoutingDetail = (e instanceof CustomEvent && e.detail) || {}
      if (!cancelNavigation || !newUrl || !holds.current()) return
      if (own ? own.stays(newUrl) : inside(newUrl, base)) return
      cancelNavigation()
      // the window is there already, with what the host's router keeps of it
      const state: unknown = window.history.state
      const go = () => window.history.pushState(state, '', newUrl)
      history.owe(() => {
        if (location.href === oldUrl) go()
      })
      setAway(() => go)
    }
    window.addEventListener('beforeunload', onUnload)
    window.addEventListener('single-spa:before-routing-event', onHost)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      window.removeEventListener('single-spa:before-routing-event', onHost)
    }
  }, [dirty, base, own, history, holds])

  const stay = () => {
    if (blocker.state === 'blocked') blocker.reset()
    history.owe(undefined)
    setAway(undefined)
  }
  const leave = () => {
    leaving.current = true
    onLeave?.()
    if (away) away()
    else if (blocker.state === 'blocked') blocker.proceed()
  }
  if (!away && blocker.state === 'unblocked') return null
  return (
    <Confirm
      open
      danger
      title={title ?? t('kit.form.leave_title')}
      confirm={t('kit.form.leave')}
      onConfirm={leave}
      onClose={stay}
    >
      <p>{text ?? t('kit.form.leave_text')}</p>
    </Confirm>
  )
}

/** Whether an address is one of the app's own pages. */
function inside(url: string, base: string): boolean {
  const { origin, pathname } = new URL(url, location.href)
  const root = base.replace(/\/$/, '')
  return origin === location.origin && (pathname === root || pathname.startsWith(`${root}/`))
}
