/** A moment that may be left out. */
import { useId } from 'react'
import { DateInput } from '../../../ui/input/dates/DateInput.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'

const isInstant = (v: string): boolean => v === '' || /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(v)

interface InstantProps {
  label: string
  hint?: string
  value: string | null
  disabled: boolean
  wrong?: string | undefined
  onChange: (value: string | null) => void
}
export function Instant({ label, hint, value, disabled, wrong, onChange }: InstantProps) {
  const id = useId()
  const described = [wrong && `${id}-note`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="mg-labelled">
      <label className="mg-label" htmlFor={id}>
        {label}
      </label>
      <DateInput
        id={id}
        time
        disabled={disabled}
        {...(wrong ? { 'aria-invalid': true as const } : {})}
        {...(described ? { 'aria-describedby': described } : {})}
        value={value ?? ''}
        onChange={(at) => isInstant(at) && onChange(at || null)}
      />
      {wrong && (
        <p id={`${id}-note`} className="mg-error">
          <Icon name="bad" />
          {wrong}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mg-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
