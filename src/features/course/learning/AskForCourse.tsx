/** A course that one finds and may not take: asking for it, and what became of that. */
import { useState } from 'react'
import type { LearnCourse } from '../../../contract/course/learn.schema.ts'
import { requestLimits } from '../../../contract/course/request.ts'
import { t } from '../../../i18n/index.ts'
import { AskReason } from '../../../kit/action/AskReason.tsx'
import { useWrite } from '../../../kit/data/api.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/input/Button.tsx'

export function AskForCourse({ of: { id, request, may_ask } }: { of: LearnCourse }) {
  const [asking, setAsking] = useState(false)
  const [withdraw, { busy }] = useWrite('POST /learning/courses/:id/request/withdraw')
  return (
    <>
      <p className="learn-closed">{t(may_ask ? 'learn.ask_text' : 'learn.access_text.not_authorised')}</p>
      {request?.state === 'waiting' ? (
        <p className="learn-steps" role="status">
          <span>
            {t('learn.asked')} <DateTime at={request.at} />
          </span>
          <Button
            tone="quiet"
            busy={busy}
            onClick={() => void withdraw({ params: { id }, body: {} }).catch(toast.problem)}
          >
            {t('learn.ask_withdraw')}
          </Button>
        </p>
      ) : (
        <>
          {request?.state === 'refused' && (
            <p className="learn-closed">{t('learn.ask_refused', { reason: request.reason })}</p>
          )}
          {may_ask && (
            <p className="learn-steps">
              <Button tone="primary" onClick={() => setAsking(true)}>
                {t(request?.state === 'refused' ? 'learn.ask_again' : 'learn.ask')}
              </Button>
            </p>
          )}
        </>
      )}
      {asking && <AskDialog id={id} onClose={() => setAsking(false)} />}
    </>
  )
}

function AskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [write] = useWrite('POST /learning/courses/:id/request')
  return (
    <AskReason
      kept={`course-ask:${id}`}
      label={t('learn.ask_word')}
      max={requestLimits.text}
      title={t('learn.ask')}
      confirm={t('learn.ask_send')}
      done={t('learn.ask_sent')}
      onConfirm={(text) => write({ params: { id }, body: { text } })}
      onClose={onClose}
    >
      <p className="mg-hint">{t('learn.ask_hint')}</p>
    </AskReason>
  )
}
