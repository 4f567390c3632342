/** A certificate is checked before the sign-in, by the number in the address that leads there. */
import { t } from '../../i18n/index.ts'
import { CheckForm } from '../../parts/certificate/CheckForm.tsx'
import { checkParam } from '../../parts/certificate/check.ts'
import { Button } from '../../ui/input/Button.tsx'

/** @param props.wanted the address that asked for the sign-in */
export function CheckCertificate({ wanted, onSignIn }: { wanted: string; onSignIn: () => void }) {
  const number = new URLSearchParams(wanted.split('?')[1]?.split('#')[0]).get(checkParam) ?? ''
  return (
    <div className="mg-session">
      <h1 className="mg-session-title">{t('certificate.check')}</h1>
      <CheckForm key={number} number={number} />
      <div className="mg-session-more">
        <Button tone="quiet" size="small" onClick={onSignIn}>
          {t('session.to_sign_in')}
        </Button>
      </div>
    </div>
  )
}
