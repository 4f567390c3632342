import { type InputHTMLAttributes, useState } from 'react'

interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  value: unknown
  onChange: (value: number | string | null) => void
}

/** What was typed as a number; text that is none stays text, so that nothing typed is lost and the rules can say so. */
function numberOf(typed: string): number | string | null {
  const text = typed.trim()
  if (text === '') return null
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : typed
}

/** A line that holds a number. It shows what was typed (`1.50`) as long as that means the value. */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps) {
  const given = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const [typed, setTyped] = useState(given)
  const shown = numberOf(typed) === (value ?? null) ? typed : given
  return (
    <input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={(e) => {
        setTyped(e.target.value)
        onChange(numberOf(e.target.value))
      }}
    />
  )
}
