import { type FormEvent, useEffect, useRef, useState } from 'react'
import { defaultPolicy, type RuleBreak, usernameBreaks } from '../../contract/rules.ts'
import type { UserStatus } from '../../contract/session/status.ts'
import { limits } from '../../contract/limits.ts'
import { t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { useSettings } from '../../kit/session/use.ts'
import { problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { PasswordField } from '../../ui/input/PasswordField.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { FormSuccess } from './Done.tsx'
import { fieldBreaks, type Registration, type RegistrationField, registrationBreaks } from './fields.logic.ts'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import { firstRule } from './rule.ts'

const empty: Registration = { username: '', name: '', password: '', repeat: '', phone: '' }
const order: readonly RegistrationField[] = ['username', 'name', 'password', 'repeat', 'phone']

export function RegisterForm({ onSignIn }: { onSignIn: () => void }) {
  const policy = useSettings().system?.password ?? defaultPolicy
  const [form, setForm] = useState(empty)
  const [seen, setSeen] = useState<ReadonlySet<RegistrationField>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<string, RuleBreak[]>>>({})
  const [problem, setProblem] = useState<unknown>(null)
  const [status, setStatus] = useState<UserStatus | null>(null)
  const [write, { busy }] = useCall('POST /auth/register/')
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [])

  const breaks = registrationBreaks(form, policy)
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setSeen(new Set(order))
    const first = order.find((f) => breaks[f])
    if (first) return formRef.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setProblem(null)
    try {
      const { username, name, password, phone } = form
      setStatus((await write({ body: { username, name: name.trim(), password, phone } })).status)
    } catch (e) {
      const { details, code } = problemOf(e)
      setRefused(fieldBreaks(details?.fields))
      if (code !== 'validation' || !details?.fields?.length) setProblem(e)
    }
  }
  const field = (name: RegistrationField) => ({
    name,
    value: form[name],
    onChange: (value: string) => {
      setForm({ ...form, [name]: value })
      if (refused[name]) setRefused({ ...refused, [name]: undefined })
    },
    onBlur: () => form[name] !== '' && setSeen(new Set(seen).add(name)),
    error: firstRule(refused[name] ?? (seen.has(name) ? breaks[name] : undefined)),
  })

  // the list below the password says what its rules are; the field only marks that one is open
  const listed =
    form.password && !refused['password']
      ? { error: undefined, invalid: seen.has('password') && breaks.password !== undefined }
      : {}

  if (status)
    return (
      <FormSuccess title={t('session.registered')} action={t('session.to_sign_in')} onAction={onSignIn}>
        {t(status === 'normal' ? 'session.registered_open' : 'session.registered_review')}
      </FormSuccess>
    )
  return (
    <form ref={formRef} className="mg-form" noValidate onSubmit={(e) => void submit(e)}>
      {problem !== null && <ProblemView compact problem={problem} />}
      <TextField
        {...field('username')}
        label={t('session.username')}
        hint={t('session.username_hint', limits.username)}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <TextField
        {...field('name')}
        label={t('session.name')}
        hint={t('session.name_hint')}
        autoComplete="name"
        required
      />
      <div className="mg-form-group">
        <PasswordField
          {...field('password')}
          {...listed}
          label={t('session.password')}
          autoComplete="new-password"
          aria-describedby="mg-register-rules"
          required
        />
        <PasswordChecklist
          id="mg-register-rules"
          password={form.password}
          policy={{ ...policy, history: 0 }}
          about={usernameBreaks(form.username).length === 0 ? [form.username] : []}
        />
      </div>
      <PasswordField {...field('repeat')} label={t('session.repeat')} autoComplete="new-password" required />
      <TextField {...field('phone')} label={t('session.phone')} type="tel" autoComplete="tel" />
      <Button type="submit" tone="primary" size="large" busy={busy}>
        {t('session.register')}
      </Button>
    </form>
  )
}
