import type { BulkReply } from '../../../contract/lib/crud.ts'
import { useId, useState } from 'react'
import type { User } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { useMayChange } from '../../../kit/session/access.ts'
import { UserBulkDialog } from './BulkDialog.tsx'
import { userActionTitle } from './titles.ts'

/** What all of them have; undefined where they differ, or have none. */
function common(rows: readonly User[], of: (row: User) => string | null): string | undefined {
  const [first] = rows
  const value = first && of(first)
  return value && rows.every((r) => of(r) === value) ? value : undefined
}

/** Admits applicants, with the role and the organisation they are to have for whoever may give them: those they have already, unless others are chosen. */
export default function AdmitDialog({ rows, onClose }: ActionDialogProps<User>) {
  const [hadRole, hadOrg] = [common(rows, (r) => r.role_id), common(rows, (r) => r.org_id)]
  const [role, setRole] = useState(hadRole ? [hadRole] : [])
  const [org, setOrg] = useState(hadOrg ? [hadOrg] : [])
  const [give] = useWrite('POST /roles/:id/members')
  const [move] = useWrite('POST /users/move')
  const write = useWriteTo()
  const mayGive = useMayChange('user-manage')
  const id = useId()

  /** Who may not have the role or the organisation is not admitted: nobody comes in as somebody else than was meant. */
  const call = async (ids: string[]): Promise<BulkReply> => {
    const failed: BulkReply['failed'][number][] = []
    let left = ids
    const step = async (changes: (row: User) => boolean, act: (ids: string[]) => Promise<BulkReply>) => {
      const some = rows.filter((r) => left.includes(r.id) && changes(r)).map((r) => r.id)
      if (!some.length) return
      const reply = await act(some)
      failed.push(...reply.failed)
      left = left.filter((one) => !reply.failed.some((f) => f.id === one))
    }
    const [to] = role
    if (to !== undefined && to !== hadRole)
      await step(
        (r) => r.role_id !== to,
        (some) => give({ params: { id: to }, body: { ids: some } }),
      )
    const place = org[0] ?? null
    if (place !== (hadOrg ?? null))
      await step(
        (r) => r.org_id !== place,
        (some) => move({ body: { ids: some, org_id: place } }),
      )
    if (!left.length) return { done: [], failed }
    const reply = await write<BulkReply>('POST /users/pass', { body: { ids: left } })
    return { done: reply.done, failed: [...failed, ...reply.failed] }
  }
  return (
    <UserBulkDialog
      title={userActionTitle(t('user.pass'), rows)}
      confirm={t('user.pass')}
      rows={rows}
      call={call}
      onClose={onClose}
    >
      <p>{t('user.pass_text')}</p>
      {mayGive && (
        <>
          <div className="user-dialog-field">
            <label className="mg-label" htmlFor={`${id}-role`}>
              {t('user.field.role_id')}
            </label>
            <Pick id={`${id}-role`} to="role" giving value={role} onChange={setRole} />
            <p className="mg-hint">
              {!hadRole && t('user.pass_keeps')} {t('user.role_hint')}
            </p>
          </div>
          <div className="user-dialog-field">
            <label className="mg-label" htmlFor={`${id}-org`}>
              {t('user.field.org_id')}
            </label>
            <Pick id={`${id}-org`} to="org" clearable value={org} onChange={setOrg} />
            {!hadOrg && <p className="mg-hint">{t('user.pass_keeps')}</p>}
          </div>
        </>
      )}
    </UserBulkDialog>
  )
}
