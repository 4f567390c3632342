import { useId, useState } from 'react'
import type { User } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { useWriteTo, type BulkReply } from '../../../kit/resource/calls.ts'
import { CountedTextArea } from '../../../ui/CountedTextArea.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { titleOf } from './titles.ts'

/** Longest reason: an applicant reads it on the sign-in page. */
const most = 250

/** Refuses applications with one reason, which each applicant reads when signing in. */
export default function FailDialog({ rows, onClose }: ActionDialogProps<User>) {
  const [reason, setReason] = useTyped('refuse-application')
  const [missing, setMissing] = useState(false)
  const write = useWriteTo()
  const id = useId()
  const call = async (ids: string[]): Promise<BulkReply> => {
    if (reason.trim() === '') {
      setMissing(true)
      throw { code: 'validation', status: 422, request_id: '' }
    }
    const reply = (await write('POST /users/fail', { body: { ids, reason: reason.trim() } })) as BulkReply
    setReason('')
    return reply
  }
  return (
    <BulkDialog
      title={titleOf(t('user.fail'), rows)}
      confirm={t('user.fail')}
      rows={rows}
      danger
      call={call}
      onClose={onClose}
    >
      <div className="user-dialog-field">
        <label className="mg-label" htmlFor={id}>
          <span>
            {t('user.field.review_reason')}
            <span className="mg-label-need" aria-hidden="true">
              {' *'}
            </span>
          </span>
        </label>
        <CountedTextArea
          id={id}
          data-autofocus
          aria-required
          value={reason}
          max={most}
          rows={3}
          invalid={missing}
          aria-describedby={`${id}-note`}
          onChange={(v) => {
            setReason(v)
            setMissing(false)
          }}
        />
        <p id={`${id}-note`} className={missing ? 'mg-error' : 'mg-hint'}>
          {t(missing ? 'rule.required' : 'user.fail_hint')}
        </p>
      </div>
    </BulkDialog>
  )
}
