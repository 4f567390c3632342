import type { User } from '../../../contract/system/user.schema.ts'
import { format, t } from '../../../i18n/index.ts'

type Reviewed = Pick<User, 'review_reason' | 'reviewed_at' | 'reviewed_by_name'>

/** When an application was rejected last, by whom and why; empty where it never was. */
export function rejectionOf({ review_reason: reason, reviewed_at: at, reviewed_by_name: name }: Reviewed): string {
  if (reason === '' || at === null) return reason
  return t('user.rejected_because', { at: format.dateTime(at), name, by: name === '' ? 'no' : 'yes', reason })
}

/** Stays beside an application that waits again: who applies anew is no stranger. */
export function LastRejection({ of }: { of: Reviewed }) {
  const text = rejectionOf(of)
  return (
    <span className="mg-ellipsis" title={text}>
      {text}
    </span>
  )
}
