import { useDispatch } from 'react-redux'
import { t } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'

/** Ends every session of the viewer, this one too. Unlike signing out it has to reach the server, so a failure is shown and nothing ends. */
export default function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const [write] = useWrite('DELETE /sessions')
  const send = useDispatch()
  return (
    <Confirm
      open
      title={t('personal.sign-out-everywhere-title')}
      confirm={t('personal.sign-out-everywhere')}
      onConfirm={() => write({}).then(() => send(sessionActions.ended()))}
      onClose={onClose}
    >
      {t('personal.sign-out-everywhere-about')}
    </Confirm>
  )
}
