import './Field.css'
import { forwardRef, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { t } from '../../i18n/index.ts'
import { Icon } from '../icon/Icon.tsx'
import { useLacks } from './useMissing.tsx'

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'size'> {
  label: ReactNode
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Marks the field where the reason stands elsewhere, in what `aria-describedby` names. */
  invalid?: boolean | undefined
  hint?: ReactNode
  large?: boolean | undefined
  /** Inside the field, at its end. */
  end?: ReactNode
}

/** A labelled line of text for the pages that must stay light; the kit's forms have their own fields. */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { label, value, onChange, error: wrong, invalid, hint, large, end, id: given, required, ...rest },
  ref,
) {
  const own = useId()
  const id = given ?? own
  const lacks = useLacks(required, value)
  const error = wrong ?? (lacks ? t('rule.required') : undefined)
  const input = (
    <input
      {...rest}
      ref={ref}
      id={id}
      required={required}
      className={`mg-field${large ? ' mg-field-large' : ''}`}
      value={value}
      aria-invalid={error || invalid ? true : undefined}
      aria-describedby={
        [rest['aria-describedby'], (error || hint) && `${id}-note`].filter(Boolean).join(' ') || undefined
      }
      onChange={(e) => onChange(e.target.value)}
    />
  )
  return (
    <div className="mg-labelled">
      <label className={`mg-label${required ? ' mg-label-needed' : ''}`} htmlFor={id}>
        {label}
      </label>
      {end ? (
        <div className="mg-field-wrap">
          {input}
          <span className="mg-field-end">{end}</span>
        </div>
      ) : (
        input
      )}
      {error ? (
        <p id={`${id}-note`} className="mg-error">
          <Icon name="bad" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="mg-hint">
            {hint}
          </p>
        )
      )}
    </div>
  )
})
