import '../../ui/input/Field.css'
import { useRef } from 'react'
import { format, t, tOr } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import type { FieldProps } from './FieldLine.tsx'
import type { ListEntryPart } from './declare.ts'
import { problemsBelow, put } from './form.logic.ts'
import { ItemButtons } from './ItemButtons.tsx'
import { fieldProblemText } from './issues.ts'
import { useItems } from './useItems.ts'

type Item = Record<string, unknown>

/** A list of objects: an entry is a group of its parts, to be added, taken out and moved by hand or by keys. */
export function ListControl(props: FieldProps & { items: readonly Item[] }) {
  const { id, resource, spec, facts, items: list, problems, disabled, onChange, onLeave } = props
  const root = useRef<HTMLDivElement>(null)
  const items = useItems(list, onChange, root)
  const parts = spec.each ?? []
  const blank = Object.fromEntries(parts.map((p) => [p.name, '']))
  return (
    <div ref={root} id={id} className="kit-items">
      {list.length === 0 && <p className="mg-faint">{t('kit.form.list_empty')}</p>}
      {list.map((item, i) => (
        <fieldset key={items.keys[i]} data-item={i} className="kit-item" onKeyDown={(e) => items.onKeyDown(e, i)}>
          <legend className="mg-sr">{t('kit.form.list_item', { n: format.number(i + 1) })}</legend>
          <div className="kit-item-head">
            <span className="mg-num mg-dim" aria-hidden="true">
              {format.number(i + 1)}
            </span>
            <ItemButtons items={items} at={i} count={list.length} disabled={disabled} />
          </div>
          {parts.map((part) => (
            <PartLine
              key={part.name}
              id={`${id}.${i}.${part.name}`}
              label={tOr([`${resource.name}.${spec.of}.${part.name}`], part.name)}
              part={part}
              max={facts.partMax[part.name]}
              value={item[part.name]}
              wrong={problemsBelow(problems, `${spec.of}.${i}.${part.name}`).map((p) =>
                fieldProblemText(p, item[part.name]),
              )}
              disabled={disabled}
              onChange={(v) => onChange(put(list, [i, part.name], v))}
              onLeave={onLeave}
            />
          ))}
        </fieldset>
      ))}
      <p>
        <Button data-add="" size="small" icon="plus" disabled={disabled} onClick={() => items.add(blank)}>
          {t('kit.form.list_add')}
        </Button>
        {list.length > 1 && <span className="mg-hint kit-after">{t('kit.form.list_keys')}</span>}
      </p>
      <span className="mg-sr" role="status">
        {items.said}
      </span>
    </div>
  )
}

interface PartLineProps {
  id: string
  label: string
  part: ListEntryPart
  /** Longest text, in width. */
  max: number | undefined
  value: unknown
  wrong: readonly string[]
  disabled: boolean
  onChange: (value: string) => void
  onLeave: () => void
}
function PartLine({ id, label, part, max, value, wrong, disabled, onChange, onLeave }: PartLineProps) {
  const text = typeof value === 'string' ? value : ''
  const common = {
    id,
    disabled,
    'aria-invalid': wrong.length > 0 || undefined,
    'aria-describedby': wrong.length ? `${id}-note` : undefined,
    onBlur: onLeave,
  }
  return (
    <div className={part.kind === 'text' ? 'kit-part' : 'kit-part kit-part-wide'}>
      <label className="mg-label" htmlFor={id}>
        {label}
      </label>
      {part.kind === 'long-text' && max ? (
        <CountedTextArea
          id={id}
          value={text}
          max={max}
          rows={2}
          invalid={wrong.length > 0}
          disabled={disabled}
          onChange={onChange}
          onBlur={onLeave}
        />
      ) : part.kind === 'code' || part.kind === 'long-text' ? (
        <textarea
          {...common}
          className={part.kind === 'code' ? 'mg-field mg-area mg-mono' : 'mg-field mg-area'}
          rows={1}
          spellCheck={part.kind !== 'code'}
          value={text}
          onChange={(e) => onChange(e.target.value)}
        />
      ) : (
        <input
          {...common}
          type={part.kind === 'url' ? 'url' : 'text'}
          className="mg-field"
          autoComplete="off"
          value={text}
          onChange={(e) => onChange(e.target.value)}
        />
      )}
      <div id={`${id}-note`}>
        {wrong.map((w) => (
          <p key={w} className="mg-error">
            <Icon name="bad" />
            {w}
          </p>
        ))}
      </div>
    </div>
  )
}
