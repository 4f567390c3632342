import { DatePicker } from '@arco-design/web-react'
import { type KeyboardEvent, useState } from 'react'
import type { DateInputProps } from './DateInput.tsx'
import { ArcoRoot } from './ArcoRoot.tsx'
import { dayOf, typed } from './typed.ts'

export default function Calendar({ id, value, time, disabled, onChange, onBlur, ...aria }: DateInputProps) {
  const [open, setOpen] = useState(false)
  const format = time ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'
  const turn = (to = false) => {
    setOpen(to)
    if (!to) onBlur?.()
  }
  /** Down opens it, Escape closes it, Tab takes what was typed along and leaves nothing open behind. */
  const keys = (e: KeyboardEvent<HTMLInputElement>) => {
    if (e.key === 'ArrowDown' && !open) turn(true)
    else if (e.key === 'Escape' && open) {
      e.stopPropagation()
      turn(false)
      const input = e.currentTarget
      // Arco takes the focus away a tenth of a second after it closes
      setTimeout(() => input.focus(), 150)
    } else if (e.key === 'Tab') {
      const read = typed(e.currentTarget.value, time === true)
      if (read !== undefined && read !== value) onChange(read)
      if (open) turn(false)
    }
  }
  return (
    <ArcoRoot>
      <DatePicker
        showTime={time === true}
        format={format}
        // how it may be typed
        placeholder={format}
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
            onKeyDown: keys,
          } as object
        }
        onChange={(_, picked) =>
          onChange(picked ? (time ? picked.toDate().toISOString() : dayOf(picked.toDate())) : '')
        }
        onClear={() => onChange('')}
        popupVisible={open}
        onVisibleChange={turn}
      />
    </ArcoRoot>
  )
}
