import './session.css'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { entranceHref } from '../../contract/screens/entrance.ts'
import { t } from '../../i18n/index.ts'
import { useSession, useSettings } from '../../kit/session/use.ts'
import { withWords } from '../../kit/withWords.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { SignInForm } from './SignInForm.tsx'

/** Once in a lifetime, and most installations do not offer it. */
const Register = lazy(() => import('./Register.tsx').then((m) => ({ default: m.RegisterForm })))

/** Whoever has a certificate before them checks it without an account: its printed address leads here. */
const CheckCertificate = withWords(
  ['certificate'],
  async () => (await import('./CheckCertificate.tsx')).CheckCertificate,
)

export default function Login() {
  const [search] = useSearchParams()
  const wanted = search.get('redirect') ?? ''
  const [checking, setChecking] = useState(/[?&]check=/.test(wanted))
  return checking ? (
    <Suspense fallback={<Loading kind="form" />}>
      <CheckCertificate wanted={wanted} onSignIn={() => setChecking(false)} />
    </Suspense>
  ) : (
    <SignIn />
  )
}

function SignIn() {
  const phase = useSession()
  const { system } = useSettings()
  const [asked, setAsked] = useState(false)
  const open = system?.register_button === true
  const registering = open && asked
  const why = phase.at === 'out' && phase.why !== 'none' ? phase.why : undefined
  return (
    <div className="mg-session">
      <h1 className="mg-session-title">{t(registering ? 'session.register' : 'session.sign_in')}</h1>
      {why && !registering && (
        <p className="mg-session-note" role="status">
          <Icon name={why === 'expired' ? 'clock' : 'ok'} />
          {t(`session.out_${why}`)}
        </p>
      )}
      {registering ? (
        <Suspense fallback={<Loading kind="form" />}>
          <Register onSignIn={() => setAsked(false)} />
        </Suspense>
      ) : (
        <SignInForm />
      )}
      <div className="mg-session-more">
        {!registering && (
          <>
            <Link to={entranceHref('change-password', { type: 'forgotten' })}>{t('session.first')}</Link>
            <Link to={entranceHref('change-password', { type: 'forgotten' })}>{t('session.forgot')}</Link>
          </>
        )}
        {open && (
          <Button tone="quiet" size="small" onClick={() => setAsked(!asked)}>
            {t(registering ? 'session.have_account' : 'session.no_account')}
          </Button>
        )}
      </div>
    </div>
  )
}
