import { DatePicker } from '@arco-design/web-react'
import type { DateInputProps } from './DateInput.tsx'
import { ArcoRoot } from './ArcoRoot.tsx'

const pad = (n: number) => String(n).padStart(2, '0')
/** Day of a date as its picker shows it, without shifting zones. */
const dayOf = (d: Date) => `${d.getFullYear()}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}`

export default function Calendar({ id, value, time, disabled, onChange, onBlur, ...aria }: DateInputProps) {
  return (
    <ArcoRoot>
      <DatePicker
        showTime={time === true}
        format={time ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
        // a bare date would be read as midnight UTC
        value={value === '' ? undefined : new Date(time ? value : `${value}T00:00:00`)}
        disabled={disabled === true}
        allowClear
        className="kit-short"
        error={aria['aria-invalid'] === true}
        inputProps={
          {
            ...(id ? { id } : {}),
            'aria-label': aria['aria-label'],
            'aria-describedby': aria['aria-describedby'],
          } as object
        }
        onChange={(_, picked) =>
          onChange(picked ? (time ? picked.toDate().toISOString() : dayOf(picked.toDate())) : '')
        }
        onClear={() => onChange('')}
        onVisibleChange={(open) => {
          if (!open) onBlur?.()
        }}
      />
    </ArcoRoot>
  )
}
