/** Entries of a list in the editor: each with its own controls, moved by buttons or by Alt with an arrow, taken out, added by a button or by Enter. */
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { format, t } from '../../../i18n/index.ts'
import { ItemButtons } from '../../../kit/form/ItemButtons.tsx'
import { useItems } from '../../../kit/form/useItems.ts'
import { Button } from '../../../ui/input/Button.tsx'

interface EntriesProps<T> {
  value: unknown
  /** What a new one begins as. */
  blank: () => T
  add: string
  most: number
  disabled: boolean
  onChange: (list: readonly T[]) => void
  /** What an entry is called, from 1. */
  name: (n: number) => string
  children: (item: T, change: (next: T) => void, n: number) => ReactNode
}

export function EntryListEditor<T>({ value, blank, add, most, disabled, onChange, name, children }: EntriesProps<T>) {
  const list = Array.isArray(value) ? (value as readonly T[]) : []
  const root = useRef<HTMLDivElement>(null)
  const items = useItems(list, onChange, root)
  /** Enter goes to the next entry, and from the last to a new one. */
  const onEnter = (e: KeyboardEvent, at: number): void => {
    if (e.key !== 'Enter' || e.defaultPrevented || e.nativeEvent.isComposing) return
    if (!(e.target instanceof HTMLInputElement) || e.ctrlKey || e.metaKey || e.altKey) return
    e.preventDefault()
    if (at < list.length - 1) items.go(at + 1)
    else if (list.length < most) items.add(blank())
  }
  return (
    <div ref={root} className="bank-entries">
      {list.map((item, i) => (
        <fieldset
          key={items.keys[i]}
          data-item={i}
          className="bank-entry"
          onKeyDown={(e) => {
            items.onKeyDown(e, i)
            onEnter(e, i)
          }}
        >
          <legend className="mg-sr">{name(i + 1)}</legend>
          <span className="mg-num mg-dim" aria-hidden="true">
            {format.number(i + 1)}
          </span>
          <div className="bank-entry-parts">
            {children(item, (next) => onChange(list.map((x, n) => (n === i ? next : x))), i + 1)}
          </div>
          <ItemButtons items={items} at={i} count={list.length} disabled={disabled} />
        </fieldset>
      ))}
      <p>
        <Button
          data-add=""
          size="small"
          icon="plus"
          disabled={disabled || list.length >= most}
          onClick={() => items.add(blank())}
        >
          {add}
        </Button>
        {list.length > 0 && <span className="mg-hint kit-after">{t('bank.list_keys')}</span>}
      </p>
      <span className="mg-sr" role="status">
        {items.said}
      </span>
    </div>
  )
}
