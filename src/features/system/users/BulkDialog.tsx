/** A dialogue that does one thing to several users and says afterwards for whom it was refused. */
import type { BulkReply } from '../../../contract/lib/crud.ts'
import { counterOf } from '../../../kit/resource/counter.ts'
import { type ReactNode, useRef, useState } from 'react'
import { format, t } from '../../../i18n/index.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { type BulkSummary, summarise } from '../../../kit/action/bulk.logic.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Missing } from '../../../ui/input/useMissing.tsx'

/** How it is taken back: what a row had before, by id and by name, and the call that gives that to rows again. */
interface Back<X> {
  id: (row: X) => string | null
  name: (row: X) => string
  call: (ids: string[], had: string | null) => Promise<BulkReply>
}
interface BulkDialogProps<X> {
  title: string
  confirm: string
  rows: readonly X[]
  call: (ids: string[]) => Promise<BulkReply>
  back?: Back<X>
  children: ReactNode
  danger?: boolean
  /** Labels of what is still to be chosen. */
  missing?: Missing
  onClose: () => void
}

export function UserBulkDialog<X extends { id: string; name: string }>({
  title,
  confirm,
  rows,
  call,
  back,
  children,
  danger = false,
  missing = [],
  onClose,
}: BulkDialogProps<X>) {
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
        <BulkResult of="user" summary={left} onClose={onClose} />
      </Dialog>
    )
  const run = async () => {
    const reply = await call(rows.map((r) => r.id))
    const done = rows.filter((r) => reply.done.includes(r.id))
    const text =
      rows.length > 1 ? t('kit.action.done_many', { n: done.length, unit: counterOf('user') }) : t('kit.action.done')
    if (back && done.length) toast.ok(`${text} ${hadBefore(done, back)}`, undo(done, back))
    else if (!reply.failed.length) toast.ok(text)
    if (!reply.failed.length) return
    stays.current = true
    setLeft(summarise(reply, new Map(rows.map((r) => [r.id, r.name]))))
  }
  return (
    <Confirm
      open
      title={title}
      confirm={confirm}
      danger={danger}
      missing={missing}
      onConfirm={run}
      onClose={() => stays.current || onClose()}
    >
      {children}
    </Confirm>
  )
}

/** What they had before, each once, as far as a line has room. */
function hadBefore<X>(rows: readonly X[], back: Back<X>): string {
  const names = [...new Set(rows.map((r) => back.name(r) || t('user.none')))]
  return t('user.had_before', { names: format.list(names.slice(0, 3)), more: Math.max(0, names.length - 3) })
}

/** Gives everybody back what they had, those of one kind together. */
const undo = <X extends { id: string }>(rows: readonly X[], back: Back<X>) => ({
  label: t('kit.action.undo'),
  run: () =>
    void (async () => {
      const byHad = new Map<string | null, string[]>()
      for (const r of rows) byHad.set(back.id(r), [...(byHad.get(back.id(r)) ?? []), r.id])
      let n = 0
      try {
        for (const [had, ids] of byHad) n += (await back.call(ids, had)).done.length
        if (n === rows.length) toast.ok(t('user.undone', { n }))
        else toast.warn(t('user.undone_some', { n, left: rows.length - n }))
      } catch (e) {
        toast.problem(e)
      }
    })(),
})
