/** A figure that is written as soon as it fits; until then it says what would. */
import { useId, useState } from 'react'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'

interface FigureProps {
  label: string
  /** What fits. */
  hint: string
  value: number
  fits: (value: unknown) => value is number
  unit?: string
  disabled: boolean
  onChange: (value: number) => void
}

export function Figure({ label, hint, value, fits, unit, disabled, onChange }: FigureProps) {
  const id = useId()
  const [typed, setTyped] = useState<unknown>(value)
  const wrong = !fits(typed)
  return (
    <div className="mg-labelled">
      <label className="mg-label" htmlFor={id}>
        {label}
      </label>
      <span className="kit-figure">
        <NumberInput
          id={id}
          className="mg-field kit-short"
          disabled={disabled}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-note` : undefined}
          value={wrong ? typed : value}
          onChange={(v) => {
            setTyped(v)
            if (fits(v)) onChange(v)
          }}
        />
        {unit && <span className="mg-dim">{unit}</span>}
      </span>
      {wrong && (
        <p id={`${id}-note`} className="mg-error">
          <Icon name="bad" />
          {hint}
        </p>
      )}
    </div>
  )
}
