/** The place for a flag, or for several of them, and the button beside it. */
import './flag-field.css'
import { type ReactNode, useId } from 'react'
import { longestFlag } from '../../contract/practice/flag.ts'
import { Button } from '../../ui/input/Button.tsx'
import { TextField } from '../../ui/input/TextField.tsx'

interface FlagFieldProps {
  label: string
  /** Several may be written, one on each line. */
  several: boolean
  large?: boolean
  value: string
  /** Id of what says what came of the last one. */
  describedBy: string
  onChange: (text: string) => void
  /** On the button. */
  submit: ReactNode
  busy: boolean
  /** Nothing is taken now. */
  waits: boolean
}

export function FlagField({
  label,
  several,
  large,
  value,
  describedBy,
  onChange,
  submit,
  busy,
  waits,
}: FlagFieldProps) {
  const id = useId()
  const shared = {
    value,
    maxLength: longestFlag,
    spellCheck: false,
    autoComplete: 'off',
    'aria-describedby': describedBy,
  } as const
  return (
    <div className="flag-field">
      {several ? (
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={id}>
            {label}
          </label>
          <textarea
            {...shared}
            id={id}
            className="mg-field flag-lines"
            rows={3}
            onChange={(e) => onChange(e.target.value)}
          />
        </div>
      ) : (
        <TextField {...shared} large={large} label={label} onChange={onChange} />
      )}
      <Button
        type="submit"
        tone="primary"
        {...(large ? { size: 'large' } : {})}
        busy={busy}
        disabled={waits || value.trim() === ''}
      >
        {submit}
      </Button>
    </div>
  )
}
