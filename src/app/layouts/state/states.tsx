import './states.css'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { t, tOr } from '../../../i18n/index.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { useSend, useSession, useSettings } from '../../../kit/session/use.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Icon, type IconName } from '../../../ui/icon/Icon.tsx'
import { useDrawn } from '../../drawn.ts'
import { PublicFrame } from '../public/PublicFrame.tsx'
import { useTitle } from '../shell/useTitle.ts'

export { ChunkFailed } from './ChunkFailed.tsx'
export { Starting } from './Starting.tsx'

interface NoticeProps {
  icon: IconName
  title: string
  about: string
  children: ReactNode
}

export function Notice({ icon, title, about, children }: NoticeProps) {
  useDrawn()
  return (
    <section className="mg-notice" role="alert">
      <span className="mg-notice-icon">
        <Icon name={icon} size={20} />
      </span>
      <h1 className="mg-notice-title">{title}</h1>
      <p className="mg-notice-about">{about}</p>
      <div className="mg-notice-ways">{children}</div>
    </section>
  )
}

const Restoring = lazy(() => import('./Restoring.tsx'))

export function Unreachable() {
  const phase = useSession()
  if (phase.at !== 'unreachable' || phase.code !== 'restoring') return <Away />
  return (
    <Suspense fallback={<PublicFrame>{null}</PublicFrame>}>
      <Restoring />
    </Suspense>
  )
}

function Away() {
  const phase = useSession()
  const send = useSend()
  useTitle(undefined)
  const why = phase.at === 'unreachable' ? tOr([`problem.${phase.code}`], '') : ''
  return (
    <PublicFrame>
      <Notice icon="network" title={t('shell.unreachable')} about={`${why} ${t('shell.unreachable_about')}`.trim()}>
        <Button tone="primary" icon="refresh" onClick={() => send(sessionActions.retry())}>
          {t('shell.retry')}
        </Button>
      </Notice>
    </PublicFrame>
  )
}

/** Address of the app itself, which under a host is not the page's. */
const ownAddress = (path: string): string => {
  const base = new URL(import.meta.env.BASE_URL, import.meta.url).href
  return new URL(path.replace(/^\//, ''), base).href
}

/** Asks the host once more, or opens the page in a window of its own. */
export function AskHost({ label }: { label: string }) {
  const send = useSend()
  const { asksHost } = useSettings()
  const { pathname, search, hash } = useLocation()
  return (
    <>
      {asksHost && (
        <Button tone="primary" icon="refresh" onClick={() => send(sessionActions.askHost())}>
          {label}
        </Button>
      )}
      <a className={linkClass()} href={ownAddress(pathname + search + hash)} target="_blank" rel="noopener">
        <Icon name="external" />
        {t('shell.own_window')}
      </a>
    </>
  )
}

export function WaitingForHost() {
  const left = useSession().at === 'out'
  const { asksHost } = useSettings()
  useTitle(undefined)
  return (
    <PublicFrame>
      <Notice
        icon="shield"
        title={t(left ? 'session.out_signed-out' : asksHost ? 'shell.waiting' : 'shell.no_sign_in')}
        about={t(left ? 'shell.left_about' : asksHost ? 'shell.waiting_about' : 'shell.no_sign_in_about')}
      >
        <AskHost label={t(left ? 'shell.sign_in_again' : 'shell.ask_again')} />
      </Notice>
    </PublicFrame>
  )
}
