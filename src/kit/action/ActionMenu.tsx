import type { RowBase } from '../../contract/lib/resource.ts'
import { RowMenu } from '../../ui/input/Menu.tsx'
import { type Action, forRow } from './action.ts'

interface ActionMenuProps<X extends RowBase> {
  actions: readonly Action<X>[]
  row: X
  /** What the menu is called: it names the row. */
  label: string
  /** Words of an action; a list hands them out ready-made, for it has many menus. */
  labelOf: (action: Action<X>) => string
  onStart: (action: Action<X>, rows: readonly X[]) => void
}

/** What this row allows, behind one button; nothing when it allows nothing. */
export function ActionMenu<X extends RowBase>({ actions, row, label, labelOf, onStart }: ActionMenuProps<X>) {
  const own = forRow(actions, row)
  if (own.length === 0) return null
  return (
    <RowMenu
      floating
      label={label}
      align="end"
      items={own.map((a) => ({
        id: a.id,
        label: labelOf(a),
        icon: a.icon,
        danger: a.danger,
        ...('to' in a ? { to: a.to(row, [row]) } : { onSelect: () => onStart(a, [row]) }),
      }))}
    />
  )
}
