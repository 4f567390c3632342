import './PasswordBanner.css'
import { type Screen, type ScreenName, screenOf, screens } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { useSession } from '../../../kit/session/use.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'

/** The pages one comes to from a screen, and those below them. */
const below = (name: ScreenName): Screen[] =>
  screens.filter((s) => s.under === name).flatMap((s) => [s, ...below(s.name)])

/**
 * Shown on a page that the viewer's role gives for reading only, so that nobody looks for buttons that are not his. Where the role works on
 * pages one comes to from here (a referee marks the exams of a list), it says which instead.
 */
export function ReadingBanner({ screen }: { screen: ScreenName | undefined }) {
  const { granted, changes } = useAccess()
  const phase = useSession()
  const viewing = phase.at === 'in' && phase.permissions.viewing !== null
  if (!screen || viewing || !screenOf(screen).apart || !granted.has(screen) || changes.has(screen)) return null
  const work = below(screen).filter((s) => changes.has(s.name) && (s.apart || s.form))
  return (
    <div className="mg-banner" role="status">
      <Icon name={work.length ? 'edit' : 'eye'} />
      <span>
        {work.length
          ? t('shell.reading_but', { screens: format.list(work.map((s) => t(`screen.${s.name}`))) })
          : t('shell.reading')}
      </span>
    </div>
  )
}
