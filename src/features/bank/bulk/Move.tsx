import { type ComponentType, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { type AnyResource, fieldOf, type Row } from '../../../kit/resource/words.ts'
import { QuestionBulkDialog } from './BulkDialog.tsx'

export function moveDialog<R extends AnyResource>(resource: R): ComponentType<ActionDialogProps<Row<R>>> {
  const kind = fieldOf(resource, 'set_id')
  const to = kind.kind === 'ref' ? kind.to : ''
  return function MoveDialog({ rows, onClose }) {
    const [set, setSet] = useState('')
    return (
      <QuestionBulkDialog
        title={t('bank.move_title', { n: rows.length })}
        rows={rows}
        route={`POST ${resource.path}/move`}
        body={set === '' ? undefined : { set_id: set }}
        onClose={onClose}
      >
        <label className="mg-label" htmlFor="bank-move">
          {t('bank.move_to')}
        </label>
        <Pick id="bank-move" to={to} into value={set ? [set] : []} onChange={(ids) => setSet(ids[0] ?? '')} />
      </QuestionBulkDialog>
    )
  }
}
