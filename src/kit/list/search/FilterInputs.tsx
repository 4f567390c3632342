import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { useNow } from '../../../ui/data/useNow.ts'
import { keysOf } from '../../../contract/lib/typed.ts'

const hour = 3_600_000
const sinces = {
  hour: (now: number) => new Date(now - hour).toISOString(),
  today: (now: number) => dayOf(now),
  week: (now: number) => dayOf(now - 6 * 24 * hour),
  month: (now: number) => dayOf(now - 29 * 24 * hour),
} as const
/** The calendar day of an instant where the viewer is. */
function dayOf(at: number): string {
  const d = new Date(at)
  return [d.getFullYear(), d.getMonth() + 1, d.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

/** Beginnings people ask for most; the end stays as it is. */
export function DatePresets({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const now = useNow().getTime()
  return (
    <div className="kit-since">
      {keysOf(sinces).map((name) => (
        <Button
          key={name}
          size="small"
          tone="quiet"
          aria-pressed={name !== 'hour' && value === sinces[name](now)}
          onClick={() => onChange(sinces[name](Date.now()))}
        >
          {t(`kit.list.since_${name}`)}
        </Button>
      ))}
    </div>
  )
}

interface SettlingProps {
  label: string
  value: string
  numeric?: boolean
  onSettled: (value: string) => void
}
/** A line of text that counts when it is left or Enter is pressed. */
export function Settling({ label, value, numeric = false, onSettled }: SettlingProps) {
  const [text, setText] = useState(value)
  const given = useRef(value)
  useEffect(() => {
    if (given.current === value) return
    given.current = value
    setText(value)
  }, [value])
  const settle = () => {
    const next = text.trim()
    if (next === given.current) return
    given.current = next
    onSettled(next)
  }
  return (
    <input
      type="text"
      inputMode={numeric ? 'decimal' : undefined}
      className="mg-field"
      aria-label={label}
      maxLength={200}
      value={text}
      onChange={(e) => setText(e.target.value)}
      onBlur={settle}
      onKeyDown={(e) => {
        if (e.key === 'Enter' && !e.nativeEvent.isComposing) settle()
      }}
    />
  )
}
