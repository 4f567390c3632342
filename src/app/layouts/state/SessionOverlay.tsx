import { type FormEvent, useState } from 'react'
import { useSignIn } from '../../../features/session/useSignIn.ts'
import { t } from '../../../i18n/index.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { useMe, useSend, useSession } from '../../../kit/session/use.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { PasswordField } from '../../../ui/input/PasswordField.tsx'

/** Over a page whose session died: the same user signs in again with the password only, and the page below stays as it is. */
export function SessionOverlay() {
  const me = useMe()
  const send = useSend()
  const phase = useSession()
  const restored = phase.at === 'in' && phase.restored === true
  const [password, setPassword] = useState('')
  const { signIn, busy, refusal, wait } = useSignIn()
  if (!me) return null
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (password && !wait) void signIn(me.username, password).then((ok) => !ok && setPassword(''))
  }
  return (
    <Dialog
      open
      locked
      size="small"
      title={t(restored ? 'shell.restored_title' : 'shell.expired')}
      onClose={() => undefined}
    >
      <form className="mg-form" onSubmit={submit}>
        <p>{t(restored ? 'shell.restored_about' : 'shell.expired_about', { name: me.rep_name })}</p>
        <input
          className="mg-sr"
          type="text"
          name="username"
          autoComplete="username"
          value={me.username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          data-autofocus
          label={t('shell.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={refusal}
        />
        <Button type="submit" tone="primary" busy={busy} disabled={!password || wait > 0}>
          {t('shell.resume')}
        </Button>
        <Button tone="quiet" onClick={() => send(sessionActions.signOut())}>
          {t('shell.leave')}
        </Button>
      </form>
    </Dialog>
  )
}
