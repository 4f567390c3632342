/** Asks once before an import is written: how much it writes, and what becomes of entries nobody has decided about. */
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { counterOf } from '../resource/counter.ts'
import { toast } from '../../ui/toast.ts'
import { useRead } from '../data/api.ts'

interface ApplyDialogProps {
  plan: ImportPackage
  busy: boolean
  onApply(onDuplicate: 'ask' | 'skip' | 'overwrite'): Promise<void>
  onClose(): void
}

/** Entries that are named. */
const named = 5

export function ApplyDialog({ plan, busy, onApply, onClose }: ApplyDialogProps) {
  const { data, error } = useRead(
    'GET /imports/:id/rows',
    { params: { id: plan.id }, query: { verdict: 'changed', choice: 'ask', page: 1, page_size: named } },
    { skip: plan.counts.changed === 0 },
  )
  const open = data?.total ?? 0
  const amounts = t('import.confirm-apply-text', {
    added: format.number(plan.counts.new),
    changed: format.number(plan.counts.changed),
  })
  // with no answer to that question the server asks it
  if (plan.counts.changed === 0 || error || (data && open === 0))
    return (
      <Confirm
        open
        title={t('import.confirm-apply')}
        confirm={t('import.apply')}
        onConfirm={() => onApply('ask')}
        onClose={onClose}
      >
        {amounts}
      </Confirm>
    )
  const decide = (choice: 'skip' | 'overwrite') => void onApply(choice).catch((e: unknown) => toast.problem(e))
  return (
    <Dialog
      open
      title={t('import.confirm-apply')}
      locked={busy}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus disabled={busy} onClick={onClose}>
            {t('kit.cancel')}
          </Button>
          <Button disabled={busy || !data} onClick={() => decide('overwrite')}>
            {t('import.apply-overwrite', { n: open })}
          </Button>
          <Button tone="primary" busy={busy} disabled={!data} onClick={() => decide('skip')}>
            {t('import.apply-skip', { n: open })}
          </Button>
        </>
      }
    >
      <p>{amounts}</p>
      {data ? (
        <>
          <p>{t('import.undecided', { n: open })}</p>
          <ul className="import-undecided">
            {data.items.map((row) => (
              <li key={row.n}>{row.label}</li>
            ))}
            {open > data.items.length && (
              <li className="mg-dim">{t('kit.action.and_more', { n: open - data.items.length, unit: counterOf() })}</li>
            )}
          </ul>
        </>
      ) : (
        <Loading kind="text" />
      )}
    </Dialog>
  )
}
