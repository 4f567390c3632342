import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { PasswordField } from '../../ui/input/PasswordField.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { useSettings } from '../../kit/session/use.ts'
import { useSignIn } from './useSignIn.ts'

export function SignInForm() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const { system } = useSettings()
  const { signIn, busy, refusal, wait, clear } = useSignIn(
    t(system?.register_button ? 'session.wrong_applied' : 'session.wrong'),
  )
  useEffect(() => nameField.current?.focus(), [])

  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setAsked(true)
    if (!username.trim()) return nameField.current?.focus()
    if (!password) return passwordField.current?.focus()
    if (busy || wait > 0) return
    if (await signIn(username.trim(), password)) return
    setPassword('')
    setAsked(false)
    passwordField.current?.focus()
  }
  const missing = (value: string) => (asked && !value.trim() ? t('rule.required') : undefined)
  const typed = (set: (v: string) => void) => (value: string) => {
    set(value)
    if (wait === 0) clear()
  }
  return (
    <form className="mg-form" noValidate onSubmit={(e) => void submit(e)}>
      {refusal && (
        <p className="mg-session-refusal" role="alert">
          <Icon name="bad" />
          <span className="mg-num">{refusal}</span>
        </p>
      )}
      <TextField
        ref={nameField}
        large
        label={t('session.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        value={username}
        onChange={typed(setUsername)}
        error={missing(username)}
      />
      <PasswordField
        ref={passwordField}
        large
        label={t('session.password')}
        name="password"
        autoComplete="current-password"
        maxLength={256}
        value={password}
        onChange={typed(setPassword)}
        error={missing(password)}
      />
      <Button type="submit" tone="primary" size="large" busy={busy} disabled={wait > 0}>
        {t('session.sign_in')}
      </Button>
    </form>
  )
}
