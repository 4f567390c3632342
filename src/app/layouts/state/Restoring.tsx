/** In front of the closed door of a platform that is being restored: how far it is, through reloads, until it opens again. */
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { useSend } from '../../../kit/session/use.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PublicFrame } from '../public/PublicFrame.tsx'
import { useTitle } from '../shell/useTitle.ts'

export default function Restoring() {
  const { data, error } = useRead('GET /restore', undefined, { every: 1000 })
  const [seen, setSeen] = useState(false)
  const send = useSend()
  useTitle(undefined)
  if (data?.running && !seen) setSeen(true)
  // an answer of before the restore says nothing; a server that begins anew does not answer for a moment
  const over = data !== undefined && !data.running && !error
  useEffect(() => {
    if (!over) return
    if (data.stage === 'done') toast.ok(t('shell.restored'))
    if (data.stage === 'failed') toast.bad(t('shell.restore_failed'))
    send(sessionActions.retry())
  }, [over, data?.stage, send])
  // a server that ends to begin anew answers nobody: nothing can be counted then
  const stage = seen && error ? 'starting' : (data?.stage ?? 'waiting')
  return (
    <PublicFrame>
      <section className="mg-notice" aria-live="polite">
        <span className="mg-notice-icon">
          <Icon name="history" size={20} />
        </span>
        <h1 className="mg-notice-title">{t('shell.restoring')}</h1>
        <p className="mg-notice-about">
          {t('shell.restoring_about')}
          {data?.taken_at && (
            <>
              {' '}
              <DateTime at={data.taken_at} />
            </>
          )}
        </p>
        <ProgressBar label={t('shell.restoring')} value={stage === 'starting' ? undefined : data?.progress} showValue />
        <p className="mg-dim">{t(`shell.restore_stage.${stage}`)}</p>
      </section>
    </PublicFrame>
  )
}
