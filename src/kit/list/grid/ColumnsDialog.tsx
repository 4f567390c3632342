import '../../resource/input/input.css'
import '../dialogs.css'
import { t } from '../../../i18n/index.ts'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { type AnyResource, labelOf } from '../../resource/words.ts'
import {
  orderedColumns,
  type ListColumn,
  type ColumnChoice,
  moveColumn,
  visibleColumns,
  toggleColumn,
} from './columns.logic.ts'

interface ColumnsDialogProps {
  resource: AnyResource
  columns: readonly ListColumn[]
  choice: ColumnChoice | undefined
  /** Undefined puts the columns back as declared. */
  onChange: (choice: ColumnChoice | undefined) => void
  onClose: () => void
}

export default function ColumnsDialog({ resource, columns, choice, onChange, onClose }: ColumnsDialogProps) {
  const all = orderedColumns(columns, choice)
  const visible = visibleColumns(columns, choice)
  const first = all.findIndex((c) => !c.label)
  return (
    <Dialog
      open
      size="small"
      title={t('kit.list.columns_title')}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" disabled={choice === undefined} onClick={() => onChange(undefined)}>
            {t('kit.list.columns_reset')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('kit.close')}
          </Button>
        </>
      }
    >
      <ul className="kit-columns">
        {all.map((c, i) => {
          const name = labelOf(resource, c.name)
          return (
            <li key={c.name}>
              <label className="kit-check">
                <input
                  type="checkbox"
                  className="kit-box"
                  checked={visible.includes(c)}
                  disabled={c.label}
                  onChange={() => onChange(toggleColumn(columns, choice, c.name))}
                />
                {name}
              </label>
              <IconButton
                size="small"
                icon="chevron-up"
                label={t('kit.list.column_up', { name })}
                disabled={c.label || i === first}
                onClick={() => onChange(moveColumn(columns, choice, c.name, -1))}
              />
              <IconButton
                size="small"
                icon="chevron-down"
                label={t('kit.list.column_down', { name })}
                disabled={c.label || i === all.length - 1}
                onClick={() => onChange(moveColumn(columns, choice, c.name, 1))}
              />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
