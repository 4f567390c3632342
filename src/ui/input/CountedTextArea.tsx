import './Field.css'
import { type ChangeEvent, type CompositionEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { cut, wide } from '../../contract/lib/text.ts'
import { format, t } from '../../i18n/index.ts'
import { Icon } from '../icon/Icon.tsx'
import { useLacks } from './useMissing.tsx'

interface CountedTextAreaProps {
  /** Above it; a field of a form has its own. */
  label?: string
  value: string
  onChange?: (value: string) => void
  /** Longest text in width: a character outside the single-byte range counts 2. */
  max: number
  rows?: number
  id?: string
  name?: string
  invalid?: boolean
  disabled?: boolean
  readOnly?: boolean
  placeholder?: string
  'aria-describedby'?: string
  'aria-label'?: string
  'aria-required'?: boolean
  /** A dialogue starts here. */
  'data-autofocus'?: boolean
  onBlur?: () => void
}

/** From here on it is said how characters are counted, and wherever it makes a difference. */
const nearly = 0.8

/**
 * Cuts what is too long to the longest prefix that fits, except while an input method is composing: a syllable that is not yet a
 * character would be torn apart. How much was left out is said where it is seen.
 */
export function CountedTextArea({ label, value, onChange, max, rows = 3, invalid, ...rest }: CountedTextAreaProps) {
  const counter = useId()
  const note = useId()
  const own = useId()
  const id = rest.id ?? own
  const area = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? value
  const width = wide(shown)
  const lacks = useLacks(rest['aria-required'], shown)
  /** How many characters did not fit when somebody last typed or pasted. */
  const [lost, setLost] = useState(0)

  const take = (typed: string, at: number) => {
    const kept = cut(typed, max)
    // React puts the caret at the end when the value is not what was typed
    if (kept !== typed) caret.current = Math.min(at, kept.length)
    setLost([...typed].length - [...kept].length)
    onChange?.(kept)
  }
  const change = (e: ChangeEvent<HTMLTextAreaElement>) => {
    if (draft !== null || ('isComposing' in e.nativeEvent && e.nativeEvent.isComposing === true))
      setDraft(e.target.value)
    else take(e.target.value, e.target.selectionStart)
  }
  const composed = (e: CompositionEvent<HTMLTextAreaElement>) => {
    setDraft(null)
    take(e.currentTarget.value, e.currentTarget.selectionStart)
  }
  useLayoutEffect(() => {
    if (caret.current === null) return
    area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  return (
    <div className="mg-counted">
      {label && (
        <label className={`mg-label${rest['aria-required'] ? ' mg-label-needed' : ''}`} htmlFor={id}>
          {label}
        </label>
      )}
      <textarea
        {...rest}
        id={id}
        ref={area}
        className="mg-field mg-area"
        rows={rows}
        value={shown}
        aria-invalid={invalid || lacks || undefined}
        aria-describedby={[rest['aria-describedby'], lacks && note, counter].filter(Boolean).join(' ')}
        onChange={change}
        onCompositionStart={(e) => setDraft(e.currentTarget.value)}
        onCompositionEnd={composed}
      />
      {lacks && (
        <p id={note} className="mg-error">
          <Icon name="bad" />
          {t('rule.required')}
        </p>
      )}
      <span
        id={counter}
        className={`mg-count mg-num${width >= max ? ' mg-count-full' : ''}`}
        title={t('ui.count_hint')}
      >
        {(width > [...shown].length || width >= max * nearly) && <span aria-hidden="true">{t('ui.count_hint')} </span>}
        <span aria-hidden="true">
          {format.number(width)}/{format.number(max)}
        </span>
        <span className="mg-sr">{t('ui.counted', { count: width, max })}</span>
      </span>
      <span className={lost > 0 ? 'mg-count mg-count-full' : 'mg-sr'} role="status">
        {lost > 0 ? t('ui.cut', { n: lost }) : width >= max ? t('ui.full', { max }) : ''}
      </span>
    </div>
  )
}
