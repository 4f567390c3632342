import '../../../ui/input/Field.css'
import './input.css'
import { type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/input/Button.tsx'
import { addWords } from './words.logic.ts'

interface WordsInputProps {
  id?: string
  value: readonly string[]
  onChange: (words: readonly string[]) => void
  onBlur?: () => void
  placeholder?: string
  invalid?: boolean
  /** Places of words that break a rule. */
  badAt?: ReadonlySet<number>
  disabled?: boolean
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
}

/** A list of short texts, one chip each. What is still in the box counts as a word as soon as the box is left. */
export function WordsInput({ value, onChange, onBlur, invalid, badAt, disabled, id, ...rest }: WordsInputProps) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)

  const take = (text: string) => {
    const next = addWords(value, text)
    if (next !== value) onChange(next)
    setTyped('')
  }
  const onKeyDown = (e: KeyboardEvent) => {
    // the Enter that ends an input method's syllable is not for us
    if (e.nativeEvent.isComposing) return
    if (e.key === 'Enter') {
      e.preventDefault()
      take(typed)
    } else if (e.key === 'Backspace' && typed === '' && value.length) {
      e.preventDefault()
      setTyped(value.at(-1) ?? '')
      onChange(value.slice(0, -1))
    }
  }
  const drop = (at: number) => {
    onChange(value.filter((_, i) => i !== at))
    box.current?.focus()
  }
  return (
    // the click beside the chips goes into the box, as in any text field; keys reach the box by themselves
    <div
      className="mg-field kit-words"
      aria-invalid={invalid || undefined}
      onMouseDown={(e) => {
        if (e.target !== e.currentTarget) return
        e.preventDefault()
        box.current?.focus()
      }}
    >
      {value.map((word, i) => (
        <span key={`${i} ${word}`} className={badAt?.has(i) ? 'kit-chip kit-chip-bad' : 'kit-chip'}>
          <span className="mg-ellipsis">{word}</span>
          <IconButton
            icon="close"
            size="small"
            label={t('kit.form.words_remove', { word })}
            disabled={disabled}
            onClick={() => drop(i)}
          />
        </span>
      ))}
      <input
        {...rest}
        id={id}
        ref={box}
        value={typed}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        onChange={(e) => setTyped(e.target.value)}
        onKeyDown={onKeyDown}
        onPaste={(e) => {
          const text = e.clipboardData.getData('text')
          if (!/[\n\r;,，；、]/.test(text)) return
          e.preventDefault()
          take(typed + text)
        }}
        onBlur={() => {
          take(typed)
          onBlur?.()
        }}
      />
    </div>
  )
}
