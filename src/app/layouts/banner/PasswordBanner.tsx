import './PasswordBanner.css'
import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'

/** Shown while the session stands on a password somebody else knows, or one that is too old. */
export function PasswordBanner({ why }: { why: 'first' | 'expired' }) {
  return (
    <div className="mg-banner" role="alert">
      <Icon name="warn" />
      <span>{t(why === 'first' ? 'shell.default_password' : 'shell.expired_password')}</span>
      <Link to={href('change-password', { type: why })}>{t('shell.change_password')}</Link>
    </div>
  )
}
