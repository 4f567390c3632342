import './Explain.css'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Icon } from '../icon/Icon.tsx'

interface ExplainProps {
  /** What is explained, for a screen reader and as a tooltip. */
  label: string
  /** Grows to the left: near the right edge. */
  end?: boolean
  children: ReactNode
}

/** A small sign beside a figure: says how it came about when it is asked. */
export function Explain({ label, end = false, children }: ExplainProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const onKeyDown = (e: KeyboardEvent) => {
    if (!open || e.key !== 'Escape') return
    e.preventDefault()
    e.stopPropagation()
    setOpen(false)
  }
  return (
    <span className={`mg-explain${end ? ' mg-explain-end' : ''}`} onKeyDown={onKeyDown}>
      <button
        type="button"
        className="mg-explain-button"
        title={label}
        aria-label={label}
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
      >
        <Icon name="info" />
      </button>
      {open && (
        <span className="mg-explain-pop" id={id} role="note">
          {children}
        </span>
      )}
    </span>
  )
}
