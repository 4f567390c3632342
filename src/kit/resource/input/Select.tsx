import '../../../ui/input/Field.css'
import './input.css'
import type { SelectHTMLAttributes } from 'react'
import { Icon } from '../../../ui/icon/Icon.tsx'

interface SelectProps<V extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'size'> {
  value: V | ''
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  small?: boolean
}

/** One of a few: the browser's own list, which every keyboard, reader and phone knows. */
export function NativeSelect<const V extends string>({
  value,
  options,
  onChange,
  small = false,
  className = '',
  ...rest
}: SelectProps<V>) {
  const choose = (word: string) => {
    const chosen = options.find((o) => o.value === word)
    if (chosen) onChange(chosen.value)
  }
  return (
    <span className={`kit-select${small ? ' kit-select-small' : ''} ${className}`}>
      <select {...rest} className="mg-field" value={value} onChange={(e) => choose(e.target.value)}>
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
