/** Refuses every application that matches what the list shows, as many as there are, with one reason. */
import type { BulkReply } from '../../../contract/lib/crud.ts'
import { useRef, useState } from 'react'
import type { ListQuery, RowPage } from '../../../contract/lib/resource.ts'
import type { User } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { type BulkSummary, mergedReplies, summarise } from '../../../kit/action/bulk.logic.ts'
import { useRead } from '../../../kit/data/api.ts'
import { most } from '../../../kit/list/select/selection.logic.ts'
import { useAsk, useWriteTo } from '../../../kit/resource/calls.ts'
import { counterOf } from '../../../kit/resource/counter.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RefusalReason, useReason } from './RefusalReason.tsx'

/** The longest waiting first: who registers meanwhile is not among those that were counted. */
const waiting = (query: ListQuery = {}) => ({ ...query, status: ['to-audit'], sort: 'created_at' })

export default function FailAllDialog({ query, onClose }: ActionDialogProps<User>) {
  const of = waiting(query)
  const { data, error } = useRead('GET /users', { query: { ...of, page: 1, page_size: 1 } })
  // as many as were there when it was asked: a call in between reads the list again
  const counted = useRef<number>(undefined)
  counted.current ??= data?.total
  const total = counted.current ?? 0
  const { reason, missing, forget, field } = useReason()
  const [left, setLeft] = useState<BulkSummary>()
  const stays = useRef(false)
  const ask = useAsk()
  const write = useWriteTo()
  const unit = counterOf('user')
  const title =
    counted.current === undefined
      ? t('user.fail_all')
      : t('kit.action.confirm_title_many', { action: t('user.fail'), n: total, unit })
  if (left)
    return (
      <Dialog
        open
        size="small"
        title={title}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
      >
        <BulkResult of="user" summary={left} onClose={onClose} />
      </Dialog>
    )
  const matching = async (): Promise<User[]> => {
    const rows: User[] = []
    for (let page = 1; rows.length < total; page++) {
      const { items } = await ask<RowPage<User>>('GET /users', { query: { ...of, page, page_size: most } })
      if (!items.length) break
      rows.push(...items)
    }
    return rows.slice(0, total)
  }
  const run = async () => {
    const rows = await matching()
    const replies: BulkReply[] = []
    for (let at = 0; at < rows.length; at += most) {
      const ids = rows.slice(at, at + most).map((r) => r.id)
      replies.push(await write<BulkReply>('POST /users/fail', { body: { ids, reason } }))
    }
    forget()
    const reply = mergedReplies(replies)
    if (!reply.failed.length) {
      toast.ok(t('kit.action.done_many', { n: reply.done.length, unit }))
      return
    }
    stays.current = true
    setLeft(summarise(reply, new Map(rows.map((r) => [r.id, r.name]))))
  }
  return (
    <Confirm
      open
      title={title}
      confirm={t('user.fail')}
      danger
      ready={total > 0}
      missing={missing}
      onConfirm={run}
      onClose={() => stays.current || onClose()}
    >
      {error !== undefined && <ProblemView compact problem={error} />}
      {counted.current === undefined && error === undefined && <p role="status">{t('user.counting')}</p>}
      <p>{t('user.fail_all_text')}</p>
      <RefusalReason {...field} />
    </Confirm>
  )
}
