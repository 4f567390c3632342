/** A dialogue that does one thing to several users and says afterwards for whom it was refused. */
import { type ReactNode, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { type BulkSummary, summarise } from '../../../kit/action/bulk.logic.ts'
import type { BulkReply } from '../../../kit/resource/calls.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'

interface BulkDialogProps {
  title: string
  confirm: string
  rows: readonly { id: string; name: string }[]
  call: (ids: string[]) => Promise<BulkReply>
  children: ReactNode
  danger?: boolean
  /** What has to be chosen is chosen. */
  ready?: boolean
  onClose: () => void
}

export function BulkDialog({
  title,
  confirm,
  rows,
  call,
  children,
  danger = false,
  ready = true,
  onClose,
}: BulkDialogProps) {
  const [left, setLeft] = useState<BulkSummary>()
  const stays = useRef(false)
  if (left)
    return (
      <Dialog
        open
        size="small"
        title={title}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('ui.close')}</Button>}
      >
        <BulkResult summary={left} onClose={onClose} />
      </Dialog>
    )
  const run = async () => {
    const reply = await call(rows.map((r) => r.id))
    if (!reply.failed.length)
      return toast.ok(rows.length > 1 ? t('kit.action.done_many', { n: rows.length }) : t('kit.action.done'))
    stays.current = true
    setLeft(summarise(reply, new Map(rows.map((r) => [r.id, r.name]))))
  }
  return (
    <Confirm
      open
      title={title}
      confirm={confirm}
      danger={danger}
      ready={ready}
      onConfirm={run}
      onClose={() => stays.current || onClose()}
    >
      {children}
    </Confirm>
  )
}
