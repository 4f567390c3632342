import './session.css'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { defaultPolicy, passwordBreaks, type RuleBreak } from '../../contract/rules.ts'
import { type ChangeType, changeTypes } from '../../contract/session/change.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import { useSend, useSession, useSettings } from '../../kit/session/use.ts'
import { problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { PasswordField } from '../../ui/input/PasswordField.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { FormSuccess } from './Done.tsx'
import { fieldBreaks } from './fields.logic.ts'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import { firstRule } from './rule.ts'
import { keysOf } from '../../contract/lib/typed.ts'

const isType = (v: string | undefined): v is ChangeType => changeTypes.some((type) => type === v)

export default function ChangePassword() {
  const { type } = useParams()
  const phase = useSession()
  const send = useSend()
  const [done, setDone] = useState(false)
  if (!isType(type)) return <Navigate to={href('not-found')} replace />
  if (type === 'forgotten')
    return done ? <Changed /> : <ChangeForm key={type} type={type} onDone={() => setDone(true)} />
  if (phase.at === 'starting') return <Loading kind="form" rows={3} />
  // not back to here: whoever signs in with the new password is done, and the sign-in page says so
  if (phase.at !== 'in') return <Navigate to={href('login')} replace />
  return <ChangeForm key={type} type={type} onDone={() => send(sessionActions.passwordChanged())} />
}

function Changed() {
  const go = useNavigate()
  return (
    <FormSuccess title={t('session.changed')} action={t('session.to_sign_in')} onAction={() => void go(href('login'))}>
      {t('session.changed_about')}
    </FormSuccess>
  )
}

interface Draft {
  username: string
  code: string
  current: string
  next: string
  repeat: string
}

function ChangeForm({ type, onDone }: { type: ChangeType; onDone: () => void }) {
  const phase = useSession()
  const go = useNavigate()
  const policy = useSettings().system?.password ?? defaultPolicy
  const forgotten = type === 'forgotten'
  const me = phase.at === 'in' ? phase.user : undefined
  const [draft, setDraft] = useState<Draft>({ username: '', code: '', current: '', next: '', repeat: '' })
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState<Partial<Record<string, RuleBreak[]>>>({})
  const [problem, setProblem] = useState<unknown>(null)
  const [change, changing] = useCall('PUT /account/password')
  const [reset, resetting] = useCall('POST /account/reset')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus(), [])

  const username = forgotten ? draft.username.trim() : (me?.username ?? '')
  const about = username ? [username] : []
  const required = (v: string): RuleBreak[] => (v ? [] : [{ rule: 'required' }])
  const breaks: Record<keyof Draft, RuleBreak[]> = {
    username: forgotten ? required(username) : [],
    code: forgotten ? required(draft.code.trim()) : [],
    current: forgotten ? [] : required(draft.current),
    next: draft.next ? passwordBreaks(draft.next, { policy, about }) : required(draft.next),
    repeat: draft.repeat === draft.next ? [] : [{ rule: 'password_repeat' }],
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    setAsked(true)
    const first = keysOf(breaks).find((f) => breaks[f].length > 0)
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    setProblem(null)
    try {
      if (forgotten) await reset({ body: { username, code: draft.code.trim(), next: draft.next } })
      else await change({ body: { current: draft.current, next: draft.next } })
      onDone()
    } catch (e) {
      const { details, code } = problemOf(e)
      setRefused(fieldBreaks(details?.fields))
      if (code !== 'validation' || !details?.fields?.length) setProblem(e)
    }
  }
  const field = (name: keyof Draft) => ({
    name,
    value: draft[name],
    onChange: (value: string) => {
      setDraft({ ...draft, [name]: value })
      if (refused[name]) setRefused({ ...refused, [name]: undefined })
    },
    error: firstRule(refused[name] ?? (asked || (name === 'repeat' && draft.repeat) ? breaks[name] : undefined)),
    large: true,
  })

  // the list below the password says what its rules are; the field only marks that one is open
  const listed = draft.next && !refused['next'] ? { error: undefined, invalid: asked && breaks.next.length > 0 } : {}

  return (
    <div className="mg-session">
      <h1 className="mg-session-title">{t('screen.change-password')}</h1>
      <p className="mg-session-lead">{t(`session.change_${type}`)}</p>
      <form ref={form} className="mg-form" noValidate onSubmit={(e) => void submit(e)}>
        {problem !== null && <ProblemView compact problem={problem} />}
        {forgotten ? (
          <>
            <TextField
              {...field('username')}
              label={t('session.username')}
              autoComplete="username"
              spellCheck={false}
            />
            <TextField
              {...field('code')}
              label={t('session.code')}
              hint={t('session.code_hint')}
              autoComplete="one-time-code"
              spellCheck={false}
            />
          </>
        ) : (
          <>
            <input
              className="mg-sr"
              type="text"
              autoComplete="username"
              value={username}
              readOnly
              tabIndex={-1}
              aria-hidden="true"
            />
            <PasswordField {...field('current')} label={t('session.current')} autoComplete="current-password" />
          </>
        )}
        <div className="mg-form-group">
          <PasswordField
            {...field('next')}
            {...listed}
            label={t('session.next')}
            autoComplete="new-password"
            aria-describedby="mg-password-rules"
          />
          <PasswordChecklist id="mg-password-rules" password={draft.next} policy={policy} about={about} />
        </div>
        <PasswordField {...field('repeat')} label={t('session.repeat')} autoComplete="new-password" />
        <Button type="submit" tone="primary" size="large" busy={changing.busy || resetting.busy}>
          {t('session.change')}
        </Button>
        <WayOut type={type} back={() => void go(-1)} />
      </form>
    </div>
  )
}

/** Who must change it may only sign out; who wants to may go back. */
function WayOut({ type, back }: { type: ChangeType; back: () => void }) {
  const send = useSend()
  const go = useNavigate()
  const ways = {
    first: { says: t('session.sign_out'), act: () => send(sessionActions.signOut()) },
    expired: { says: t('session.sign_out'), act: () => send(sessionActions.signOut()) },
    own: { says: t('ui.cancel'), act: back },
    forgotten: { says: t('session.to_sign_in'), act: () => void go(href('login')) },
  }
  return (
    <Button tone="quiet" onClick={ways[type].act}>
      {ways[type].says}
    </Button>
  )
}
