/** Fields of the inspector: small, labelled, each change one step for undo until the field is left. */
import './field.css'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import { NumberInput } from '../../../../kit/form/NumberInput.tsx'
import { Icon } from '../../../../ui/icon/Icon.tsx'

/** With the first node that is looked at: what is drawn comes before it. */
const Select = lazy(() => import('../../../../ui/input/Select.tsx').then((m) => ({ default: m.Select<string> })))

interface Common {
  label: string
  error?: string | undefined
  disabled?: boolean | undefined
  /** The label is for screen readers only. */
  bare?: boolean
}

function Frame({ id, label, error, bare, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className="te-field">
      <label className={bare ? 'mg-sr' : 'te-label'} htmlFor={id}>
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="mg-error te-error">
          <Icon name="bad" />
          {error}
        </p>
      )}
    </div>
  )
}

interface LineProps extends Common {
  value: string
  onChange: (value: string) => void
  onDone?: () => void
  mono?: boolean
  placeholder?: string | undefined
  most?: number
  /** Takes the focus when this changes. */
  first?: boolean
}

export function LineField({ value, onChange, onDone, mono, placeholder, most, first, ...common }: LineProps) {
  const id = useId()
  return (
    <Frame id={id} {...common}>
      <input
        id={id}
        className={`mg-field te-input${mono ? ' mg-mono' : ''}`}
        value={value}
        placeholder={placeholder}
        maxLength={most}
        autoComplete="off"
        spellCheck={false}
        disabled={common.disabled}
        data-first={first || undefined}
        aria-invalid={common.error ? true : undefined}
        aria-describedby={common.error ? `${id}-error` : undefined}
        onChange={(e) => onChange(e.target.value)}
        onBlur={onDone}
      />
    </Frame>
  )
}

export function Area({
  value,
  onChange,
  onDone,
  rows = 3,
  mono,
  most,
  first,
  ...common
}: LineProps & { rows?: number }) {
  const id = useId()
  return (
    <Frame id={id} {...common}>
      <textarea
        id={id}
        className={`mg-field mg-area te-input${mono ? ' mg-mono' : ''}`}
        value={value}
        rows={rows}
        maxLength={most}
        spellCheck={false}
        disabled={common.disabled}
        data-first={first || undefined}
        onChange={(e) => onChange(e.target.value)}
        onBlur={onDone}
      />
    </Frame>
  )
}

interface FigureProps extends Common {
  value: number
  min: number
  max: number
  unit?: string
  onChange: (value: number) => void
  onDone?: () => void
}

/** Only whole numbers within bounds reach the drawing. */
export function NumberField({ value, min, max, unit, onChange, onDone, ...common }: FigureProps) {
  const id = useId()
  return (
    <Frame id={id} {...common}>
      <span className="te-figure">
        <NumberInput
          id={id}
          className="mg-field te-input mg-num"
          value={value}
          disabled={common.disabled}
          aria-invalid={common.error ? true : undefined}
          onChange={(n) => {
            if (typeof n === 'number' && Number.isInteger(n) && n >= min && n <= max) onChange(n)
          }}
          onBlur={onDone}
        />
        {unit && <span className="te-unit">{unit}</span>}
      </span>
    </Frame>
  )
}

interface ChoiceProps<T extends string> extends Common {
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function ChoiceField<T extends string>({ value, options, onChange, ...common }: ChoiceProps<T>) {
  const id = useId()
  return (
    <Frame id={id} {...common}>
      <Suspense fallback={<span className="mg-field te-input">{options.find((o) => o.value === value)?.label}</span>}>
        <Select
          id={id}
          small
          value={value}
          options={options}
          disabled={common.disabled}
          onChange={(to) => {
            const chosen = options.find((o) => o.value === to)
            if (chosen) onChange(chosen.value)
          }}
        />
      </Suspense>
    </Frame>
  )
}

export function Switch({
  label,
  value,
  onChange,
  disabled,
}: {
  label: string
  value: boolean
  onChange: (on: boolean) => void
  disabled?: boolean | undefined
}) {
  return (
    <label className="te-switch">
      <input type="checkbox" checked={value} disabled={disabled} onChange={(e) => onChange(e.target.checked)} />
      {label}
    </label>
  )
}

/** A part of a form that can be folded away. */
export function FoldableSection({
  title,
  count,
  open = true,
  end,
  children,
}: {
  title: string
  count?: number
  open?: boolean
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="te-part">
      <details open={open}>
        <summary>
          <Icon name="chevron-right" />
          <span>{title}</span>
          {count !== undefined && count > 0 && <span className="te-count mg-num">{count}</span>}
        </summary>
        <div className="te-part-body">{children}</div>
      </details>
      {end && <span className="te-part-end">{end}</span>}
    </div>
  )
}
