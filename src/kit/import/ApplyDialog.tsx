/** Asks once before an import is written: how much it writes, and what becomes of entries nobody has decided about. */
import { useState } from 'react'
import type { ImportPackage } from '../../contract/import/import.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { counterOf } from '../resource/counter.ts'
import { useRead } from '../data/api.ts'

interface ApplyDialogProps {
  plan: ImportPackage
  onApply: (onDuplicate: 'ask' | 'skip' | 'overwrite') => Promise<void>
  onClose: () => void
}

/** Entries that are named. */
const named = 5
const decisions = ['skip', 'overwrite'] as const

export function ApplyDialog({ plan, onApply, onClose }: ApplyDialogProps) {
  const { data, error } = useRead(
    'GET /imports/:id/rows',
    { params: { id: plan.id }, query: { verdict: 'changed', choice: 'ask', page: 1, page_size: named } },
    { skip: plan.counts.changed === 0 },
  )
  // choosing says what becomes of these and writes nothing: that is what the button is for
  const [decision, decide] = useState<(typeof decisions)[number]>()
  const open = data?.total ?? 0
  // with no answer to that question the server asks it
  const settled = plan.counts.changed === 0 || error !== undefined || (data !== undefined && open === 0)
  return (
    <Confirm
      open
      title={t('import.confirm-apply')}
      confirm={t('import.apply')}
      ready={settled || data !== undefined}
      missing={[!settled && decision === undefined && t('import.decision')]}
      onConfirm={() => onApply(settled ? 'ask' : (decision ?? 'ask'))}
      onClose={onClose}
    >
      <p>
        {t('import.confirm-apply-text', {
          added: format.number(plan.counts.new),
          changed: format.number(plan.counts.changed),
        })}
      </p>
      {plan.counts.refused > 0 && <p>{t('import.refused-left', { n: plan.counts.refused })}</p>}
      {!settled &&
        (data ? (
          <>
            <p>{t('import.undecided', { n: open })}</p>
            <ul className="import-undecided">
              {data.items.map((row) => (
                <li key={row.n}>{row.label}</li>
              ))}
              {open > data.items.length && (
                <li className="mg-dim">
                  {t('kit.action.and_more', { n: open - data.items.length, unit: counterOf() })}
                </li>
              )}
            </ul>
            {decisions.map((one) => (
              <label className="kit-check" key={one}>
                <input type="radio" name="undecided" checked={decision === one} onChange={() => decide(one)} />
                <span>{t(`import.undecided-${one}`, { n: open })}</span>
              </label>
            ))}
          </>
        ) : (
          <Loading kind="text" />
        ))}
    </Confirm>
  )
}
