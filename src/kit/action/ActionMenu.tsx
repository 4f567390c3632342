import type { RowBase } from '../../contract/lib/resource.ts'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { type Action, forRow } from './action.ts'

interface ActionMenuProps<X extends RowBase> {
  actions: readonly Action<X>[]
  row: X
  /** What the row is called. */
  name: string
  onStart(action: Action<X>, rows: readonly X[]): void
}

/** What this row allows, behind one button; nothing when it allows nothing. */
export function ActionMenu<X extends RowBase>({ actions, row, name, onStart }: ActionMenuProps<X>) {
  const own = forRow(actions, row)
  if (own.length === 0) return null
  return (
    <Menu
      label={t('kit.list.row_menu', { name })}
      align="end"
      trigger={<Icon name="more" />}
      triggerClass="mg-btn mg-btn-quiet mg-btn-small mg-btn-icon"
      items={own.map((a) => ({
        id: a.id,
        label: t(a.label),
        icon: a.icon,
        danger: a.danger,
        ...('to' in a ? { to: a.to(row) } : { onSelect: () => onStart(a, [row]) }),
      }))}
    />
  )
}
