import '../../../ui/input/Field.css'
import './input.css'
import type { SelectHTMLAttributes } from 'react'
import { Icon } from '../../../ui/icon/Icon.tsx'

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'size'> {
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  small?: boolean
}

/** One of a few: the browser's own list, which every keyboard, reader and phone knows. */
export function NativeSelect({ value, options, onChange, small = false, className = '', ...rest }: SelectProps) {
  return (
    <span className={`kit-select${small ? ' kit-select-small' : ''} ${className}`}>
      <select {...rest} className="mg-field" value={value} onChange={(e) => onChange(e.target.value)}>
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}
