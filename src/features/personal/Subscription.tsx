/** An address at which the viewer's own calendar fetches their schedule: shown once, revoked at will. */
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { useSettings } from '../../kit/session/use.ts'
import { Copyable } from '../../ui/data/Copyable.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'

export function Subscription() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="link" onClick={() => setOpen(true)}>
        {t('personal.subscribe')}
      </Button>
      {open && <SubscriptionDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function SubscriptionDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /schedule/subscription', undefined, { fresh: true })
  const { language, api, root } = useSettings()
  const [subscribe, making] = useWrite('POST /schedule/subscription')
  const [revoke, revoking] = useWrite('POST /schedule/subscription/revoke')
  const [address, setAddress] = useState<string>()
  const make = () =>
    subscribe({ body: { language } }).then(({ path }) => setAddress(`${new URL(api, root).href}${path}`), toast.problem)
  const end = () =>
    revoke({ body: {} }).then(() => {
      setAddress(undefined)
      toast.ok(t('personal.subscription_revoked'))
    }, toast.problem)
  return (
    <Dialog
      open
      title={t('personal.subscribe')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      {data ? (
        <div className="schedule-subscription">
          <p>{t('personal.subscription_text')}</p>
          {address !== undefined && (
            <>
              <Copyable text={address} />
              <p className="mg-dim">{t('personal.subscription_once')}</p>
            </>
          )}
          {data.since !== null && (
            <p className="mg-dim">
              {t('personal.subscription_since')} <DateTime at={data.since} />
              {data.fetched_at !== null && (
                <>
                  {' · '}
                  {t('personal.subscription_fetched')} <DateTime at={data.fetched_at} />
                </>
              )}
            </p>
          )}
          <div className="schedule-bar">
            <Button tone="primary" busy={making.busy} onClick={() => void make()}>
              {t(data.since === null ? 'personal.subscription_make' : 'personal.subscription_again')}
            </Button>
            {data.since !== null && (
              <Button tone="danger" busy={revoking.busy} onClick={() => void end()}>
                {t('personal.subscription_revoke')}
              </Button>
            )}
          </div>
        </div>
      ) : error ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}
