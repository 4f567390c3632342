import './session.css'
import { Link } from 'react-router-dom'
import { landing } from '../../contract/access.ts'
import { href, screens } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useAccess } from '../../kit/session/access.ts'
import { useMenuConfig, useSession } from '../../kit/session/use.ts'
import { linkClass } from '../../ui/input/Button.tsx'

export default function NotFound() {
  const phase = useSession()
  const { visible } = useAccess()
  const menu = useMenuConfig()
  const inside = phase.at === 'in'
  const start = inside ? landing(screens, visible, menu) : undefined
  return (
    <section className="mg-session">
      <p className="mg-session-number mg-num" aria-hidden="true">
        404
      </p>
      <h1 className="mg-session-title">{t('screen.not-found')}</h1>
      <p className="mg-session-lead">{t('session.not_found_about')}</p>
      <Link className={linkClass('primary', 'large')} to={start?.path ?? href('login')}>
        {t(start ? 'shell.to_home' : 'session.to_sign_in')}
      </Link>
    </section>
  )
}
