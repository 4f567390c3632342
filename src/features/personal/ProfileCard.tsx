import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { shippedName } from '../../kit/resource/words.ts'
import { PictureAvatar } from '../../kit/picture/Face.tsx'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { Day, Ago, DateTime } from '../../ui/data/DateTime.tsx'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'

const SignOutEverywhere = lazy(() => import('./SignOutEverywhere.tsx'))
const ProfileDialog = lazy(() => import('./ProfileDialog.tsx'))

export function ProfileCard() {
  const { data, error, refetch } = useRead('GET /personal/profile', undefined)
  const [editing, edit] = useState(false)
  const [leaving, leave] = useState(false)
  const change = (
    <>
      <Button size="small" icon="edit" disabled={!data} onClick={() => edit(true)}>
        {t('personal.edit')}
      </Button>
      <Link className={linkClass('plain', 'small')} to={href('change-password', { type: 'own' })}>
        {t('personal.change-password')}
      </Link>
    </>
  )
  return (
    <Panel title={t('personal.profile')} actions={change}>
      {error && !data ? (
        <ProblemView problem={error} onRetry={refetch} compact />
      ) : !data ? (
        <Loading kind="detail" rows={6} />
      ) : (
        <>
          <div className="personal-head">
            <PictureAvatar name={data.user.rep_name} picture={data.user.logo} size={48} />
            <div>
              <div className="personal-name">{data.user.rep_name}</div>
              <div className="mg-dim">{shippedName('role', data.user.role.key, data.user.role.name)}</div>
              {data.signature && <p className="personal-signature">{data.signature}</p>}
            </div>
          </div>
          {data.default_password && <p className="personal-warning">{t('personal.default-password')}</p>}
          <KeyValue
            columns={1}
            items={[
              { label: t('personal.username'), value: <span className="mg-mono">{data.user.username}</span> },
              { label: t('personal.organisation'), value: data.user.org?.name ?? t('personal.no-organisation') },
              { label: t('personal.phone'), value: data.phone || t('personal.no-phone') },
              { label: t('personal.member-since'), value: <DateTime at={data.created_at} /> },
              {
                label: t('personal.expires'),
                value: data.expires_on ? <Day at={data.expires_on} /> : t('personal.never-expires'),
              },
              {
                label: t('personal.last-sign-in'),
                value: data.last_sign_in ? (
                  <>
                    <Ago at={data.last_sign_in} />{' '}
                    <span className="mg-dim">
                      {data.last_address && t('personal.from', { address: data.last_address })}
                    </span>
                  </>
                ) : (
                  t('personal.never')
                ),
              },
              {
                label: t('personal.sessions'),
                value: (
                  <span className="personal-sessions">
                    <span className="mg-num">{data.sessions}</span>
                    <Button size="small" tone="quiet" icon="sign-out" onClick={() => leave(true)}>
                      {t('personal.sign-out-everywhere')}
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        </>
      )}
      {leaving && (
        <Suspense fallback={null}>
          <SignOutEverywhere onClose={() => leave(false)} />
        </Suspense>
      )}
      {data && editing && (
        <Suspense fallback={null}>
          <ProfileDialog profile={data} onClose={() => edit(false)} />
        </Suspense>
      )}
    </Panel>
  )
}
