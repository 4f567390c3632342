import { type ComponentType, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { BulkResult } from '../../../kit/action/BulkResult.tsx'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { type AnyResource, fieldOf, type Row } from '../../../kit/resource/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { useBulk } from './useBulk.ts'

export function moveDialog<R extends AnyResource>(resource: R): ComponentType<ActionDialogProps<Row<R>>> {
  const kind = fieldOf(resource, 'set_id')
  const to = kind.kind === 'ref' ? kind.to : ''
  return function MoveDialog({ rows, onClose }) {
    const [set, setSet] = useState('')
    const { busy, problem, summary, send } = useBulk(rows, onClose)
    return (
      <Dialog
        open
        title={t('bank.move_title', { n: rows.length })}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t('kit.cancel')}</Button>
            <Button
              tone="primary"
              busy={busy}
              disabled={set === ''}
              onClick={() => void send(`POST ${resource.path}/move`, { set_id: set })}
            >
              {t('bank.apply')}
            </Button>
          </>
        }
      >
        {problem && <ProblemView compact problem={problem} />}
        {summary && <BulkResult summary={summary} onClose={onClose} />}
        <label className="mg-label" htmlFor="bank-move">
          {t('bank.move_to')}
        </label>
        <Pick id="bank-move" to={to} value={set ? [set] : []} onChange={(ids) => setSet(ids[0] ?? '')} />
      </Dialog>
    )
  }
}
