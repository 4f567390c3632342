/** Arco's calendar below a line of our own: Arco's drops what was typed when it is left by a click, and reads one form only. */
import { DatePicker, type DatePickerProps } from '@arco-design/web-react'
import { IconCalendar, IconCalendarClock, IconClose } from '@arco-design/web-react/icon'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../icon/Icon.tsx'
import type { DateInputProps } from './DateInput.tsx'
import { ArcoRoot } from '../ArcoRoot.tsx'
import { dayOf, isDate, readDate, type Wants } from '../../../contract/lib/typedDate.ts'
import { dateWrong } from './words.ts'

type Picked = Parameters<NonNullable<DatePickerProps['onSelect']>>[1]

const pad = (n: number) => String(n).padStart(2, '0')
// a bare date would be read as midnight UTC
const dateOf = (value: string) => new Date(value.includes('T') ? value : `${value}T00:00:00`)
function shownOf(value: string): string {
  if (!isDate(value) || !value.includes('T')) return value
  const at = dateOf(value)
  return `${dayOf(at)} ${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** What the field shows of an instant is all of it: seconds that nobody sees would make an hour of two times too short. */
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString()

/** Side of the field where the calendar has room; undefined below or above it, as Arco decides. */
function sideOf(field: DOMRect, calendar: number): 'left' | 'right' | undefined {
  const height = calendar + 12
  if (innerHeight - field.bottom >= height || field.top >= height) return undefined
  return field.left > innerWidth - field.right ? 'left' : 'right'
}

/** What Arco's pop-ups can be told. */
interface Trigger {
  updatePopupPosition(): void
}

/**
 * Arco looks where the field stands when the calendar opens: it looks again when the field was moved by what arrived above or beside
 * it. Where there is room neither below nor above, Arco would cover the line that is being written: it opens beside it.
 */
function usePlace(field: RefObject<HTMLElement | null>, panel: RefObject<HTMLElement | null>, open: boolean) {
  const trigger = useRef<Trigger>(null)
  const [side, setSide] = useState<'left' | 'right'>()
  useEffect(() => {
    if (!open) return undefined
    let was = ''
    let frame = requestAnimationFrame(function look() {
      const at = field.current?.getBoundingClientRect()
      // not its box, which grows while it opens
      const height = panel.current?.offsetHeight ?? 0
      const now = `${at?.x} ${at?.y} ${height}`
      if (at && now !== was) {
        setSide(sideOf(at, height))
        trigger.current?.updatePopupPosition()
      }
      was = now
      frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [field, panel, open])
  const aside = side && { position: side, popupAlign: { [side]: 8 } }
  return { ref: trigger, ...aside }
}

export default function Calendar(props: DateInputProps) {
  const { id, value, time, disabled, told, onChange, onBlur } = props
  const [open, setOpen] = useState(false)
  /** What is typed and not taken yet, or was and could not be. */
  const [text, setText] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const place = usePlace(input, panel, open)
  const note = useId()
  const wants: Wants = time === 'optional' ? 'either' : time ? 'time' : 'day'
  const clock = time === true || (time === 'optional' && value.includes('T'))
  const format = clock ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'

  const take = () => {
    if (text === undefined) return
    const read = readDate(text, wants)
    const next = text.trim() === '' ? '' : 'value' in read ? read.value : text
    if (next === '' || 'value' in read) setText(undefined)
    if (next !== value) onChange(next)
  }
  const turn = (to = false) => {
    setOpen(to)
    if (to) return
    take()
    onBlur?.()
  }
  const set = (next: string) => {
    setText(undefined)
    onChange(next)
    input.current?.focus()
  }
  /** Down opens it, Escape closes it, Enter takes what was typed. */
  const keys = (e: KeyboardEvent<HTMLInputElement>) => {
    if (e.key === 'ArrowDown' && !open) {
      e.preventDefault()
      turn(true)
    } else if (e.key === 'Escape' && open) {
      e.stopPropagation()
      turn(false)
    } else if ((e.key === 'Enter' && !e.nativeEvent.isComposing) || e.key === 'Tab') {
      if (open) turn(false)
      else take()
    }
  }
  const shown = text ?? shownOf(value)
  const live = readDate(shown, wants)
  const picked = 'value' in live ? dateOf(live.value) : undefined
  // while somebody writes, nothing is wrong yet
  const wrong = dateWrong(text ?? value, wants)
  const [writing, setWriting] = useState(false)
  const says = told || writing ? undefined : wrong
  const bad = props['aria-invalid'] === true || says !== undefined
  return (
    <ArcoRoot>
      <DatePicker
        showTime={clock}
        format={format}
        value={picked}
        disabled={disabled === true}
        onChange={(_, day) => set(day ? (clock ? minuteOf(day.toDate()) : dayOf(day.toDate())) : '')}
        // Arco waits for OK where a time is asked for, and drops what was picked when one clicks elsewhere
        {...(clock && { onSelect: (_: string, day: Picked) => set(minuteOf(day.toDate())) })}
        popupVisible={open}
        onVisibleChange={turn}
        // what scrolls below it takes the field along
        triggerProps={{ updateOnScroll: true, ...place }}
        // the line keeps the focus while days are clicked
        panelRender={(days) => (
          <div ref={panel} onMouseDown={(e) => e.preventDefault()}>
            {days}
          </div>
        )}
        triggerElement={
          <div
            className={[
              'arco-picker arco-picker-size-default kit-short',
              writing || open ? 'arco-picker-focused' : '',
              bad ? 'arco-picker-error' : '',
              disabled ? 'arco-picker-disabled' : '',
            ].join(' ')}
          >
            <div className="arco-picker-input">
              <input
                ref={input}
                id={id}
                className="arco-picker-start-time"
                autoComplete="off"
                // how it may be typed
                placeholder={format}
                disabled={disabled}
                value={shown}
                aria-label={props['aria-label']}
                aria-invalid={bad || undefined}
                aria-describedby={[props['aria-describedby'], says && note].filter(Boolean).join(' ') || undefined}
                onChange={(e) => setText(e.target.value)}
                onKeyDown={keys}
                onFocus={() => setWriting(true)}
                onBlur={() => {
                  setWriting(false)
                  take()
                  if (!open) onBlur?.()
                }}
              />
            </div>
            <div className="arco-picker-suffix">
              {shown !== '' && !disabled && (
                <span
                  className="arco-icon-hover arco-picker-icon-hover arco-picker-clear-icon"
                  aria-hidden="true"
                  onClick={(e) => {
                    e.stopPropagation()
                    set('')
                  }}
                >
                  <IconClose />
                </span>
              )}
              <span className="arco-picker-suffix-icon">{clock ? <IconCalendarClock /> : <IconCalendar />}</span>
            </div>
          </div>
        }
      />
      {says && (
        <p id={note} className="mg-error kit-date-wrong" role="alert">
          <Icon name="bad" />
          {says}
        </p>
      )}
    </ArcoRoot>
  )
}
