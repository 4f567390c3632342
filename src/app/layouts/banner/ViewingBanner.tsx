import './PasswordBanner.css'
import { t } from '../../../i18n/index.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { shippedName } from '../../../kit/resource/words.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { useSend, useSession } from '../../../kit/session/use.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'

/** Shown while somebody looks at the platform as a role that is not his own, with the way back. */
export function ViewingBanner() {
  const phase = useSession()
  const send = useSend()
  const write = useWriteTo()
  const role = phase.at === 'in' ? phase.permissions.viewing : null
  if (!role) return null
  const leave = async () => {
    await write('DELETE /session/view', {})
    send(sessionActions.viewed(null))
  }
  return (
    <div className="mg-banner" role="status">
      <Icon name="eye" />
      <span>{t('shell.viewing', { role: shippedName('role', role.key, role.name) })}</span>
      <Button icon="undo" onClick={leave}>
        {t('shell.viewing_end')}
      </Button>
    </div>
  )
}
