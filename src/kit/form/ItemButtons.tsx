import { format, t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/input/Button.tsx'
import type { EditableItems } from './useItems.ts'

interface ItemButtonsProps {
  items: EditableItems<never>
  at: number
  count: number
  disabled: boolean
}

/** Up, down, out: what can be done with one entry of a list. */
export function ItemButtons({ items, at, count, disabled }: ItemButtonsProps) {
  const n = format.number(at + 1)
  return (
    <span className="kit-item-buttons">
      <IconButton
        size="small"
        icon="chevron-up"
        label={t('kit.form.list_up', { n })}
        disabled={disabled || at === 0}
        onClick={() => items.move(at, -1)}
      />
      <IconButton
        size="small"
        icon="chevron-down"
        label={t('kit.form.list_down', { n })}
        disabled={disabled || at === count - 1}
        onClick={() => items.move(at, 1)}
      />
      <IconButton
        size="small"
        icon="trash"
        label={t('kit.form.list_remove', { n })}
        disabled={disabled}
        onClick={() => items.drop(at)}
      />
    </span>
  )
}
