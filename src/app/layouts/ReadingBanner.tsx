import './PasswordBanner.css'
import { type ScreenName, screenOf } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useAccess } from '../../kit/session/access.ts'
import { useSession } from '../../kit/session/use.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Shown on a page that the viewer's role gives for reading only, so that nobody looks for buttons that are not his. */
export function ReadingBanner({ screen }: { screen: ScreenName | undefined }) {
  const { granted, changes } = useAccess()
  const phase = useSession()
  const viewing = phase.at === 'in' && phase.permissions.viewing !== null
  if (!screen || viewing || !screenOf(screen).apart || !granted.has(screen) || changes.has(screen)) return null
  return (
    <div className="mg-banner" role="status">
      <Icon name="eye" />
      <span>{t('shell.reading')}</span>
    </div>
  )
}
