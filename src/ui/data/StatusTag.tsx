import './tone.css'
import './StatusTag.css'
import { type Tone, toneOf } from './tone.ts'

interface StatusTagProps {
  /** The status as the contract spells it; it decides the tone. */
  word: string
  /** The status in the viewer's language. */
  label: string
  tone?: Tone | undefined
  /** A dot and the words, for dense tables. */
  dot?: boolean | undefined
}

export function StatusTag({ word, label, tone = toneOf(word), dot }: StatusTagProps) {
  return (
    <span className={`mg-status mg-tone-${tone}${dot ? ' mg-status-bare' : ''}`}>
      <span className="mg-status-dot" aria-hidden="true" />
      {label}
    </span>
  )
}
