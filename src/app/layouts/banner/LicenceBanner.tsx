import './PasswordBanner.css'
import { Link } from 'react-router-dom'
import type { LicenceStatus } from '../../../contract/license/standing.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t, tMade } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'

/** What everybody has to know when the licence stops changes; that it will end soon concerns only who can do something about it. */
const everybody: readonly LicenceStatus[] = ['grace', 'clock']
const keepers: readonly LicenceStatus[] = ['none', 'expiring', 'expired', 'tampered']

export function LicenceBanner({ at, until }: { at: LicenceStatus; until: string | null }) {
  const keeper = useAccess().granted.has('product-activation')
  if (!everybody.includes(at) && !(keeper && keepers.includes(at))) return null
  return (
    <div className="mg-banner" role="status">
      <Icon name="warn" />
      <span>{tMade(`shell.licence.${at}`, { until: until ? format.date(until) : '' })}</span>
      {keeper && <Link to={href('product-activation')}>{t('shell.licence.open')}</Link>}
    </div>
  )
}
