import '../../ui/input/Field.css'
import { useRef } from 'react'
import { format, t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import type { FieldProps } from './FieldLine.tsx'
import { ItemButtons } from './ItemButtons.tsx'
import { fieldProblemText } from './issues.ts'
import { useItems } from './useItems.ts'

/** A list of longer texts, a line each. */
export function LinesControl({
  id,
  spec,
  words,
  problems,
  disabled,
  onChange,
  onLeave,
}: FieldProps & { words: readonly string[] }) {
  const root = useRef<HTMLDivElement>(null)
  const items = useItems(words, onChange, root)
  return (
    <div ref={root} id={id} className="kit-items">
      {words.map((word, i) => {
        const own = problems.filter((p) => p.path === `${spec.of}.${i}`)
        return (
          <div key={items.keys[i]} data-item={i} className="kit-item-line">
            <input
              id={`${id}.${i}`}
              className="mg-field"
              aria-label={t('kit.form.list_item', { n: format.number(i + 1) })}
              aria-invalid={own.length > 0 || undefined}
              aria-describedby={own.length ? `${id}.${i}-note` : undefined}
              value={word}
              disabled={disabled}
              onChange={(e) => onChange(words.map((w, j) => (j === i ? e.target.value : w)))}
              onBlur={onLeave}
              onKeyDown={(e) => items.onKeyDown(e, i)}
            />
            <ItemButtons items={items} at={i} count={words.length} disabled={disabled} />
            {own.map((p) => (
              <p key={p.rule} id={`${id}.${i}-note`} className="mg-error">
                <Icon name="bad" />
                {fieldProblemText(p, word)}
              </p>
            ))}
          </div>
        )
      })}
      <Button data-add="" size="small" icon="plus" disabled={disabled} onClick={() => items.add('')}>
        {t('kit.form.list_add')}
      </Button>
      <span className="mg-sr" role="status">
        {items.said}
      </span>
    </div>
  )
}
