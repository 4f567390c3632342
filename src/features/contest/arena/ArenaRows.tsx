/** A list of one kind inside the form of an arena: each entry with its fields, moved, added and taken out by keys and buttons. */
import '../contest.css'
import { type ReactNode, useRef } from 'react'
import { format, t } from '../../../i18n/index.ts'
import { type ControlProps, heldAs } from '../../../kit/form/declare.ts'
import { problemsBelow } from '../../../kit/form/form.logic.ts'
import { fieldProblemText } from '../../../kit/form/issues.ts'
import { ItemButtons } from '../../../kit/form/ItemButtons.tsx'
import { useItems } from '../../../kit/form/useItems.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'

export interface RowFieldsProps<T> {
  id: string
  item: T
  disabled: boolean
  onPut: (more: Partial<T>) => void
  onLeave: () => void
}
interface ArenaRowsProps<T> {
  of: ControlProps
  /** What tells the entries apart while they are edited. */
  keyOf: (item: T, n: number) => string
  titleOf: (item: T) => string
  none: string
  children: (fields: RowFieldsProps<T>) => ReactNode
  /** What adds entries. */
  add: readonly { label: string; onAdd: (list: readonly T[]) => void }[]
}

export function ArenaRows<T extends object>({ of, keyOf, titleOf, none, children, add }: ArenaRowsProps<T>) {
  const { id, spec, value, problems, disabled, onChange, onLeave } = of
  const list = heldAs<T[] | undefined>(value) ?? []
  const root = useRef<HTMLDivElement>(null)
  const items = useItems(list, onChange, root)
  return (
    <div ref={root} id={id} className="kit-items contest-edit" role="group" aria-labelledby={`${id}-label`}>
      {list.length === 0 && <p className="mg-faint">{none}</p>}
      {list.map((item, n) => (
        <fieldset key={keyOf(item, n)} data-item={n} className="kit-item" onKeyDown={(e) => items.onKeyDown(e, n)}>
          <legend className="mg-sr">{t('arena.row_name', { n: n + 1, title: titleOf(item) })}</legend>
          <div className="kit-item-head">
            <span className="mg-num mg-dim" aria-hidden="true">
              {format.number(n + 1)}
            </span>
            <strong className="contest-edit-title">{titleOf(item)}</strong>
            <ItemButtons items={items} at={n} count={list.length} disabled={disabled} />
          </div>
          <div className="contest-edit-fields">
            {children({
              id: `${id}.${n}`,
              item,
              disabled,
              onPut: (more) => onChange(list.map((o, at) => (at === n ? { ...o, ...more } : o))),
              onLeave,
            })}
          </div>
          {problemsBelow(problems, `${spec.of}.${n}`).map((p) => (
            <p key={`${p.path} ${p.rule}`} className="mg-error">
              <Icon name="bad" />
              {fieldProblemText(p, undefined)}
            </p>
          ))}
        </fieldset>
      ))}
      {!disabled && (
        <p className="contest-buttons">
          {add.map(({ label, onAdd }, n) => (
            <Button
              key={label}
              {...(n === 0 ? { 'data-add': '' } : {})}
              size="small"
              icon="plus"
              onClick={() => onAdd(list)}
            >
              {label}
            </Button>
          ))}
        </p>
      )}
      <span className="mg-sr" role="status">
        {items.said}
      </span>
    </div>
  )
}
