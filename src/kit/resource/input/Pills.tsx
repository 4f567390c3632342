import './input.css'
import { useId } from 'react'

interface PillsProps<V extends string> {
  options: readonly { value: V; label: string }[]
  value: readonly (V | '')[]
  onChange: (value: readonly V[]) => void
  /** Exactly one of them instead of any. */
  single?: boolean
  disabled?: boolean
  onBlur?: () => void
  'aria-describedby'?: string | undefined
}

/** Several of a few, or one of them: boxes or radios that look like pills. Stands in a fieldset that names it. */
export function Pills<const V extends string>({
  options,
  value,
  onChange,
  single = false,
  disabled,
  onBlur,
  ...aria
}: PillsProps<V>) {
  const name = useId()
  const pick = (v: V, on: boolean) => {
    if (single) onChange([v])
    else
      onChange(
        on
          ? options.map((o) => o.value).filter((o) => o === v || value.includes(o))
          : value.filter((o): o is V => o !== v && o !== ''),
      )
  }
  return (
    <div className="kit-pills" {...aria}>
      {options.map((o) => (
        <label key={o.value} className="kit-pill">
          <input
            type={single ? 'radio' : 'checkbox'}
            className="mg-sr"
            name={single ? name : undefined}
            checked={value.includes(o.value)}
            disabled={disabled}
            onChange={(e) => pick(o.value, e.target.checked)}
            onBlur={onBlur}
          />
          {o.label}
        </label>
      ))}
    </div>
  )
}
