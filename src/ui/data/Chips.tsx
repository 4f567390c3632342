import './Chips.css'

interface ChipsProps<T extends string> {
  /** What is chosen by them. */
  label: string
  value: T | undefined
  items: readonly { value: T | undefined; label: string }[]
  onChange: (value: T | undefined) => void
}

/** One of a few, always all in sight; the one without a value is “all”. */
export function Chips<T extends string>({ label, value, items, onChange }: ChipsProps<T>) {
  return (
    <div role="group" aria-label={label} className="mg-chips">
      {items.map((i) => (
        <button
          key={i.value ?? ''}
          type="button"
          className="mg-chip"
          aria-pressed={value === i.value}
          onClick={() => onChange(i.value)}
        >
          {i.label}
        </button>
      ))}
    </div>
  )
}
