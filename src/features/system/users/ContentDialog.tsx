/** All that somebody owns, given to another person before the account goes. */
import { counterOf } from '../../../kit/resource/counter.ts'
import { useId, useState } from 'react'
import type { user } from '../../../contract/system/user.ts'
import { t, tOr } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import type { Row } from '../../../kit/resource/words.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

export default function ContentDialog({ rows: [person], onClose }: ActionDialogProps<Row<typeof user>>) {
  const id = person?.id ?? ''
  const { data, error, refetch } = useRead('GET /users/:id/content', { params: { id } })
  const [to, setTo] = useState('')
  const write = useWriteTo()
  const field = useId()
  const name = person?.name || person?.username || ''
  const give = async () => {
    await write('POST /users/:id/hand-over', { params: { id }, body: { to } })
    toast.ok(t('kit.own.done', { n: data?.total ?? 0 }))
    onClose()
  }
  return (
    <Confirm
      open
      size="default"
      title={t('user.content_title', { name })}
      confirm={t('kit.own.action')}
      ready={(data?.total ?? 0) > 0}
      missing={[to === '' && t('kit.own.to')]}
      onConfirm={give}
      onClose={onClose}
    >
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="text" />}
      {data?.total === 0 && <p className="mg-dim">{t('user.content_none')}</p>}
      {data && data.total > 0 && (
        <>
          <p className="mg-dim">{t('user.content_text', { n: data.total })}</p>
          <ul>
            {data.items.map(({ resource, rows }) => (
              <li key={resource}>
                {t('kit.bulk.held', {
                  resource: tOr([`${resource}.many`, `${resource}.one`], resource),
                  n: rows,
                  unit: counterOf(resource),
                })}
              </li>
            ))}
          </ul>
          <label className="mg-label" htmlFor={field}>
            {t('kit.own.to')}
          </label>
          <Pick id={field} to="user" value={to ? [to] : []} onChange={(ids) => setTo(ids[0] ?? '')} />
        </>
      )}
    </Confirm>
  )
}
