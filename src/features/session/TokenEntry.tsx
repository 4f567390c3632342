import './session.css'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useHref, useNavigate, useParams } from 'react-router-dom'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { useOwnAddress } from '../../kit/navigation/useBlocker.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import { useSend, useSession } from '../../kit/session/use.ts'
import { linkClass } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { looksLikeCode } from '../../contract/rules.ts'

/** A signed link: its code is taken out of the address and the history before it is used, and it is used once. */
export default function TokenEntry() {
  const { token } = useParams()
  return looksLikeCode(token) ? <Exchange code={token} /> : <Navigate to={href('not-found')} replace />
}

function Exchange({ code }: { code: string }) {
  const phase = useSession()
  const send = useSend()
  const go = useNavigate()
  const root = useHref('/')
  const own = useOwnAddress()
  const [exchange] = useCall('POST /session/exchange')
  const [problem, setProblem] = useState<unknown>(null)
  const [arrived, setArrived] = useState<string | null>(null)
  const used = useRef(false)

  useEffect(() => {
    if (used.current) return
    used.current = true
    if (!own) window.history.replaceState(window.history.state, '', root)
    exchange({ body: { code } })
      .then((reply) => {
        send(sessionActions.started(reply))
        setArrived(reply.user.resource_id)
      })
      .catch(setProblem)
  }, [code, exchange, own, root, send])

  // the session's rights are read first: the start page depends on them
  const settled = arrived && (phase.at === 'in' ? phase.user.resource_id === arrived : phase.at === 'unreachable')
  useEffect(() => {
    if (settled) void go('/', { replace: true })
  }, [settled, go])

  return (
    <section className="mg-entry">
      {problem === null ? (
        <p className="mg-entry-wait" role="status">
          <Icon name="key" size={20} />
          {t('session.entering')}
        </p>
      ) : (
        <>
          <h1 className="mg-session-title">{t('session.entry_failed')}</h1>
          <ProblemView problem={problem} />
          <Link className={linkClass('primary')} to={href('login')} replace>
            {t('session.to_sign_in')}
          </Link>
        </>
      )}
    </section>
  )
}
