/** One of a few or all of them, as buttons with their counts. */
import '../../../ui/Chips.css'
import { format, t } from '../../../i18n/index.ts'

interface ChoicesProps<T extends string> {
  label: string
  value: T | undefined
  options: readonly { id: T; label: string; count?: number | undefined }[]
  onChange: (value: T | undefined) => void
}

export function Choices<T extends string>({ label, value, options, onChange }: ChoicesProps<T>) {
  return (
    <div role="group" aria-label={label} className="mg-chips">
      <button type="button" className="mg-chip" aria-pressed={value === undefined} onClick={() => onChange(undefined)}>
        {t('exam.all')}
      </button>
      {options.map((o) => (
        <button
          key={o.id}
          type="button"
          className="mg-chip"
          aria-pressed={value === o.id}
          onClick={() => onChange(value === o.id ? undefined : o.id)}
        >
          {o.label} {o.count !== undefined && <span className="mg-num mg-dim">{format.number(o.count)}</span>}
        </button>
      ))}
    </div>
  )
}
